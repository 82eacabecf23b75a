//! Every function with the id of somebody else, or as somebody who may not: nobody learns anything, and nothing has happened.

use super::assert_complete;
use super::contract::functions;
use super::stage::{State, Targets, alone, browser, call, call_with_key, outcome, targets};
use crate::account_support::{PASSWORD, deployment};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

/// The outcome of an attempt.
enum Attempt {
    /// Asked by a stranger in a session: refused with this.
    Refused(Json, &'static str),
    /// Asked with a key, where only a session could be meant: refused with this.
    WithKey(Json, &'static str),
    /// Asked by a stranger: the answer is as if there were no such thing.
    Nothing(Json, Json),
    /// The call names nobody, so it can be for nobody else.
    NamesNobody(&'static str),
}

use Attempt::{NamesNobody, Nothing, Refused, WithKey};

const NO_SESSION: &str = "no session asks: accounts is for session routes";
const HANDLE: &str = "what it is for is what its handle came from";
const OWN: &str = "keys are the component's own: another one's are not there";

/// A row for each function.
fn attempts(targets: &Targets) -> Vec<(&'static str, Attempt)> {
    let house = targets.house.id;
    let (member, owner) = (targets.house.member.user_id, targets.house.owner.user_id);
    let posing = json!({ "organization_id": house });
    let about = |id: i64| json!({ "organization_id": house, "id": id, "text": "https://provider.example" });
    let job = foreign_job(targets);
    let kept = kept_by_another();
    let account = |password: &str| WithKey(json!({ "password": password, "text": "Mallory" }), NO_SESSION);
    let person = |id: i64| Refused(json!({ "id": id, "text": "out" }), "Forbidden");
    vec![
        ("warehouse.query", Refused(posing.clone(), "caller.organization_id")),
        ("warehouse.defer-query", Refused(posing.clone(), "caller.organization_id")),
        ("warehouse.count-rows", Refused(posing.clone(), "caller.organization_id")),
        ("app-store.query", Refused(posing.clone(), "caller.organization_id")),
        ("app-store.begin", NamesNobody("whose rows it writes, its statements bind")),
        ("app-store.commit", NamesNobody(HANDLE)),
        ("app-store.transaction.query", Refused(posing.clone(), "caller.organization_id")),
        ("app-store.transaction.execute", Refused(posing.clone(), "caller.organization_id")),
        ("values.result-set.row-count", NamesNobody(HANDLE)),
        ("values.result-set.value", NamesNobody(HANDLE)),
        ("values.result-set.columns", NamesNobody(HANDLE)),
        ("values.result-set.rows-read", NamesNobody(HANDLE)),
        ("identity.organization-profile", Refused(posing.clone(), "Forbidden")),
        ("identity.caller-profile", NamesNobody("it is of whoever is asking")),
        ("deployment.addresses", NamesNobody("it is of the deployment")),
        ("deployment.base-path", NamesNobody("it is of the deployment")),
        ("settings.read", Refused(json!({ "text": "complete" }), "does not name the group complete in its settings")),
        ("log.emit", NamesNobody("the host writes whose line it is")),
        ("audit.record", Refused(posing.clone(), "is not the caller's")),
        ("events.emit", NamesNobody("it is of the caller's organization")),
        ("events.emit-for", Refused(posing.clone(), "is not the caller's")),
        ("jobs.enqueue", NamesNobody("it runs as whoever is asking")),
        ("jobs.status", Nothing(json!({ "id": job }), Json::Null)),
        ("jobs.cancel", Nothing(json!({ "id": job }), json!(false))),
        ("jobs.report-progress", NamesNobody("it is of the job that runs")),
        ("jobs.shares-left", NamesNobody("it is of the call")),
        ("jobs.newest-version", NamesNobody("it is of the job that runs")),
        ("jobs.marks", NamesNobody("they are of the job that runs")),
        ("jobs.begin-turn", NamesNobody("it is of the job that runs")),
        ("jobs.hold-turn", NamesNobody("it is of the job that runs")),
        ("jobs.start-mark", NamesNobody("it is of the job that runs")),
        ("jobs.move-mark", NamesNobody("it is of the job that runs")),
        ("jobs.remove-mark", NamesNobody("it is of the job that runs")),
        ("mail.send", NamesNobody("a letter is to an address; its sender is the deployment")),
        ("mail.send-with-secret", NamesNobody("a letter is to an address; its sender is the deployment")),
        ("notifications.notify", Refused(json!({ "id": member }), "is neither the caller nor a member")),
        ("notifications.notify-those", Refused(json!({ "id": member }), "takes nothing of a guard")),
        ("api-keys.mint", Refused(about(1), "Unknown")),
        ("api-keys.rotate", Refused(about(targets.key_id), "Unknown")),
        ("api-keys.revoke", Refused(about(targets.key_id), "Unknown")),
        ("api-keys.revoke-of-member", Refused(about(owner), "Unknown")),
        ("invitations.invite", Refused(json!({ "organization_id": house, "text": "me@guests.example" }), "Unknown")),
        ("invitations.withdraw", Refused(about(targets.invitation_id), "Unknown")),
        ("single-sign-on.save", Refused(about(1), "Unknown")),
        ("single-sign-on.test", Refused(about(1), "Unknown")),
        ("name-lookup.txt-records", NamesNobody("names of the internet are everybody's")),
        ("name-lookup.check-url", NamesNobody("names of the internet are everybody's")),
        ("key-value.get", Nothing(json!({ "text": kept }), Json::Null)),
        ("key-value.set", NamesNobody(OWN)),
        ("key-value.compare-and-set", NamesNobody(OWN)),
        ("key-value.increment", NamesNobody(OWN)),
        ("key-value.delete", Nothing(json!({ "text": kept }), json!(false))),
        ("key-value.list-keys", Nothing(json!({ "text": kept, "size": 10 }), json!([]))),
        ("outbound-http.send", Refused(json!({ "text": "https://named.example/" }), "does not name named.example")),
        (
            "outbound-http.send-authorized",
            Refused(json!({ "text": "https://localhost:1/", "password": PASSWORD }), "never what a person sent"),
        ),
        ("outbound-http.open", Refused(json!({ "text": "https://named.example/" }), "does not name named.example")),
        (
            "outbound-http.open-authorized",
            Refused(json!({ "text": "https://localhost:1/", "password": PASSWORD }), "never what a person sent"),
        ),
        ("outbound-http.incoming.status", NamesNobody(HANDLE)),
        ("outbound-http.incoming.headers", NamesNobody(HANDLE)),
        ("outbound-http.incoming.read", NamesNobody(HANDLE)),
        ("objects.begin-upload", NamesNobody(OWN)),
        ("objects.upload.write", NamesNobody(HANDLE)),
        ("objects.upload.finish", NamesNobody(HANDLE)),
        ("objects.head", Nothing(json!({ "text": kept }), Json::Null)),
        ("objects.read", Nothing(json!({ "text": kept, "size": 10 }), Json::Null)),
        ("objects.remove", Nothing(json!({ "text": kept }), json!(false))),
        ("objects.list-objects", Nothing(json!({ "text": kept, "size": 10 }), json!([]))),
        ("objects.sign-link", NamesNobody("it leads to an object of the component's own, or to a 404")),
        ("objects.sign-upload", NamesNobody(OWN)),
        ("row-files.write", NamesNobody("its statement binds who is asking, its key is the component's own")),
        ("row-files.write-parts", NamesNobody("as above")),
        ("datasets.published", NamesNobody("datasets are the same for all readers")),
        ("datasets.query", NamesNobody("the statement of a dataset cannot name who is asking")),
        ("datasets.count-rows", NamesNobody("as above")),
        ("datasets.write-parts", NamesNobody("as above, and its key is the component's own")),
        ("event-stream.open", NamesNobody("it is the answer to whoever is asking")),
        ("event-stream.sink.send", NamesNobody(HANDLE)),
        ("event-stream.sink.wait", NamesNobody(HANDLE)),
        ("secrets.mint", NamesNobody("nobody has it yet")),
        ("secrets.fingerprint", NamesNobody("it means nothing in another component")),
        ("secrets.seal", NamesNobody("nobody else opens it")),
        ("secrets.unseal", Refused(json!({ "hex": sealed_by_another() }), "were not sealed for this component")),
        ("secrets.hash-password", NamesNobody("nobody else compares with it")),
        (
            "secrets.verify-password",
            Refused(json!({ "hex": hashed_by_another(), "password": PASSWORD }), "were not sealed for this component"),
        ),
        (
            "secrets.sign",
            Refused(json!({ "password": PASSWORD }), "only a secret that was minted or configured can sign"),
        ),
        ("secrets.configured", Refused(json!({ "text": "feed" }), "the deployment holds no secret feed")),
        ("accounts.show-standing", account(PASSWORD)),
        ("accounts.show-deletion", account(PASSWORD)),
        ("accounts.rename", account(PASSWORD)),
        ("accounts.change-password", account("another ostrich trumpet 71")),
        ("accounts.sign-out-elsewhere", account(PASSWORD)),
        ("accounts.begin-two-factor", account(PASSWORD)),
        ("accounts.confirm-two-factor", account("123456")),
        ("accounts.renew-recovery-codes", account(PASSWORD)),
        ("accounts.keep-two-factor", account(PASSWORD)),
        ("accounts.end-two-factor", account(PASSWORD)),
        ("accounts.request-export", account(PASSWORD)),
        ("accounts.delete-account", account(PASSWORD)),
        ("modules.get-overview", Refused(json!({}), "Forbidden")),
        ("modules.switch-module", Refused(json!({ "text": "explorer" }), "Forbidden")),
        ("people.sign-out-everywhere", person(owner)),
        ("people.reset-second-factor", person(owner)),
        ("people.revoke-keys", person(owner)),
        ("people.set-disabled", person(owner)),
        ("people.set-standing", Refused(json!({ "id": targets.stranger.user_id, "text": "audit_view" }), "Forbidden")),
        ("people.begin-acting", person(owner)),
        ("people.end-acting", Refused(json!({}), "")),
    ]
}

/// A job that somebody of the house started.
fn foreign_job(targets: &Targets) -> i64 {
    let mut owner = browser(&targets.house.owner);
    let id = outcome(&call(&mut owner, "intruder", "jobs.enqueue", &json!({})));
    id.as_i64().expect("an id")
}

/// The key of a value and of an object that another component keeps.
fn kept_by_another() -> &'static str {
    let key = "for-others/kept";
    outcome(&call_with_key("complete", "key-value.set", &json!({ "text": key, "size": 3 })));
    outcome(&call_with_key("complete", "objects.upload.finish", &json!({ "text": key, "size": 3 })));
    key
}

fn sealed_by_another() -> Json {
    outcome(&call_with_key("complete", "secrets.seal", &json!({})))
}

fn hashed_by_another() -> Json {
    outcome(&call_with_key("complete", "secrets.hash-password", &json!({ "password": PASSWORD })))
}

#[test]
fn no_function_does_anything_for_somebody_else() {
    let _alone = alone();
    let targets = targets();
    let attempts = attempts(targets);
    let names: Vec<&str> = attempts.iter().map(|(function, _)| *function).collect();
    assert_complete("for somebody else", &functions(), &names);
    let mut stranger = browser(&targets.stranger);
    let before = State::of(&targets.house);
    let mut wrong = Vec::new();
    for (function, attempt) in attempts {
        let (called, expected) = match &attempt {
            Refused(arguments, sentence) => (call(&mut stranger, "intruder", function, arguments), *sentence),
            WithKey(arguments, sentence) => (call_with_key("intruder", function, arguments), *sentence),
            Nothing(arguments, nothing) => {
                let found = call(&mut stranger, "intruder", function, arguments);
                if found != json!({ "outcome": nothing }) {
                    wrong.push(format!("{function}: {found} instead of {nothing}"));
                }
                continue;
            }
            NamesNobody(why) => {
                assert!(!why.is_empty(), "{function}: why nobody else can be meant");
                continue;
            }
        };
        if !called["failure"].as_str().is_some_and(|failure| failure.contains(expected)) {
            wrong.push(format!("{function}: {called} instead of {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(State::of(&targets.house), before);
    let permissions = "SELECT COUNT(*) AS number FROM user_permissions WHERE user_id = $1";
    assert_eq!(deployment().number(permissions, targets.stranger.user_id), 0, "nobody made themselves staff");
    let values = outcome(&call_with_key("complete", "key-value.get", &json!({ "text": "for-others/kept" })));
    assert_eq!(values, 3, "what another component keeps is as it was");
    let objects = outcome(&call_with_key("complete", "objects.head", &json!({ "text": "for-others/kept" })));
    assert_eq!(objects, 3, "what another component stores is as it was");
}

#[test]
fn an_audit_entry_says_who_did_it_whatever_log_it_is_in() {
    let targets = targets();
    let mut stranger = browser(&targets.stranger);
    outcome(&call(&mut stranger, "complete", "audit.record", &json!({ "id": 4_711 })));
    let actors = "SELECT COUNT(*) AS number FROM audit_entries
                  WHERE action = 'call.made' AND target_id = '4711' AND component = 'complete' AND actor_user_id = $1";
    assert_eq!(deployment().number(actors, targets.stranger.user_id), 1);
    let values = [Value::Int64(targets.house.id)];
    deployment().execute("DELETE FROM audit_entries WHERE organization_id = $1 AND target_id = '4711'", &values);
}

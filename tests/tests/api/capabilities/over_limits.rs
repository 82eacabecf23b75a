//! Every function once more than it may be called, or with more than it takes: refused with the limit's sentence, and nothing of
//! it is kept.

use super::assert_complete;
use super::contract::functions;
use super::stage::{State, alone, browser, call, failure, staff, targets};
use crate::account_support::{PASSWORD, deployment};
use serde_json::{Value as Json, json};

/// An attempt over the limit of a function, and the sentence that says so.
enum Attempt {
    Over(Json, &'static str),
    /// The function has no limit of its own: what bounds it.
    Bounded(&'static str),
}

use Attempt::{Bounded, Over};

fn times(times: u32) -> Json {
    json!({ "times": times })
}

fn size(size: u64) -> Json {
    json!({ "size": size })
}

const STATEMENTS: &str = "The component ran more statements than one request may (statements).";
const USED_UP: &str = "the request has used all of its statements (statements)";
const MARKS: &str = "marks and turns are for run-job of a job that declares what it follows";
const ROWS: &str = "what the statement may give bounds it: 50,000 rows and 256 MiB";

/// A row for each function.
fn attempts() -> Vec<(&'static str, Attempt)> {
    vec![
        ("warehouse.query", Over(times(51), STATEMENTS)),
        ("warehouse.defer-query", Over(times(51), STATEMENTS)),
        ("warehouse.count-rows", Over(times(51), STATEMENTS)),
        ("app-store.query", Over(times(51), STATEMENTS)),
        ("app-store.begin", Over(times(2), "a transaction is open: commit or drop it before you begin another")),
        ("app-store.commit", Bounded("a call has one transaction open at a time, for five seconds")),
        ("app-store.transaction.query", Over(times(51), STATEMENTS)),
        ("app-store.transaction.execute", Over(times(51), STATEMENTS)),
        ("values.result-set.row-count", Bounded(ROWS)),
        ("values.result-set.value", Bounded(ROWS)),
        ("values.result-set.columns", Bounded(ROWS)),
        ("values.result-set.rows-read", Bounded(ROWS)),
        ("identity.organization-profile", Bounded("it is for staff, and the request's time bounds it")),
        ("identity.caller-profile", Bounded("it asks no store")),
        ("deployment.addresses", Bounded("it asks no store")),
        ("deployment.base-path", Bounded("it asks no store")),
        ("settings.read", Bounded("it asks no store")),
        ("log.emit", Bounded("100 lines a request, which `component_limits` counts in the log")),
        ("audit.record", Over(times(101), "The component wrote more than 100 audit entries in one call.")),
        ("events.emit", Over(times(101), "The component wrote more than 100 events in one call.")),
        ("events.emit-for", Bounded("it has the share of `emit`")),
        ("jobs.enqueue", Over(times(101), "The component wrote more than 100 jobs in one call.")),
        ("jobs.status", Over(times(51), STATEMENTS)),
        ("jobs.cancel", Over(times(51), STATEMENTS)),
        ("jobs.report-progress", Bounded("the time of the job, which alone may call it")),
        ("jobs.shares-left", Bounded("it asks no store")),
        ("jobs.newest-version", Over(none(), MARKS)),
        ("jobs.marks", Over(none(), MARKS)),
        ("jobs.begin-turn", Over(json!({ "text": "p".repeat(201) }), "part must have at most 200 bytes")),
        ("jobs.hold-turn", Over(none(), MARKS)),
        ("jobs.start-mark", Over(json!({ "text": "p".repeat(201) }), "part must have at most 200 bytes")),
        ("jobs.move-mark", Over(none(), MARKS)),
        ("jobs.remove-mark", Over(none(), MARKS)),
        ("mail.send", Over(times(11), "The component wrote more than 10 letters in one call.")),
        ("mail.send-with-secret", Over(times(11), "The component wrote more than 10 letters in one call.")),
        ("notifications.notify", Over(size(5_000), "at most 4096 are allowed")),
        ("notifications.notify-those", Over(size(5_000), "at most 4096 are allowed")),
        ("api-keys.mint", Over(foreign(51), USED_UP)),
        ("api-keys.rotate", Over(foreign(51), USED_UP)),
        ("api-keys.revoke", Over(foreign(51), USED_UP)),
        ("api-keys.revoke-of-member", Over(foreign(51), USED_UP)),
        ("invitations.invite", Over(foreign(51), USED_UP)),
        ("invitations.withdraw", Over(foreign(51), USED_UP)),
        ("single-sign-on.save", Over(foreign(51), USED_UP)),
        ("single-sign-on.test", Over(foreign(51), USED_UP)),
        ("name-lookup.txt-records", Over(times(11), "looked up more than the 10 names that one request may")),
        ("name-lookup.check-url", Over(times(11), "looked up more than the 10 names that one request may")),
        ("key-value.get", Over(times(101), "more than the 100 key-value calls that one request may")),
        ("key-value.set", Over(size((64 << 10) + 1), "TooLarge")),
        ("key-value.compare-and-set", Over(size((64 << 10) + 1), "TooLarge")),
        ("key-value.increment", Over(json!({ "text": "k".repeat(257) }), "TooLarge")),
        ("key-value.delete", Over(times(101), "more than the 100 key-value calls that one request may")),
        ("key-value.list-keys", Over(size(501), "500")),
        ("outbound-http.send", Over(request((1 << 20) + 1), "it may have 1048576")),
        ("outbound-http.send-authorized", Over(request((1 << 20) + 1), "it may have 1048576")),
        ("outbound-http.open", Over(request((1 << 20) + 1), "it may have 1048576")),
        ("outbound-http.open-authorized", Over(request((1 << 20) + 1), "it may have 1048576")),
        ("outbound-http.incoming.status", Bounded("it asks nobody")),
        ("outbound-http.incoming.headers", Bounded("it asks nobody")),
        ("outbound-http.incoming.read", Bounded("`streams` reads more than an answer may have")),
        ("objects.begin-upload", Over(times(5), "4 uploads of this call are open")),
        ("objects.upload.write", Over(size((1 << 20) + 1), "1048576")),
        ("objects.upload.finish", Over(size((1 << 20) + 1), "1048576")),
        ("objects.head", Over(json!({ "text": "k".repeat(513) }), "is not a key")),
        ("objects.read", Over(size((1 << 20) + 1), "one read gives at most 1048576 bytes")),
        ("objects.remove", Over(json!({ "text": "../outside" }), "is not a key")),
        ("objects.list-objects", Over(size(501), "one list gives 1 to 500 objects")),
        ("objects.sign-link", Over(size(3_601), "a link lives 1 to 3600 seconds")),
        ("objects.sign-upload", Over(size(3_601), "lives 1 to 3600 seconds")),
        ("row-files.write", Over(size(5), "The file would have more than 5 bytes, which is all it may have")),
        ("row-files.write-parts", Over(size(5), "The file would have more than 5 bytes, which is all it may have")),
        ("datasets.published", Bounded("50 of each component that serves")),
        ("datasets.query", Over(times(51), STATEMENTS)),
        ("datasets.count-rows", Over(times(51), STATEMENTS)),
        ("datasets.write-parts", Over(size(1), "The file would have more than 1 bytes, which is all it may have")),
        ("event-stream.open", Over(none(), "the route declares none")),
        ("event-stream.sink.send", Bounded("streams are asked of their own route, below")),
        ("event-stream.sink.wait", Bounded("the time that the route declares")),
        ("secrets.mint", Over(times(51), "more than the 50 calls of secrets")),
        ("secrets.fingerprint", Over(times(51), "more than the 50 calls of secrets")),
        ("secrets.seal", Over(times(51), "more than the 50 calls of secrets")),
        ("secrets.unseal", Over(times(51), "more than the 50 calls of secrets")),
        ("secrets.hash-password", Over(password(5), "more than the 4 passwords")),
        ("secrets.verify-password", Over(password(5), "more than the 4 passwords")),
        ("secrets.sign", Over(size((1 << 20) + 1), "1048577 bytes cannot be signed; 1048576 can")),
        ("secrets.configured", Over(times(51), "more than the 50 calls of secrets")),
        ("accounts.show-standing", Over(times(11), ACCOUNTS)),
        ("accounts.show-deletion", Over(times(11), ACCOUNTS)),
        ("accounts.rename", Over(json!({ "text": "n".repeat(201) }), "InvalidName")),
        ("accounts.change-password", Over(json!({ "password": "short" }), "WeakPassword")),
        ("accounts.sign-out-elsewhere", Over(times(11), ACCOUNTS)),
        ("accounts.begin-two-factor", Over(times(11), ACCOUNTS)),
        ("accounts.confirm-two-factor", Over(json!({ "times": 11, "password": "000000" }), ACCOUNTS)),
        ("accounts.renew-recovery-codes", Over(times(11), ACCOUNTS)),
        ("accounts.keep-two-factor", Over(times(11), ACCOUNTS)),
        ("accounts.end-two-factor", Over(times(11), ACCOUNTS)),
        ("accounts.request-export", Over(times(11), ACCOUNTS)),
        ("accounts.delete-account", Bounded("there is nothing left to delete after the first call")),
        ("modules.get-overview", Bounded("it is for staff, and the request's time bounds it")),
        ("modules.switch-module", Bounded("a reason of 500 characters, which staff meet: below")),
        ("people.sign-out-everywhere", Bounded("it is for staff, and the request's time bounds it")),
        ("people.reset-second-factor", Bounded("it is for staff, and the request's time bounds it")),
        ("people.revoke-keys", Bounded("it is for staff, and the request's time bounds it")),
        ("people.set-disabled", Over(size(501), "a reason has at most 500 characters")),
        ("people.set-standing", Bounded("it is for staff, and the request's time bounds it")),
        ("people.begin-acting", Over(size(501), "a reason has at most 500 characters")),
        ("people.end-acting", Bounded("a session acts as one person at a time")),
    ]
}

const ACCOUNTS: &str = "one request has 10 calls of accounts, and had them";

fn none() -> Json {
    json!({})
}

/// So often, for an organization that there is not.
fn foreign(times: u32) -> Json {
    json!({ "times": times, "organization_id": 999_999_999, "text": "https://provider.example" })
}

fn password(times: u32) -> Json {
    json!({ "times": times, "password": PASSWORD, "hex": "00" })
}

fn request(size: u64) -> Json {
    json!({ "text": "https://localhost:1/", "size": size })
}

#[test]
fn every_function_is_refused_over_its_limit() {
    let _alone = alone();
    let names: Vec<&str> = attempts().iter().map(|(function, _)| *function).collect();
    assert_complete("over its limit", &functions(), &names);
    let targets = targets();
    let mut stranger = browser(&targets.stranger);
    let before = State::of(&targets.house);
    let mut wrong = Vec::new();
    for (function, attempt) in attempts() {
        match attempt {
            Over(arguments, sentence) => {
                let called = call(&mut stranger, "intruder", function, &arguments);
                if !called["failure"].as_str().is_some_and(|failure| failure.contains(sentence)) {
                    wrong.push(format!("{function}: {called} instead of {sentence}"));
                }
            }
            Bounded(by) => assert!(!by.is_empty(), "{function}: what bounds it"),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(State::of(&targets.house), before);
}

#[test]
fn a_reason_of_staff_has_an_end() {
    let mut staff = browser(&staff());
    let long = json!({ "text": "partners", "size": 501 });
    let failure = failure(&call(&mut staff, "intruder", "modules.switch-module", &long));
    assert!(failure.contains("a reason has at most 500 characters"), "{failure}");
}

#[test]
fn a_stream_refuses_what_is_too_long_or_would_be_read_as_another_event() {
    let text = deployment().server.get_keyless("/intruder/stream").text;
    for sentence in ["it is open already", "has at most 65536 bytes", "no line breaks"] {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
    assert!(text.lines().all(|line| !line.starts_with("data: forged")), "{text}");
}

//! The people of these tests, and how they ask.

use crate::account_support::{Deployment, Person, deployment};
use quarry::identity::Role;
use quarry::stores::app::Row;
use quarry_tests::browser::Browser;
use serde_json::{Value as Json, json};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Somebody who is signed in, with an institution.
pub(super) struct House {
    pub(super) id: i64,
    pub(super) owner: Person,
    pub(super) member: Person,
}

impl House {
    pub(super) fn new(name: &str) -> House {
        let owner = deployment().person(&format!("{name}-owner"));
        let member = deployment().person(&format!("{name}-member"));
        let id = deployment().institution(&format!("House of {}", owner.email), &owner);
        deployment().add_member(id, &member, Role::Member);
        House { id, owner, member }
    }
}

/// Somebody of staff who may do everything that staff may.
pub(super) fn staff() -> Person {
    let person = deployment().person("staff");
    for permission in ["alpha", "users_manage", "modules_manage", "orgs_manage"] {
        let grant = ["admin", "grant", "--email", &person.email, "--permission", permission];
        deployment().server.command(&grant, "");
    }
    person
}

/// Asks a component of these tests to call a function, from a session. `place` is `complete`, `intruder` or `ungranted`.
#[track_caller]
pub(crate) fn call(browser: &mut Browser<'_>, place: &str, function: &str, arguments: &Json) -> Json {
    let answer = browser.write("POST", &format!("/session/{place}/{function}"), arguments);
    assert_eq!(answer.status, 200, "{place} {function}: {}", answer.text);
    answer.json()
}

/// Calls as [`call`] does, with a key: nobody is signed in.
#[track_caller]
pub(super) fn call_with_key(place: &str, function: &str, arguments: &Json) -> Json {
    let authorization = format!("Bearer {}", deployment().key);
    let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
    let path = format!("/{place}/calls/{function}");
    let answer = deployment().server.send_body("POST", &path, &headers, arguments.to_string().as_bytes());
    assert_eq!(answer.status, 200, "{place} {function}: {}", answer.text);
    answer.json()
}

/// The outcome of a call that the host made.
#[track_caller]
pub(crate) fn outcome(called: &Json) -> Json {
    assert!(called["failure"].is_null(), "{called}");
    called["outcome"].clone()
}

/// The first secret that a call showed.
#[track_caller]
pub(super) fn shown(called: &Json) -> String {
    called["shown"][0].as_str().unwrap_or_else(|| panic!("nothing was shown: {called}")).to_owned()
}

/// The failure of a call that the host refused.
#[track_caller]
pub(super) fn failure(called: &Json) -> String {
    called["failure"].as_str().unwrap_or_else(|| panic!("it was not refused: {called}")).to_owned()
}

/// The state that hostile calls must leave as it is: rows by table, without the values that time alone changes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct State(Vec<i64>);

/// One statement of one row, on both engines.
const STATE: &str = "SELECT
    (SELECT COUNT(*) FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL) AS keys,
    (SELECT COUNT(*) FROM invitations WHERE organization_id = $1) AS invitations,
    (SELECT COUNT(*) FROM memberships WHERE organization_id = $1) AS memberships,
    (SELECT COUNT(*) FROM audit_entries WHERE organization_id = $1) AS audit_entries,
    (SELECT COUNT(*) FROM events WHERE organization_id = $1) AS events,
    (SELECT COUNT(*) FROM organization_single_sign_on WHERE organization_id = $1) AS providers,
    (SELECT COUNT(*) FROM sessions WHERE user_id IN (SELECT user_id FROM memberships WHERE organization_id = $1)) AS sessions,
    (SELECT COUNT(*) FROM users WHERE id IN (SELECT user_id FROM memberships WHERE organization_id = $1)
        AND disabled_at IS NULL) AS people,
    (SELECT COUNT(*) FROM modules WHERE enabled) AS modules,
    (SELECT COUNT(*) FROM component_key_values WHERE component LIKE 'intruder%') AS key_values,
    (SELECT COUNT(*) FROM objects WHERE component LIKE 'intruder%') AS objects,
    (SELECT COUNT(*) FROM jobs WHERE component LIKE 'intruder%') AS jobs";

impl State {
    /// Reads the state of an institution and its people, and of everything that the twins could have kept.
    pub(super) fn of(house: &House) -> State {
        let value = quarry::stores::result_set::Value::Int64(house.id);
        deployment().store(async |store| {
            let rows = store.query(STATE, &[value]).await.expect("an answer");
            let row = Row::first(&rows).expect("a row");
            State(rows.columns.iter().map(|column| row.integer(&column.name).expect("a number")).collect())
        })
    }
}

/// Takes the lock for a test that compares the state before and after, or changes what others compare.
pub(super) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The arguments of a call that names nothing of anybody.
pub(super) fn none() -> Json {
    json!({})
}

/// A house that all hostile calls are about, and somebody who has nothing to do with it.
pub(super) struct Targets {
    pub(super) house: House,
    pub(super) key_id: i64,
    pub(super) invitation_id: i64,
    pub(super) stranger: Person,
}

/// Made once: nothing that the tests do changes it.
pub(super) fn targets() -> &'static Targets {
    static TARGETS: OnceLock<Targets> = OnceLock::new();
    TARGETS.get_or_init(|| {
        let house = House::new("target");
        let mut owner = deployment().browser_of(&house.owner);
        let minted = json!({ "organization_id": house.id, "text": "a key" });
        shown(&call(&mut owner, "complete", "api-keys.mint", &minted));
        let invited = json!({ "organization_id": house.id, "text": "guest@guests.example" });
        let invitation_id = outcome(&call(&mut owner, "complete", "invitations.invite", &invited));
        let key = "SELECT MAX(id) AS number FROM api_keys WHERE organization_id = $1";
        Targets {
            key_id: deployment().number(key, house.id),
            invitation_id: invitation_id.as_i64().expect("an id"),
            stranger: deployment().person("stranger"),
            house,
        }
    })
}

/// A browser of a person of the deployment.
pub(super) fn browser(person: &Person) -> Browser<'static> {
    let deployment: &'static Deployment = deployment();
    deployment.browser_of(person)
}

//! Messages of components to people at `/cable`: they reach those who have to do with the caller, once the change lasts, and
//! nobody else.

use crate::account_support::{Deployment, Person, deployment, eventually};
use quarry::identity::Role;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::cable::{Cable, Heard};
use serde_json::{Value as Json, json};
use std::time::Duration;

const TELLINGS: &str = "/session/notebook/tellings";
/// Twice the time between two looks of a host, and some.
const A_WHILE: Duration = Duration::from_millis(1_200);

fn telling(audience: &str, id: i64, how: &str) -> Json {
    json!({ "audience": audience, "id": id, "how": how })
}

#[track_caller]
fn answer(browser: &mut Browser<'_>, path: &str, telling: &Json) -> Json {
    let answer = browser.write("POST", path, telling);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

#[track_caller]
fn assert_told(cable: &mut Cable) {
    let told = cable.message();
    let expected = (&json!("notification"), &json!("complete"), &json!("note.shared"), &json!({ "text": "look" }));
    assert_eq!((&told["type"], &told["component"], &told["name"], &told["data"]), expected, "{told}");
    assert!(told["at"].as_str().is_some_and(|at| at.ends_with('Z')), "{told}");
}

/// Ada and Ben of one institution, and Eve, who has nothing to do with them.
fn people(deployment: &Deployment) -> (Person, Person, Person, i64) {
    let (ada, ben, eve) = (deployment.person("Ada"), deployment.person("Ben"), deployment.person("Eve"));
    let institution = deployment.institution("Engines", &ada);
    deployment.add_member(institution, &ben, Role::Member);
    (ada, ben, eve, institution)
}

fn cable_of(deployment: &'static Deployment, browser: &Browser<'_>) -> Cable {
    let mut cable = Cable::of(&deployment.server, browser);
    loop {
        match cable.next(Duration::from_millis(50)) {
            // Of a second sign-in of the same person, where a test makes one.
            Heard::Message(_) => {}
            Heard::Nothing => return cable,
            Heard::Closed(code) => panic!("the connection is closed before anything is told: {code:?}"),
        }
    }
}

#[test]
fn a_request_tells_whoever_asks_and_the_members_of_their_organization() {
    let deployment = deployment();
    let (ada, ben, eve, institution) = people(deployment);
    let mut asks = deployment.browser_of(&ada);
    let (bens, eves) = (deployment.browser_of(&ben), deployment.browser_of(&eve));
    let (mut own, mut theirs, mut nobodys) =
        (cable_of(deployment, &asks), cable_of(deployment, &bens), cable_of(deployment, &eves));

    assert_eq!(answer(&mut asks, TELLINGS, &telling("person", ben.user_id, "once"))["told"], 1);
    assert_told(&mut theirs);
    assert_eq!(answer(&mut asks, TELLINGS, &telling("person", ada.user_id, "once"))["told"], 1);
    assert_told(&mut own);
    assert_eq!(answer(&mut asks, TELLINGS, &telling("organization", institution, "once"))["told"], 2);
    assert_told(&mut own);
    assert_told(&mut theirs);

    for (audience, id) in [("person", eve.user_id), ("organization", eve.organization_id)] {
        let refused = answer(&mut asks, TELLINGS, &telling(audience, id, "once"));
        let sentence = refused["refusal"].as_str().unwrap_or_default();
        assert!(sentence.starts_with(&format!("the {audience} {id} is n")), "{refused}");
    }
    let unknown = answer(&mut asks, TELLINGS, &telling("person", 999_999_999, "once"));
    let known = answer(&mut asks, TELLINGS, &telling("person", eve.user_id, "once"));
    let without_number = |refused: &Json| {
        refused["refusal"].as_str().unwrap_or_default().replace(|letter: char| letter.is_ascii_digit(), "")
    };
    assert_eq!(without_number(&unknown), without_number(&known), "it does not tell whether there is such a person");
    assert_eq!(nobodys.next(A_WHILE), Heard::Nothing);
    for cable in [&mut own, &mut theirs] {
        assert_eq!(cable.next(Duration::from_millis(50)), Heard::Nothing, "each is told once");
    }
}

#[test]
fn what_was_let_go_is_told_to_nobody() {
    let deployment = deployment();
    let (ada, ..) = people(deployment);
    let mut asks = deployment.browser_of(&ada);
    let mut own = cable_of(deployment, &asks);
    assert_eq!(answer(&mut asks, TELLINGS, &telling("person", ada.user_id, "abandoned"))["told"], 1);
    assert_eq!(own.next(A_WHILE), Heard::Nothing);
}

#[test]
fn a_job_and_a_route_of_staff_tell_anybody_and_a_request_of_nobody_tells_nobody() {
    let deployment = deployment();
    let (ada, _, eve, _) = people(deployment);
    let mut asks = deployment.browser_of(&ada);
    let eves = deployment.browser_of(&eve);
    let mut heard = cable_of(deployment, &eves);

    answer(&mut asks, "/session/notebook/later_tellings", &telling("person", eve.user_id, "once"));
    let waiting = "SELECT count(*) AS number FROM jobs WHERE name = 'tell' AND state <> 'completed' AND user_id = $1";
    eventually("the job ends", || deployment.number(waiting, ada.user_id) == 0);
    assert_told(&mut heard);

    let nobody = deployment.server.send_body(
        "POST",
        "/notebook/keyless_tellings",
        &[("content-type", "application/json")],
        telling("person", eve.user_id, "once").to_string().as_bytes(),
    );
    let refusal = nobody.json()["refusal"].as_str().unwrap_or_default().to_owned();
    assert!(refusal.contains("is neither the caller nor a member"), "{}", nobody.text);

    let staff = deployment.person("Sam");
    let permission = "INSERT INTO user_permissions (user_id, permission) VALUES ($1, 'audit_view')";
    deployment.execute(permission, &[Value::Int64(staff.user_id)]);
    let mut staffs = deployment.browser_of(&staff);
    let elsewhere = answer(&mut staffs, TELLINGS, &telling("person", eve.user_id, "once"));
    assert!(elsewhere["refusal"].is_string(), "on other routes staff are people like others: {elsewhere}");
    let own = "/session/notebook/staff_tellings";
    assert_eq!(answer(&mut staffs, own, &telling("organization", eve.organization_id, "once"))["told"], 1);
    assert_told(&mut heard);
    assert_eq!(heard.next(A_WHILE), Heard::Nothing);
}

#[test]
fn an_event_is_of_the_organization_that_asks_or_of_any_from_a_job_and_a_route_of_staff() {
    let deployment = deployment();
    let (ada, _, eve, institution) = people(deployment);
    let mut asks = deployment.browser_of(&ada);
    let events = |organization_id: i64| {
        deployment.number("SELECT count(*) AS number FROM events WHERE organization_id = $1", organization_id)
    };
    assert_eq!(answer(&mut asks, TELLINGS, &telling("organization", institution, "event"))["told"], 1);
    let refused = answer(&mut asks, TELLINGS, &telling("organization", eve.organization_id, "event"));
    let sentence = format!("the organization {} is not the caller's", eve.organization_id);
    assert!(refused["refusal"].as_str().unwrap_or_default().starts_with(&sentence), "{refused}");
    assert_eq!((events(institution), events(eve.organization_id)), (1, 0));
    let later = "/session/notebook/later_tellings";
    answer(&mut asks, later, &telling("organization", eve.organization_id, "event"));
    eventually("the job emits it", || events(eve.organization_id) == 1);
}

#[test]
fn a_message_is_as_declared_and_there_are_not_too_many() {
    let deployment = deployment();
    let (ada, ..) = people(deployment);
    let mut asks = deployment.browser_of(&ada);
    let mut own = cable_of(deployment, &asks);
    for (how, sentence) in [
        ("undeclared", "no notification note.undeclared is declared in the manifest"),
        ("malformed", "the data of the notification note.shared is not as declared"),
        ("long", "data has 5011 bytes; at most 4096 are allowed"),
        ("many", "The component wrote more than 100 notifications in one call."),
    ] {
        let refused = answer(&mut asks, TELLINGS, &telling("person", ada.user_id, how));
        assert!(refused["refusal"].as_str().unwrap_or_default().starts_with(sentence), "{how}: {refused}");
    }
    // More people than one call may tell.
    let crowd = deployment.institution("Crowd", &ada);
    let many = "INSERT INTO users (email, email_key, name, created_at)
                WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1000)
                SELECT 'crowd-' || number, 'crowd-' || number, 'Crowd', 0 FROM numbers";
    deployment.execute(many, &[]);
    let join = "INSERT INTO memberships (organization_id, user_id, role, created_at)
                SELECT CAST($1 AS BIGINT), id, 'member', 0 FROM users WHERE name = 'Crowd'";
    deployment.execute(join, &[Value::Int64(crowd)]);
    // Of a person's institutions the session is in the first.
    let leave = "DELETE FROM memberships WHERE user_id = $1 AND organization_id <> $2
                 AND organization_id IN (SELECT id FROM organizations WHERE kind = 'institution')";
    deployment.execute(leave, &[Value::Int64(ada.user_id), Value::Int64(crowd)]);
    let mut asks = deployment.browser_of(&ada);
    let refused = answer(&mut asks, TELLINGS, &telling("organization", crowd, "once"));
    let sentence =
        "The component told 1000 people at the most in one call; 1000 are left, and this message is for 1001.";
    assert_eq!(refused["refusal"], sentence);
    while let Heard::Message(message) = own.next(A_WHILE) {
        assert_eq!(message["type"], "notice", "nothing of a refused call is told: {message}");
    }
}

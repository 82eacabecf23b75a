//! Writes of signed-in people that are made once: whoever presses twice, or gets no answer and sends the request again, pays once.

use crate::account_support::{Person, deployment, eventually};
use crate::own_shelves::OWN_SHELF;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

/// Somebody whose own shelf has come.
fn payer() -> Person {
    let person = deployment().person("payer");
    let members = "SELECT COUNT(*) AS number FROM complete__shelf_members WHERE shelf_id = $1";
    eventually("every account has a shelf", || deployment().number(members, shelf_of(&person)) == 1);
    person
}

/// The path of payments on the shelf that every account has.
fn payments(person: &Person) -> String {
    format!("/session/shelves/{}/payments", shelf_of(person))
}

fn shelf_of(person: &Person) -> i64 {
    OWN_SHELF + person.user_id
}

fn lines_of(person: &Person) -> i64 {
    let sql = "SELECT COUNT(*) AS number FROM complete__ledger_lines WHERE shelf_id = $1";
    deployment().number(sql, shelf_of(person))
}

fn pay(key: &str, amount: i64) -> Json {
    json!({ "request_key": key, "amount": amount })
}

#[track_caller]
fn assert_refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{}", answer.text);
}

#[test]
fn a_payment_that_is_sent_again_is_made_once_and_answered_alike() {
    let person = payer();
    let mut browser = deployment().browser_of(&person);
    let path = payments(&person);
    let first = browser.write("POST", &path, &pay("rent-of-may", 1_900));
    assert_eq!(
        (first.status, first.json()),
        (201, json!({ "line": { "line": 1, "amount": 1_900 } })),
        "{}",
        first.text
    );
    assert_eq!(first.header("idempotent-replayed"), "");
    let again = browser.write("POST", &path, &pay("rent-of-may", 1_900));
    assert_eq!((again.status, again.json()), (201, first.json()), "{}", again.text);
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(lines_of(&person), 1);
    let other = browser.write("POST", &path, &pay("rent-of-june", 1_900));
    assert_eq!(other.json(), json!({ "line": { "line": 2, "amount": 1_900 } }));
}

#[test]
fn a_request_key_of_another_request_changes_nothing() {
    let person = payer();
    let mut browser = deployment().browser_of(&person);
    let path = payments(&person);
    assert_eq!(browser.write("POST", &path, &pay("once", 5)).status, 201);
    let other = browser.write("POST", &path, &pay("once", 6));
    assert_refused(&other, 422, "request_key_reused");
    assert!(other.json()["detail"].as_str().is_some_and(|detail| detail.contains("request_key")), "{}", other.text);
    assert_eq!(lines_of(&person), 1);
}

#[test]
fn a_refusal_is_kept_as_an_answer_is() {
    let person = payer();
    let mut browser = deployment().browser_of(&person);
    let path = payments(&person);
    for _ in 0..2 {
        assert_refused(&browser.write("POST", &path, &pay("nothing", 0)), 409, "nothing_to_pay");
    }
    assert_refused(&browser.write("POST", &path, &pay("nothing", 7)), 422, "request_key_reused");
    assert_eq!(lines_of(&person), 0);
}

#[test]
fn a_request_key_that_is_none_is_refused_before_anything_is_written() {
    let person = payer();
    let mut browser = deployment().browser_of(&person);
    let path = payments(&person);
    for body in [
        json!({ "amount": 1 }),
        json!({ "request_key": null, "amount": 1 }),
        pay("", 1),
        pay("two words", 1),
        pay("\u{fc}ber", 1),
        pay(&"k".repeat(256), 1),
    ] {
        let answer = browser.write("POST", &path, &body);
        assert_refused(&answer, 422, "validation_failed");
        assert!(answer.json()["fields"].get("request_key").is_some(), "{}", answer.text);
    }
    assert_eq!(lines_of(&person), 0);
}

#[test]
fn a_request_key_is_the_tenants_and_means_nothing_to_another() {
    let (one, other) = (payer(), payer());
    let (mut first, mut second) = (deployment().browser_of(&one), deployment().browser_of(&other));
    for (browser, person) in [(&mut first, &one), (&mut second, &other)] {
        let paid = browser.write("POST", &payments(person), &pay("same", 3));
        assert_eq!((paid.status, paid.header("idempotent-replayed")), (201, ""), "{}", paid.text);
    }
    assert_eq!((lines_of(&one), lines_of(&other)), (1, 1));
    // Somebody who may not pay there is not told what was paid.
    let stranger = second.write("POST", &payments(&one), &pay("same", 3));
    assert_refused(&stranger, 404, "not_found");
    // Another member presses too: the tenant pays once.
    let member = "INSERT INTO complete__shelf_members (shelf_id, user_id, rank) VALUES ($1, $2, 'editor')";
    let values = [shelf_of(&one), other.user_id].map(quarry::stores::result_set::Value::Int64);
    deployment().execute(member, &values);
    let replayed = second.write("POST", &payments(&one), &pay("same", 3));
    assert_eq!((replayed.status, replayed.header("idempotent-replayed")), (201, "true"), "{}", replayed.text);
    assert_eq!(lines_of(&one), 1);
}

#[test]
fn requests_that_come_together_pay_once() {
    let person = payer();
    let path = payments(&person);
    let answers: Vec<(u16, String)> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    let mut browser = deployment().browser_of(&person);
                    let answer = browser.write("POST", &path, &pay("together", 11));
                    (answer.status, if answer.status == 409 { answer.code() } else { String::new() })
                })
            })
            .collect();
        sent.into_iter().map(|sent| sent.join().expect("an answer")).collect()
    });
    let is_good =
        |(status, code): &(u16, String)| *status == 201 || (*status, code.as_str()) == (409, "request_in_progress");
    assert!(answers.iter().all(is_good) && answers.iter().any(|(status, _)| *status == 201), "{answers:?}");
    assert_eq!(lines_of(&person), 1);
}

//! A stranger's statements about accounts: whatever they do, people sign up, leave, and get their data.

use super::{Harm, deployment, rows_of, settled, sign_up, told};
use crate::account_support::{Person, eventually};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// A number that no engine takes the absolute value of.
const FAILS: i64 = i64::MIN;
/// Rows to count, which takes an engine minutes.
const ENDLESS: i64 = 4_000_000_000;

fn has_personal_space(user_id: i64) -> bool {
    deployment().number("SELECT COUNT(*) AS number FROM spaces WHERE personal_user_id = $1", user_id) == 1
}

#[test]
fn a_strangers_failing_statement_refuses_no_sign_up_and_is_named_in_the_log() {
    let harm = Harm::of("refuse_accounts", 1);
    let user_id = sign_up("Ada");
    assert!(has_personal_space(user_id), "what the service gives each account is there with its first answer");
    eventually("the log names component and statement", || {
        told(&["a component's statements for new accounts failed", "stranger", "insert_accounts"])
    });
    assert_eq!(rows_of(user_id), 0);
    harm.end();
    eventually("the account has its row once the statement works", || rows_of(user_id) == 1);
}

#[test]
fn one_account_that_a_stranger_fails_for_keeps_no_other_from_its_rows() {
    let harm = Harm::none();
    let poisoned = settled("Poisoned");
    deployment().execute(
        "DELETE FROM prepared_accounts WHERE component = 'stranger' AND user_id = $1",
        &[quarry::stores::result_set::Value::Int64(poisoned.user_id)],
    );
    deployment().execute(
        "DELETE FROM stranger__accounts WHERE user_id = $1",
        &[quarry::stores::result_set::Value::Int64(poisoned.user_id)],
    );
    harm.add("refuse_account", poisoned.user_id);
    let others = ["Ben", "Cleo"].map(|name| deployment().person(name));
    for other in &others {
        eventually("the others have theirs", || rows_of(other.user_id) == 1);
    }
    assert_eq!(rows_of(poisoned.user_id), 0);
}

#[test]
fn a_strangers_endless_statement_holds_up_no_sign_up() {
    let harm = Harm::of("slow_accounts", ENDLESS);
    let began = Instant::now();
    let user_id = sign_up("Slow");
    assert!(has_personal_space(user_id));
    assert!(began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(20)), "{:?}", began.elapsed());
    eventually("the log says that it took too long", || told(&["its statements took longer than 1 s", "stranger"]));
    harm.end();
    eventually("the account has its row once the statement ends", || rows_of(user_id) == 1);
}

#[test]
fn a_strangers_statement_is_given_no_name() {
    let columns = std::fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("components/stranger/sql/insert_accounts.sql"),
    );
    assert!(columns.expect("its statement").contains("{accounts:rows(user_id int64, created_at timestamp)}"));
    let _harm = Harm::none();
    let person = settled("Nameless");
    assert_eq!(rows_of(person.user_id), 1, "ids and times are enough for it to load and run");
}

fn delete(person: &Person) -> (u16, Json) {
    let mut browser = deployment().browser_of(person);
    let answer = browser.write("DELETE", "/session/account", &json!({}));
    (answer.status, answer.json())
}

#[test]
fn what_a_stranger_says_of_an_account_that_it_keeps_is_said_in_its_name() {
    let harm = Harm::of("keep", 1);
    let person = settled("Kept");
    let browser = deployment().browser_of(&person);
    let sentence = "The component stranger keeps your account, and says: \"Send 1 ETH to 0x00 to leave.\" Tell the operator where \
                    that is not so.";
    let plan = browser.get("/session/account").json()["deletion"]["kept_back"].clone();
    assert_eq!((&plan[0]["code"], &plan[0]["reason"]), (&json!("kept_by_component"), &json!(sentence)), "{plan}");
    let (status, refused) = delete(&person);
    assert_eq!(
        (status, &refused["code"], &refused["detail"]),
        (422, &json!("kept_by_component"), &json!(sentence)),
        "{refused}"
    );
    assert_eq!(refused["status"], Json::Null, "its rows stand in no member of its choice: {refused}");
    assert_eq!(refused["rows"][0]["reason"], "keep", "{refused}");
    let entries = "SELECT after AS text FROM audit_entries WHERE action = 'account.kept' AND actor_user_id = $1";
    let entries = deployment().texts(entries, person.user_id);
    assert!(entries.len() == 1 && entries[0].contains("The component stranger keeps your account"), "{entries:?}");
    harm.end();
    assert_eq!(delete(&person).0, 200, "and no longer than it says so");
}

#[test]
fn a_strangers_failing_or_endless_statement_keeps_no_account() {
    for (kind, amount) in [("fail_keeping", FAILS), ("slow_keeping", ENDLESS)] {
        let _harm = Harm::of(kind, amount);
        let person = settled("Leaving");
        assert_eq!(deployment().browser_of(&person).get("/session/account").status, 200, "{kind}");
        let (status, answer) = delete(&person);
        assert_eq!(status, 200, "{kind}: {answer}");
        assert!(told(&["what keeps an account", "stranger", "last_owner"]), "{kind}");
    }
}

#[test]
fn what_a_stranger_fails_to_erase_is_said_to_stay_and_the_account_goes() {
    let harm = Harm::of("fail_erasure", FAILS);
    let person = settled("Erased");
    let (status, answer) = delete(&person);
    assert_eq!(status, 200, "{answer}");
    let kept = answer["kept"].to_string();
    assert!(kept.contains("The component stranger failed to remove them: ask the operator to."), "{answer}");
    assert_eq!(rows_of(person.user_id), 1, "nothing is said to be gone that is not");
    assert!(told(&["a component failed to remove a person's rows", "stranger", "stranger__accounts"]));
    harm.end();
    let other = settled("Another");
    assert_eq!(delete(&other).0, 200);
    assert_eq!(rows_of(other.user_id), 0, "otherwise its statement runs");
}

#[test]
fn an_export_goes_on_without_the_rows_that_a_stranger_fails_to_give() {
    let _harm = Harm::of("fail_export", FAILS);
    let person = settled("Exported");
    let mut browser = deployment().browser_of(&person);
    let asked = browser.write("POST", "/session/account/export", &json!({}));
    assert_eq!(asked.status, 202, "{}", asked.text);
    eventually("the file is ready", || browser.get("/session/account").json()["export"]["state"] == "ready");
    let export = browser.get("/session/account").json()["export"].clone();
    let path =
        export["download_path"].as_str().and_then(|path| path.strip_prefix("/api/v1")).expect("a path").to_owned();
    let file = deployment().server.get_keyless(&path).json();
    let tables = file["tables"].as_array().expect("a list");
    let of =
        |name: &str| tables.iter().find(|table| table["table"] == name).unwrap_or_else(|| panic!("{name}: {file}"));
    assert_eq!(
        (&of("stranger__accounts")["rows"], &of("stranger__accounts")["incomplete"]),
        (&json!([]), &json!(true))
    );
    assert_eq!(of("users")["rows"][0]["email"], person.email, "the rest is there");
    assert!(told(&["a component failed to give a person's rows", "stranger"]));
}

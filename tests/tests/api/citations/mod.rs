//! Citations as people and programs make them: what is hashed, what a space has of it, and what becomes of it when data change.

mod changes;
mod figures;
mod forms;
mod growth;
mod real_figures;
mod records;
mod refusals;
mod rows;
mod transactions;

use crate::account_support::eventually;
use crate::organizations::house::{Person, execute};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::{Server, shared};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

/// Somebody of the sample's server with a space of their own.
fn settled(server: &'static Server, name: &str) -> (Person, Browser<'static>) {
    let person = Person::new(server, name);
    let plan = "UPDATE organizations SET plan_key = 'researcher' WHERE id = $1";
    execute(server, plan, &[Value::Int64(person.own_organization_id)]);
    let browser = person.browser(server);
    eventually("every account has a space of its own", || {
        browser.get("/session/spaces").json()["spaces"].as_array().is_some_and(|spaces| !spaces.is_empty())
    });
    (person, browser)
}

/// Cites with the key of the sample that has every scope.
fn by_key(body: &Json) -> Answer {
    let key = format!("Bearer {}", shared().full_key);
    let headers = [("authorization", key.as_str()), ("content-type", "application/json")];
    shared().send_body("POST", "/citations", &headers, body.to_string().as_bytes())
}

#[track_caller]
fn cited(body: &Json) -> Json {
    let answer = by_key(body);
    assert!([200, 201].contains(&answer.status), "{body}: {}", answer.text);
    answer.json()
}

/// RFC 8785 of what citations have: objects, lists, texts, whole numbers.
fn canonical(json: &Json) -> String {
    match json {
        Json::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort();
            let members: Vec<String> =
                names.into_iter().map(|name| format!("{}:{}", json!(name), canonical(&members[name]))).collect();
            format!("{{{}}}", members.join(","))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        plain => plain.to_string(),
    }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Asserts that the hash is that of what is shown as hashed, and that the token has the id.
#[track_caller]
fn assert_hashed(citation: &Json) {
    assert_eq!(citation["hash"], json!(format!("0x{}", sha256(&canonical(&citation["cited"])))), "{citation}");
    if let Some(id) = citation["id"].as_i64() {
        assert_eq!(citation["token"], json!(format!("{{{{derived:{id}}}}}")), "{citation}");
    }
    assert_eq!(citation["cited"]["value"], citation["value"], "{citation}");
}

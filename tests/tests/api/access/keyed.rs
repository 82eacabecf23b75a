//! Operations for keys: asked by a key of each scope, by keys that are worth nothing, and by a caller without a key.

use super::expectations::{Expectation, Who, expectations};
use super::people::{Stage, stage};
use crate::organizations::house::House;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

const SCOPES: [&str; 3] = ["read", "research:write", "exports"];

/// Every operation that its document asks a key for.
pub(super) fn declared() -> BTreeSet<String> {
    let document = document();
    let of_path = |(path, methods): (&String, &Json)| {
        let methods = methods.as_object().expect("methods").iter();
        let keyed = methods.filter(|(_, operation)| operation["security"] != json!([]));
        keyed.map(|(method, _)| format!("{} {path}", method.to_uppercase())).collect::<Vec<_>>()
    };
    document["paths"].as_object().expect("paths").iter().flat_map(of_path).collect()
}

fn document() -> Json {
    let answer = stage().server.get_keyless("/openapi.json");
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn keyed() -> impl Iterator<Item = &'static Expectation> {
    expectations().values().filter(|expected| expected.is_keyed())
}

/// The operation with these headers, with the document's examples in its path and in its body.
fn send(stage: &Stage, document: &Json, operation: &str, headers: &[(&str, &str)]) -> Answer {
    let (method, template) = operation.split_once(' ').expect("method and path");
    let mut path = template.to_owned();
    let declared = &document["paths"][template][method.to_lowercase()];
    let parameters = declared["parameters"].as_array();
    for parameter in parameters.into_iter().flatten().filter(|parameter| parameter["in"] == "path") {
        let name = parameter["name"].as_str().expect("a name");
        let example = match &parameter["example"] {
            Json::String(text) => text.clone(),
            number => number.to_string(),
        };
        path = path.replace(&format!("{{{name}}}"), &example);
    }
    match method {
        "GET" => stage.server.send(method, &path, headers),
        _ if declared["requestBody"].is_null() => stage.server.send(method, &path, headers),
        _ => {
            let example = &declared["requestBody"]["content"]["application/json"]["example"];
            assert!(example.is_object(), "{operation} has an example of its body");
            let headers = [headers, &[("content-type", "application/json")]].concat();
            stage.server.send_body(method, &path, &headers, example.to_string().as_bytes())
        }
    }
}

/// A key of an organization.
fn mint(stage: &'static Stage, house: &House, scopes: &[&str], allowed: &[&str]) -> (i64, String) {
    let body = json!({ "name": "notebook", "scopes": scopes, "ip_allow_list": allowed });
    let made = stage.done(&house.owner, "POST", &house.path("/api_keys"), &body);
    let key = made["secret"].as_str().expect("the key, shown once");
    (made["api_key"]["id"].as_i64().expect("a number"), format!("Bearer {key}"))
}

fn refused(operation: &str, answer: &Answer, (status, code): (u16, &str)) {
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{operation}: {}", answer.text);
    assert!(answer.detail().ends_with('.'), "{operation}: {}", answer.text);
}

#[test]
fn a_key_gets_what_its_scope_has_and_nothing_else() {
    let (stage, document) = (stage(), document());
    let house = stage.house();
    let keys: Vec<_> = SCOPES.map(|scope| (scope, mint(stage, &house, &[scope], &[]).1)).into_iter().collect();
    let every = mint(stage, &house, &SCOPES, &[]).1;
    let held = stage.held(house.id);
    // Refused calls first: a key that was let in is said to have been used.
    for expected in keyed() {
        let Who::Key(needed) = expected.who else { continue };
        for (_, key) in keys.iter().filter(|(scope, _)| *scope != needed) {
            let answer = send(stage, &document, expected.operation, &[("authorization", key)]);
            refused(expected.operation, &answer, expected.below.expect("a refusal"));
            assert_eq!(answer.json()["scope"], needed, "{}: {}", expected.operation, answer.text);
        }
    }
    assert!(stage.held(house.id) == held, "what is refused changes nothing");
    for expected in keyed() {
        let Who::Key(needed) = expected.who else { continue };
        let its_own = keys.iter().filter(|(scope, _)| *scope == needed).map(|(_, key)| key);
        for key in its_own.chain([&every]) {
            let answer = send(stage, &document, expected.operation, &[("authorization", key)]);
            assert!(![401, 403].contains(&answer.status), "{}: {}", expected.operation, answer.text);
            assert!(expected.answers.is_none_or(|status| status == answer.status), "{}", expected.operation);
        }
    }
}

#[test]
fn nobody_without_a_key_that_is_worth_something_reads_what_needs_one() {
    let (stage, document) = (stage(), document());
    let (house, shut) = (stage.house(), stage.house());
    let (id, revoked) = mint(stage, &house, &SCOPES, &[]);
    stage.done(&house.owner, "DELETE", &house.path(&format!("/api_keys/{id}")), &Json::Null);
    let elsewhere = mint(stage, &house, &SCOPES, &["192.0.2.0/24"]).1;
    let suspended = mint(stage, &shut, &SCOPES, &[]).1;
    stage.suspend(&shut);
    let person = stage.asker(&house.owner);
    for expected in keyed() {
        let signed_out = expected.signed_out.expect("a refusal");
        let cookie = ("cookie", person.browser.cookie.as_str());
        let nonsense = ("authorization", "Bearer qk_test_0000000000000000000000000000");
        for headers in [&[][..], &[cookie], &[nonsense], &[("authorization", &revoked)]] {
            refused(expected.operation, &send(stage, &document, expected.operation, headers), signed_out);
        }
        let answer = send(stage, &document, expected.operation, &[("authorization", &suspended)]);
        refused(expected.operation, &answer, expected.suspended.expect("a refusal"));
        let answer = send(stage, &document, expected.operation, &[("authorization", &elsewhere)]);
        refused(expected.operation, &answer, (403, "ip_not_allowed"));
    }
}

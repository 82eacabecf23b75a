//! The email domain: a claim to one that is somebody else's.

use super::house::{House, publish, server};
use serde_json::{Value as Json, json};

fn domain(name: &str) -> String {
    format!("{name}-{}.example", std::process::id())
}

#[test]
fn a_domain_is_verified_by_its_record_and_by_nothing_else() {
    let (server, house) = (server(), House::new(server()));
    let name = domain("institute");
    let mut admin = house.admin.browser(server);
    let verify = house.path("/verify_domain");
    let without = admin.write("POST", &verify, &json!({}));
    assert_eq!((without.status, without.code().as_str()), (422, "no_domain"), "{}", without.text);
    let set = admin.write("PATCH", &house.path(""), &json!({ "email_domain": format!("{}.", name.to_uppercase()) }));
    assert_eq!(set.status, 200, "{}", set.text);
    let record = set.json()["email_domain"]["txt_record"].clone();
    assert_eq!(record["name"], json!(name));
    let value = record["value"].as_str().expect("a value").to_owned();
    assert!(value.starts_with("quarry-domain-verification="), "{value}");
    assert!(house.member.browser(server).get(&house.path("")).json()["email_domain"]["txt_record"].is_null());

    for texts in [vec![], vec!["v=spf1 -all"], vec!["quarry-domain-verification=0000"]] {
        publish(&name, &texts);
        let refused = admin.write("POST", &verify, &json!({}));
        assert_eq!((refused.status, refused.code().as_str()), (422, "domain_not_verified"), "{}", refused.text);
        let sentence = format!("No TXT record of {name} says {value}: make it,");
        assert!(refused.detail().starts_with(&sentence), "{}", refused.text);
    }
    // A record longer than one piece of a TXT record stands beside it.
    let long = "x".repeat(600);
    publish(&name, &["v=spf1 -all", &long, &value]);
    let verified = admin.write("POST", &verify, &json!({}));
    assert_eq!(verified.status, 200, "what was asked a moment ago is not remembered: {}", verified.text);
    assert!(verified.json()["email_domain"]["verified_at"].is_string(), "{}", verified.text);
    assert_eq!(admin.write("POST", &verify, &json!({})).status, 200, "once more changes nothing");

    let rotated = admin.write("POST", &house.path("/rotate_domain_token"), &json!({}));
    assert_eq!(rotated.status, 200, "{}", rotated.text);
    let after = &rotated.json()["email_domain"];
    assert_eq!(after["verified_at"], Json::Null, "the new record was not found yet");
    assert_ne!(after["txt_record"]["value"], json!(value));
    let refused = admin.write("POST", &verify, &json!({}));
    assert_eq!(refused.code(), "domain_not_verified", "the old record is worth nothing: {}", refused.text);
}

#[test]
fn a_verified_domain_is_one_organizations() {
    let (server, first, second) = (server(), House::new(server()), House::new(server()));
    let name = domain("shared");
    let mut values = Vec::new();
    for house in [&first, &second] {
        let set = house.admin.browser(server).write("PATCH", &house.path(""), &json!({ "email_domain": name }));
        let value = set.json()["email_domain"]["txt_record"]["value"].as_str().expect("a value").to_owned();
        values.push(value);
    }
    assert_ne!(values[0], values[1]);
    publish(&name, &[&values[0], &values[1]]);
    let verify = |house: &House| house.admin.browser(server).write("POST", &house.path("/verify_domain"), &json!({}));
    assert_eq!(verify(&first).status, 200);
    let refused = verify(&second);
    assert_eq!((refused.status, refused.code().as_str()), (422, "domain_taken"), "{}", refused.text);
    let freed = first.admin.browser(server).write("PATCH", &first.path(""), &json!({ "email_domain": "" }));
    assert_eq!(freed.json()["email_domain"], Json::Null, "{}", freed.text);
    assert_eq!(verify(&second).status, 200, "whoever gives it up makes room");
    let renamed = second.admin.browser(server).write("PATCH", &second.path(""), &json!({ "name": "Renamed" }));
    assert_eq!(renamed.json()["email_domain"]["domain"], name.as_str(), "what is left out stays: {}", renamed.text);
    let removed = second.admin.browser(server).write("PATCH", &second.path(""), &json!({ "email_domain": null }));
    assert_eq!(removed.json()["email_domain"], Json::Null, "null removes it: {}", removed.text);
}

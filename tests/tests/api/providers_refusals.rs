//! A provider of OpenID Connect that is refused, and people who are refused though the provider knows them.

use crate::providers::{place, start};
use crate::staff_support::{good, id_of, last_entry, organization_of};
use quarry_tests::browser::Browser;
use serde_json::json;

#[test]
fn a_provider_that_is_not_what_it_says_is_not_used() {
    for fault in ["foreign_document", "script_authorization"] {
        let place = start(fault, &[]);
        place.provider.fault(fault);
        let mut browser = Browser::new(&place.server);
        let refused = place.provider.ask(&mut browser, json!({ "provider": "company" }), false);
        assert_eq!((refused.status, refused.code().as_str()), (503, "data_source_unavailable"), "{}", refused.text);
        assert!(!refused.text.contains("elsewhere") && !refused.text.contains("script"), "{}", refused.text);
    }
}

#[test]
fn letters_that_only_look_alike_are_two_addresses() {
    let place = place();
    let known = place.server.new_person("Kate Known", "free");
    assert!(known.starts_with('k'));
    // The Kelvin sign, whose lowercase is k.
    place.provider.person("kelvin-1", &known.replacen('k', "\u{212a}", 1));
    let (mut browser, body) = place.come_back();
    let refused = browser.exchange(&body);
    assert_eq!((refused.status, refused.code().as_str()), (401, "provider_sign_in_failed"), "{}", refused.text);
    place.provider.person("kelvin-2", &known.to_uppercase());
    assert_eq!(place.signed_in().get("/session").json()["user"]["email"], known.as_str());
}

#[test]
fn a_provider_lets_nobody_in_who_may_not_and_does_not_remember_that_they_came() {
    let place = place();
    let mut staff = Browser::of(&place.server, "staff");
    let email = place.server.new_person("Shut Out", "free");
    let id = id_of(&staff, &email);
    let refused = |reason: &str| {
        place.provider.person("shut-out-1", &email);
        let (mut browser, body) = place.come_back();
        let refused = browser.exchange(&body);
        assert_eq!((refused.status, refused.code().as_str()), (403, "forbidden"), "{}", refused.text);
        let entry = last_entry(&Browser::of(&place.server, "staff"), "user", &id.to_string());
        assert_eq!((&entry["action"], &entry["after"]["reason"]), (&json!("session.refused"), &json!(reason)));
    };
    let path = format!("/session/admin/organizations/{}/suspend", organization_of(&staff, "Shut Out"));
    good(&staff.write("PATCH", &path, &json!({ "reason": "payment is overdue" })));
    refused("suspended");
    let path = format!("/session/admin/users/{id}/toggle_disabled");
    good(&staff.write("PATCH", &path, &json!({ "disabled": true, "reason": "left the company" })));
    refused("disabled");
    // The provider's name for the person leads to no account, so another address of theirs makes a new one.
    place.provider.person("shut-out-1", "let.in@company.example");
    assert_eq!(place.signed_in().get("/session").json()["user"]["email"], "let.in@company.example");
}

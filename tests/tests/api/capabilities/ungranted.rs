//! Every function without its grant: refused by the grant's name, and nothing has happened.

use super::assert_complete;
use super::contract::{functions, grants};
use super::stage::{State, alone, browser, call, failure, targets};
use crate::account_support::PASSWORD;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// The functions that need no grant, or have nothing to refuse, and the reason.
const WITHOUT_GRANT: &[(&str, &str)] = &[
    ("app-store.begin", "the twin is granted the app store, to have transactions; see hostile"),
    ("app-store.commit", "as above"),
    ("app-store.query", "as above"),
    ("app-store.transaction.execute", "as above"),
    ("app-store.transaction.query", "as above"),
    ("deployment.addresses", "what anybody may know"),
    ("deployment.base-path", "what anybody may know"),
    ("event-stream.open", "for routes that declare one"),
    ("event-stream.sink.send", "of a stream that is open"),
    ("event-stream.sink.wait", "of a stream that is open"),
    ("identity.caller-profile", "gives nothing where it is not granted"),
    ("jobs.shares-left", "a call may know what is left to it"),
    ("log.emit", "bounded, and for anybody"),
    ("settings.read", "the manifest names the groups"),
    ("values.result-set.columns", "of rows that a store gave"),
    ("values.result-set.row-count", "of rows that a store gave"),
    ("values.result-set.rows-read", "of rows that a store gave"),
    ("values.result-set.value", "of rows that a store gave"),
];

/// Grants that are no function's.
const OF_HOOKS: &[&str] =
    &["account-keeping", "first-party", "new-account-names", "new-accounts", "personal-data", "text-answers"];

/// The grant that is asked for first, where it is not the one of the interface's name.
fn grant_of(function: &str) -> &str {
    match function {
        // Its credential is a secret.
        "outbound-http.send-authorized" | "outbound-http.open-authorized" => "secrets",
        function => function.split_once('.').map_or("", |(interface, _)| interface),
    }
}

#[test]
fn every_function_that_was_not_granted_is_refused_by_the_grants_name() {
    let free: BTreeSet<String> = WITHOUT_GRANT.iter().map(|(function, _)| (*function).to_owned()).collect();
    let refused: BTreeSet<String> = functions().difference(&free).cloned().collect();
    let names: Vec<&str> =
        refused.iter().map(String::as_str).chain(WITHOUT_GRANT.iter().map(|(function, _)| *function)).collect();
    assert_complete("ungranted", &functions(), &names);
    let covered: BTreeSet<String> = refused.iter().map(|function| grant_of(function).to_owned()).collect();
    let mut all = grants();
    all.remove("app-store");
    // What the host does with a component beside its calls is told from its manifest (`contract/mistaken_tenancy`).
    for of_hooks in OF_HOOKS {
        assert!(all.remove(*of_hooks), "{of_hooks}");
    }
    assert_eq!(covered, all, "every grant has a function that needs it");

    let _alone = alone();
    let targets = targets();
    // The owner of the house, who may do it all: what is refused is refused to the component.
    let mut owner = browser(&targets.house.owner);
    let before = State::of(&targets.house);
    for function in &refused {
        let arguments = json!({
            "organization_id": targets.house.id, "id": targets.house.member.user_id, "text": "a", "password": PASSWORD,
        });
        let sentence = failure(&call(&mut owner, "ungranted", function, &arguments));
        let expected = format!("the component was not granted {}", grant_of(function));
        assert!(sentence.contains(&expected), "{function}: {sentence}");
    }
    let profile = call(&mut owner, "ungranted", "identity.caller-profile", &json!({}));
    assert_eq!(profile, json!({ "outcome": Json::Null }));
    assert_eq!(State::of(&targets.house), before);
}

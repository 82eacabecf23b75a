//! One's own account.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::account_support::code;
use serde_json::json;

const TWO_FACTOR: &str = "/session/account/two_factor";

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/account", Stage::by_person),
    request("PATCH /session/account", |stage| stage.by_person().with(json!({ "name": "Ada the Second" }))),
    request("DELETE /session/account", Stage::by_person),
    request("PATCH /session/account/password", |stage| {
        stage.by_person().with(json!({ "password": "eleven slow harbours, 1987" }))
    }),
    request("DELETE /session/account/sessions", Stage::by_person),
    request("POST /session/account/export", Stage::by_person),
    request("POST /session/account/two_factor/setup", Stage::by_person),
    request("POST /session/account/two_factor", |stage| {
        let (ask, secret) = set_up(stage);
        ask.with(json!({ "otp": code(&secret, 0) }))
    }),
    request("DELETE /session/account/two_factor", with_two_factor),
    request("POST /session/account/two_factor/recovery_codes", with_two_factor),
    request("POST /session/account/two_factor/replace", with_two_factor),
    request("DELETE /session/account/two_factor/replace", |stage| {
        let mut ask = with_two_factor(stage);
        let begun = ask.by.browser.write("POST", &format!("{TWO_FACTOR}/replace"), &json!({}));
        assert_eq!(begun.status, 200, "{}", begun.text);
        ask
    }),
];

/// Somebody whose authenticator waits for its first code; the secret of it.
fn set_up(stage: &'static Stage) -> (Ask, String) {
    let mut ask = stage.by_person();
    let begun = ask.by.browser.write("POST", &format!("{TWO_FACTOR}/setup"), &json!({}));
    assert_eq!(begun.status, 200, "{}", begun.text);
    (ask, begun.json()["secret"].as_str().expect("a secret").to_owned())
}

/// Somebody with a second factor.
fn with_two_factor(stage: &'static Stage) -> Ask {
    let (mut ask, secret) = set_up(stage);
    let confirmed = ask.by.browser.write("POST", TWO_FACTOR, &json!({ "otp": code(&secret, 0) }));
    assert_eq!(confirmed.status, 200, "{}", confirmed.text);
    ask
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_accounts() {
    matrix::keep(stage(), REQUESTS);
}

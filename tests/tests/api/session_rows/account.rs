//! One's own account.

use super::row::{Acting, Ask, Caller, Named, RecentPassword, Row};
use super::stage::{Stage, stage};
use crate::account_support::code;
use serde_json::json;

const NEEDED: RecentPassword = RecentPassword::Needed;
const NOT_NEEDED: RecentPassword = RecentPassword::NotNeeded;
const TWO_FACTOR: &str = "/session/account/two_factor";

pub(super) const ROWS: &[Row] = &[
    own("GET /session/account", NOT_NEEDED, 200, Stage::by_person),
    own("PATCH /session/account", NOT_NEEDED, 200, |stage| stage.by_person().with(json!({ "name": "Ada the Second" }))),
    own("DELETE /session/account", NEEDED, 200, Stage::by_person),
    own("PATCH /session/account/password", NEEDED, 200, |stage| {
        stage.by_person().with(json!({ "password": "eleven slow harbours, 1987" }))
    }),
    own("DELETE /session/account/sessions", NOT_NEEDED, 200, Stage::by_person),
    own("POST /session/account/export", NOT_NEEDED, 202, Stage::by_person),
    own("POST /session/account/two_factor/setup", NEEDED, 200, Stage::by_person),
    own("POST /session/account/two_factor", NEEDED, 200, |stage| {
        let (ask, secret) = set_up(stage);
        ask.with(json!({ "otp": code(&secret, 0) }))
    }),
    own("DELETE /session/account/two_factor", NEEDED, 204, with_two_factor),
    own("POST /session/account/two_factor/recovery_codes", NEEDED, 200, with_two_factor),
    own("POST /session/account/two_factor/replace", NEEDED, 200, with_two_factor),
    own("DELETE /session/account/two_factor/replace", NEEDED, 204, |stage| {
        let mut ask = with_two_factor(stage);
        let begun = ask.by.browser.write("POST", &format!("{TWO_FACTOR}/replace"), &json!({}));
        assert_eq!(begun.status, 200, "{}", begun.text);
        ask
    }),
];

/// A row about the caller alone.
const fn own(
    operation: &'static str,
    recent_password: RecentPassword,
    status: u16,
    ask: fn(&'static Stage) -> Ask,
) -> Row {
    let (caller, named, acting) = (Caller::Holder, Named::Nothing, Acting::MayNot);
    Row { operation, caller, named, acting, recent_password, status, ask }
}

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
fn the_rows_of_accounts_are_kept() {
    super::keep(stage(), ROWS);
}

//! What the host serves itself: signing in and out, the session, the recent password, tickets.

use super::row::{Acting, Ask, Caller, Named, RecentPassword, Row};
use super::stage::{Stage, stage, unique};
use crate::account_support::eventually;
use crate::organizations::house::{PASSWORD, mailed_token};
use serde_json::json;

const NEW_PASSWORD: &str = "nine loud harbours, 1904";

pub(super) const ROWS: &[Row] = &[
    row("GET /session", Caller::Anybody, Acting::May, Stage::by_person),
    row("POST /auth/exchange", Caller::Application, Acting::NoSession, |stage| {
        Ask::by(stage.nobody()).with(Stage::password_grant(&stage.person()))
    }),
    row("POST /auth/exchange", Caller::Application, Acting::NoSession, |stage| {
        let (house, email) = (stage.house(), unique("guest-") + "@guests.example");
        stage.done(&house.owner, "POST", &house.path("/invitations"), &json!({ "email": email }));
        let token = mailed_token(&stage.server, &email).expect("an invitation was mailed");
        let body = json!({ "grant_type": "invitation", "token": token, "name": "Grace", "password": NEW_PASSWORD });
        Ask::by(stage.nobody()).with(body)
    }),
    row("POST /auth/exchange", Caller::Application, Acting::NoSession, |stage| {
        let person = stage.person();
        let asked = stage.nobody().browser.client_post("/auth/recovery", &json!({ "email": person.email }));
        assert_eq!(asked.status, 200, "{}", asked.text);
        eventually("a recovery is mailed", || mailed_token(&stage.server, &person.email).is_some());
        let token = mailed_token(&stage.server, &person.email).expect("a recovery was mailed");
        let body = json!({ "grant_type": "recovery", "token": token, "password": NEW_PASSWORD });
        Ask::by(stage.nobody()).with(body)
    }),
    row("POST /auth/exchange", Caller::Application, Acting::NoSession, |stage| {
        let mut nobody = stage.nobody();
        stage.provider.person(&unique("subject-"), &(unique("grace-") + "@company.example"));
        let begun = stage.provider.begin(&mut nobody.browser, json!({ "provider": "company" }), false);
        Ask::by(nobody).with(begun.body())
    }),
    row("POST /auth/authorize", Caller::Application, Acting::NoSession, |stage| {
        Ask::by(stage.nobody()).with(json!({
            "provider": "company",
            "redirect_uri": "https://app.quarry.example/signed-in",
            "state": "b1FvR2JZcDdf",
            "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        }))
    }),
    row("POST /auth/refresh", Caller::Application, Acting::NoSession, |stage| {
        let ask = stage.by_person();
        let token = ask.by.browser.refresh_token.clone();
        ask.with(json!({ "refresh_token": token }))
    }),
    row("POST /auth/logout", Caller::Application, Acting::NoSession, Stage::by_person),
    row("POST /auth/recovery", Caller::Application, Acting::NoSession, |stage| {
        Ask::by(stage.nobody()).with(json!({ "email": unique("nobody-") + "@people.example" }))
    }),
    row("GET /session/sudo", Caller::Person, Acting::May, Stage::by_person),
    row("POST /session/sudo", Caller::Person, Acting::MayNot, |stage| {
        stage.by_person().with(json!({ "password": PASSWORD }))
    }),
    row("GET /session/cable_token", Caller::Person, Acting::May, Stage::by_person),
];

const fn row(operation: &'static str, caller: Caller, acting: Acting, ask: fn(&'static Stage) -> Ask) -> Row {
    let (named, recent_password) = (Named::Nothing, RecentPassword::NotNeeded);
    Row { operation, caller, named, acting, recent_password, status: 200, ask }
}

#[test]
fn the_rows_of_the_host_are_kept() {
    super::keep(stage(), ROWS);
}

//! Operations that the host serves itself: signing in and out, the session, the recent password, tickets.

use crate::access::matrix;
use crate::access::people::{Stage, stage, unique};
use crate::access::request::{Ask, Request, request};
use crate::account_support::eventually;
use crate::organizations::house::{PASSWORD, mailed_token};
use serde_json::json;

const NEW_PASSWORD: &str = "nine loud harbours, 1904";

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session", Stage::by_person),
    request("POST /auth/exchange", |stage| Ask::by(stage.nobody()).with(Stage::password_grant(&stage.person()))),
    request("POST /auth/exchange", |stage| {
        let (house, email) = (stage.house(), unique("guest-") + "@guests.example");
        stage.done(&house.owner, "POST", &house.path("/invitations"), &json!({ "email": email }));
        let token = mailed_token(&stage.server, &email).expect("an invitation was mailed");
        let body = json!({ "grant_type": "invitation", "token": token, "name": "Grace", "password": NEW_PASSWORD });
        Ask::by(stage.nobody()).with(body)
    }),
    request("POST /auth/exchange", |stage| {
        let person = stage.person();
        let asked = stage.nobody().browser.client_post("/auth/recovery", &json!({ "email": person.email }));
        assert_eq!(asked.status, 200, "{}", asked.text);
        eventually("a recovery is mailed", || mailed_token(&stage.server, &person.email).is_some());
        let token = mailed_token(&stage.server, &person.email).expect("a recovery was mailed");
        let body = json!({ "grant_type": "recovery", "token": token, "password": NEW_PASSWORD });
        Ask::by(stage.nobody()).with(body)
    }),
    request("POST /auth/exchange", |stage| {
        let mut nobody = stage.nobody();
        stage.provider.person(&unique("subject-"), &(unique("grace-") + "@company.example"));
        let begun = stage.provider.begin(&mut nobody.browser, json!({ "provider": "company" }), false);
        Ask::by(nobody).with(begun.body())
    }),
    request("POST /auth/authorize", |stage| {
        Ask::by(stage.nobody()).with(json!({
            "provider": "company",
            "redirect_uri": "https://app.quarry.example/signed-in",
            "state": "b1FvR2JZcDdf",
            "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        }))
    }),
    request("POST /auth/refresh", |stage| {
        let ask = stage.by_person();
        let token = ask.by.browser.refresh_token.clone();
        ask.with(json!({ "refresh_token": token }))
    }),
    request("POST /auth/logout", Stage::by_person),
    request("POST /auth/recovery", |stage| {
        Ask::by(stage.nobody()).with(json!({ "email": unique("nobody-") + "@people.example" }))
    }),
    request("GET /session/sudo", Stage::by_person),
    request("POST /session/sudo", |stage| stage.by_person().with(json!({ "password": PASSWORD }))),
    request("GET /session/cable_token", Stage::by_person),
];

#[test]
fn nobody_but_whom_the_table_names_gets_at_the_host() {
    matrix::keep(stage(), REQUESTS);
}

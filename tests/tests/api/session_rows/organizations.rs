//! Organizations, for their members and admins.

use super::row::{Acting, Ask, Caller, Named, RecentPassword, Row};
use super::stage::{Stage, stage, unique};
use crate::organizations::house::{House, publish};
use serde_json::{Value as Json, json};

const NEEDED: RecentPassword = RecentPassword::Needed;
const NOT_NEEDED: RecentPassword = RecentPassword::NotNeeded;

pub(super) const ROWS: &[Row] = &[
    Row {
        operation: "GET /session/organizations",
        caller: Caller::Person,
        named: Named::Nothing,
        acting: Acting::May,
        recent_password: NOT_NEEDED,
        status: 200,
        ask: Stage::by_person,
    },
    Row {
        operation: "GET /session/organizations/{id}",
        caller: Caller::Member,
        named: Named::OfATenant,
        acting: Acting::May,
        recent_password: NOT_NEEDED,
        status: 200,
        ask: |stage| {
            let house = stage.house();
            Ask::by(stage.asker(&house.member)).of(&house)
        },
    },
    managed("PATCH /session/organizations/{id}", Acting::MayNot, NEEDED, 200, |stage| {
        stage.by_admin().1.with(json!({ "name": "House of Ada" }))
    }),
    managed("GET /session/organizations/{id}/audit", Acting::May, NOT_NEEDED, 200, |stage| {
        let (house, ask) = stage.by_admin();
        // So that there is an entry to show.
        stage.done(&house.owner, "PATCH", &house.path(""), &json!({ "name": "House of Olga" }));
        ask
    }),
    managed("POST /session/organizations/{id}/verify_domain", Acting::MayNot, NEEDED, 200, |stage| {
        let (house, ask) = stage.by_admin();
        let domain = format!("{}.example", unique("institute"));
        let set = stage.done(&house.owner, "PATCH", &house.path(""), &json!({ "email_domain": domain }));
        publish(&domain, &[set["email_domain"]["txt_record"]["value"].as_str().expect("a record")]);
        ask
    }),
    managed("POST /session/organizations/{id}/rotate_domain_token", Acting::MayNot, NEEDED, 200, |stage| {
        let (house, ask) = stage.by_admin();
        let domain = format!("{}.example", unique("institute"));
        stage.done(&house.owner, "PATCH", &house.path(""), &json!({ "email_domain": domain }));
        ask
    }),
    managed("PATCH /session/organizations/{organization_id}/memberships/{id}", Acting::MayNot, NEEDED, 200, |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(house.member.id).with(json!({ "role": "admin" }))
    }),
    managed("DELETE /session/organizations/{organization_id}/memberships/{id}", Acting::MayNot, NEEDED, 204, |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(house.member.id)
    }),
    managed("POST /session/organizations/{organization_id}/invitations", Acting::MayNot, NEEDED, 201, |stage| {
        stage.by_admin().1.with(json!({ "email": guest(), "role": "member" }))
    }),
    managed(
        "DELETE /session/organizations/{organization_id}/invitations/{id}",
        Acting::MayNot,
        NOT_NEEDED,
        204,
        |stage| {
            let (house, ask) = stage.by_admin();
            let made = stage.done(&house.owner, "POST", &house.path("/invitations"), &json!({ "email": guest() }));
            ask.at(&made["id"])
        },
    ),
    managed("PATCH /session/organizations/{organization_id}/sso", Acting::MayNot, NEEDED, 200, |stage| {
        stage.by_admin().1.with(provider(stage))
    }),
    managed("POST /session/organizations/{organization_id}/sso/test", Acting::MayNot, NOT_NEEDED, 200, |stage| {
        let (house, ask) = stage.by_admin();
        stage.done(&house.owner, "PATCH", &house.path("/sso"), &provider(stage));
        ask
    }),
    managed("GET /session/organizations/{organization_id}/api_keys", Acting::May, NOT_NEEDED, 200, |stage| {
        let (house, ask) = stage.by_admin();
        key(stage, &house);
        ask
    }),
    managed("POST /session/organizations/{organization_id}/api_keys", Acting::MayNot, NEEDED, 201, |stage| {
        stage.by_admin().1.with(json!({ "name": "notebook", "scopes": ["read"], "ip_allow_list": ["192.0.2.0/24"] }))
    }),
    managed("DELETE /session/organizations/{organization_id}/api_keys/{id}", Acting::MayNot, NEEDED, 204, |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(key(stage, &house))
    }),
    managed(
        "POST /session/organizations/{organization_id}/api_keys/{id}/rotate",
        Acting::MayNot,
        NEEDED,
        201,
        |stage| {
            let (house, ask) = stage.by_admin();
            ask.at(key(stage, &house)).with(json!({ "grace_seconds": 60 }))
        },
    ),
    managed("GET /session/organizations/{organization_id}/webhooks", Acting::May, NOT_NEEDED, 200, |stage| {
        let (house, ask) = stage.by_admin();
        webhook(stage, &house);
        ask
    }),
    managed("POST /session/organizations/{organization_id}/webhooks", Acting::MayNot, NOT_NEEDED, 201, |stage| {
        stage.by_admin().1.with(json!({ "url": "https://hook.example/quarry", "events": ["price_alert.triggered"] }))
    }),
    managed("PATCH /session/organizations/{organization_id}/webhooks/{id}", Acting::MayNot, NOT_NEEDED, 200, |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(webhook(stage, &house))
    }),
    managed(
        "DELETE /session/organizations/{organization_id}/webhooks/{id}",
        Acting::MayNot,
        NOT_NEEDED,
        204,
        |stage| {
            let (house, ask) = stage.by_admin();
            ask.at(webhook(stage, &house))
        },
    ),
    managed(
        "POST /session/organizations/{organization_id}/webhooks/{id}/rotate_secret",
        Acting::MayNot,
        NOT_NEEDED,
        200,
        |stage| {
            let (house, ask) = stage.by_admin();
            ask.at(webhook(stage, &house))
        },
    ),
];

/// A row for owners and admins.
const fn managed(
    operation: &'static str,
    acting: Acting,
    recent_password: RecentPassword,
    status: u16,
    ask: fn(&'static Stage) -> Ask,
) -> Row {
    Row { operation, caller: Caller::Admin, named: Named::OfATenant, acting, recent_password, status, ask }
}

fn guest() -> String {
    unique("guest-") + "@guests.example"
}

fn provider(stage: &Stage) -> Json {
    let provider = &stage.provider;
    json!({ "issuer": provider.issuer, "client_id": provider.client_id, "client_secret": provider.client_secret })
}

fn key(stage: &'static Stage, house: &House) -> i64 {
    let body = json!({ "name": "notebook", "scopes": ["read"] });
    let made = stage.done(&house.owner, "POST", &house.path("/api_keys"), &body);
    made["api_key"]["id"].as_i64().expect("a number")
}

fn webhook(stage: &'static Stage, house: &House) -> i64 {
    let body = json!({ "url": "https://hook.example/" });
    let made = stage.done(&house.owner, "POST", &house.path("/webhooks"), &body);
    made["webhook"]["id"].as_i64().expect("a number")
}

#[test]
fn the_rows_of_organizations_are_kept() {
    super::keep(stage(), ROWS);
}

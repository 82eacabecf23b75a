//! Organizations, for their members and admins.

use crate::access::matrix;
use crate::access::people::{Stage, stage, unique};
use crate::access::request::{Ask, Request, request};
use crate::organizations::house::{self, House, publish};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/organizations", Stage::by_person),
    request("GET /session/organizations/{id}", |stage| {
        let house = stage.house();
        Ask::by(stage.asker(&house.member)).of(&house)
    }),
    request("PATCH /session/organizations/{id}", |stage| stage.by_admin().1.with(json!({ "name": "House of Ada" }))),
    request("GET /session/organizations/{id}/audit", |stage| {
        let (house, ask) = stage.by_admin();
        // So that there is an entry to show.
        stage.done(&house.owner, "PATCH", &house.path(""), &json!({ "name": "House of Olga" }));
        ask
    }),
    request("POST /session/organizations/{id}/verify_domain", |stage| {
        let (house, ask) = stage.by_admin();
        let domain = format!("{}.example", unique("institute"));
        let set = stage.done(&house.owner, "PATCH", &house.path(""), &json!({ "email_domain": domain }));
        publish(&domain, &[set["email_domain"]["txt_record"]["value"].as_str().expect("a record")]);
        ask
    }),
    request("POST /session/organizations/{id}/rotate_domain_token", |stage| {
        let (house, ask) = stage.by_admin();
        let domain = format!("{}.example", unique("institute"));
        stage.done(&house.owner, "PATCH", &house.path(""), &json!({ "email_domain": domain }));
        ask
    }),
    request("PATCH /session/organizations/{organization_id}/memberships/{id}", |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(house.member.id).with(json!({ "role": "admin" }))
    }),
    request("DELETE /session/organizations/{organization_id}/memberships/{id}", |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(house.member.id)
    }),
    // A member who leaves needs no rank.
    request("DELETE /session/organizations/{organization_id}/memberships/{id}", |stage| {
        let house = stage.house();
        Ask::by(stage.asker(&house.member)).of(&house).at(house.member.id)
    }),
    request("POST /session/organizations/{organization_id}/invitations", |stage| {
        stage.by_admin().1.with(json!({ "email": guest(), "role": "member" }))
    }),
    request("DELETE /session/organizations/{organization_id}/invitations/{id}", |stage| {
        let (house, ask) = stage.by_admin();
        let made = stage.done(&house.owner, "POST", &house.path("/invitations"), &json!({ "email": guest() }));
        ask.at(&made["id"])
    }),
    request("PATCH /session/organizations/{organization_id}/sso", |stage| stage.by_admin().1.with(provider(stage))),
    request("POST /session/organizations/{organization_id}/sso/test", |stage| {
        let (house, ask) = stage.by_admin();
        stage.done(&house.owner, "PATCH", &house.path("/sso"), &provider(stage));
        ask
    }),
    request("GET /session/organizations/{organization_id}/api_keys", |stage| {
        let (house, ask) = stage.by_admin();
        key(stage, &house);
        ask
    }),
    request("POST /session/organizations/{organization_id}/api_keys", |stage| {
        stage.by_admin().1.with(json!({ "name": "notebook", "scopes": ["read"], "ip_allow_list": ["192.0.2.0/24"] }))
    }),
    request("DELETE /session/organizations/{organization_id}/api_keys/{id}", |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(key(stage, &house))
    }),
    request("POST /session/organizations/{organization_id}/api_keys/{id}/rotate", |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(key(stage, &house)).with(json!({ "grace_seconds": 60 }))
    }),
    request("GET /session/organizations/{organization_id}/webhooks", |stage| {
        let (house, ask) = stage.by_admin();
        webhook(stage, &house);
        ask
    }),
    request("POST /session/organizations/{organization_id}/webhooks", |stage| {
        stage.by_admin().1.with(json!({ "url": "https://hook.example/quarry", "events": ["price_alert.triggered"] }))
    }),
    request("PATCH /session/organizations/{organization_id}/webhooks/{id}", |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(webhook(stage, &house))
    }),
    request("DELETE /session/organizations/{organization_id}/webhooks/{id}", |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(webhook(stage, &house))
    }),
    request("POST /session/organizations/{organization_id}/webhooks/{id}/rotate_secret", |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(webhook(stage, &house))
    }),
    request("GET /session/organizations/{organization_id}/webhooks/{id}/deliveries", |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(webhook(stage, &house))
    }),
    request("POST /session/organizations/{organization_id}/webhooks/{webhook_id}/deliveries/{id}/resend", |stage| {
        let (house, ask) = stage.by_admin();
        let id = webhook(stage, &house);
        ask.at(id).at(delivery(stage, &house, id))
    }),
    request("POST /session/organizations/{organization_id}/webhooks/{id}/replay", |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(webhook(stage, &house)).with(json!({ "since": "2026-01-01T00:00:00Z" }))
    }),
    request("POST /session/organizations/{organization_id}/webhooks/{id}/test", |stage| {
        let (house, ask) = stage.by_admin();
        ask.at(webhook(stage, &house))
    }),
];

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

/// A delivery that is over, so that nobody works at it while others ask.
fn delivery(stage: &'static Stage, house: &House, webhook_id: i64) -> i64 {
    let event = Value::Text(unique("evt-"));
    let sql = "INSERT INTO events (id, created_at, component, name, organization_id, data) VALUES ($1, $2, 'datasets', 'data_export.ready', $3, '{}')";
    let now = Value::Int64(jiff::Timestamp::now().as_microsecond());
    house::execute(&stage.server, sql, &[event.clone(), now, Value::Int64(house.id)]);
    let sql = "INSERT INTO webhook_deliveries (endpoint_id, organization_id, event_id, state, attempts, created_at)
               VALUES ($1, $2, $3, 'delivered', 1, 1)";
    house::execute(&stage.server, sql, &[Value::Int64(webhook_id), Value::Int64(house.id), event]);
    let sql = "SELECT CAST(id AS TEXT) AS text FROM webhook_deliveries WHERE endpoint_id = $1";
    let ids = house::texts(&stage.server, sql, &[Value::Int64(webhook_id)]);
    ids[0].parse().expect("a number")
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_organizations() {
    matrix::keep(stage(), REQUESTS);
}

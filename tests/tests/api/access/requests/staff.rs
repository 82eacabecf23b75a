//! The staff console.

use crate::access::matrix;
use crate::access::people::{Stage, stage, unique};
use crate::access::request::{Ask, Request, request};
use crate::organizations::house::House;
use serde_json::{Value as Json, json};

const USERS: &[&str] = &["users_manage"];
const ORGANIZATIONS: &[&str] = &["orgs_manage"];
const PLANS: &[&str] = &["plans_manage"];
const MODULES: &[&str] = &["modules_manage"];
const TIER: &[&str] = &["alpha"];

pub(super) const REQUESTS: &[Request] = &[
    request("POST /session/admin/impersonations", |stage| {
        let person = stage.person();
        by(stage, USERS).with(json!({ "user_id": person.id, "reason": "asked for by the owner", "minutes": 5 }))
    }),
    // A caller who acts as somebody has no permission; one who does not has nothing to end.
    request("DELETE /session/admin/impersonation", |stage| Ask::by(stage.acting_as(stage.person().id))),
    request("GET /session/admin/users", |stage| by(stage, USERS)),
    // Who is one of staff is for the tier to say.
    request("PATCH /session/admin/users/{id}/update_role", |stage| {
        let asker = stage.staff(&["users_manage", "alpha"]);
        let body = json!({ "role": "staff", "permissions": ["editorial"] });
        Ask::by(asker).at(stage.person().id).with(body)
    }),
    request("PATCH /session/admin/users/{id}/update_subscription", |stage| about_person(stage, USERS).with(courtesy())),
    request("PATCH /session/admin/users/{id}/toggle_disabled", |stage| {
        about_person(stage, USERS).with(json!({ "disabled": true, "reason": "left the company" }))
    }),
    request("PATCH /session/admin/users/{id}/reset_two_factor", |stage| about_person(stage, USERS)),
    request("PATCH /session/admin/users/{id}/sign_out_everywhere", |stage| about_person(stage, USERS)),
    request("PATCH /session/admin/users/{id}/revoke_api_keys", |stage| about_person(stage, USERS)),
    request("GET /session/admin/organizations", |stage| by(stage, ORGANIZATIONS)),
    request("GET /session/admin/organizations/{id}", |stage| about_organization(stage, &stage.house())),
    request("PATCH /session/admin/organizations/{id}", |stage| {
        about_organization(stage, &stage.house()).with(json!({ "plan_key": "team", "staff_note": "renewal in March" }))
    }),
    request("PATCH /session/admin/organizations/{id}/update_subscription", |stage| {
        about_organization(stage, &stage.house()).with(courtesy())
    }),
    request("PATCH /session/admin/organizations/{id}/override_entitlement", |stage| {
        about_organization(stage, &stage.house()).with(json!({ "name": "api_requests_per_hour", "value": 5000 }))
    }),
    request("PATCH /session/admin/organizations/{id}/suspend", |stage| {
        about_organization(stage, &stage.house()).with(json!({ "reason": "it does not pay" }))
    }),
    request("PATCH /session/admin/organizations/{id}/restore", |stage| {
        // Nobody of a suspended one could sign in to ask too, so it is nobody's house here.
        let house = stage.house();
        let mut ask = by(stage, ORGANIZATIONS).at(house.id);
        let path = format!("/session/admin/organizations/{}/suspend", house.id);
        let suspended = ask.by.browser.write("PATCH", &path, &json!({ "reason": "it does not pay" }));
        assert_eq!(suspended.status, 200, "{}", suspended.text);
        ask
    }),
    request("DELETE /session/admin/organizations/{id}/clear_overrides", |stage| {
        about_organization(stage, &stage.house())
    }),
    request("GET /session/admin/staff", |stage| by(stage, TIER)),
    request("GET /session/admin/staff/{id}", |stage| {
        let one_of_staff = stage.staff(&["editorial"]).id;
        by(stage, TIER).at(one_of_staff)
    }),
    request("PATCH /session/admin/staff/{id}", |stage| {
        let one_of_staff = stage.staff(&["editorial"]).id;
        by(stage, TIER).at(one_of_staff).with(json!({ "permissions": ["audit_view"], "alpha": false }))
    }),
    request("PATCH /session/admin/staff/{id}/promote", |stage| {
        about_person(stage, TIER).with(json!({ "permissions": ["audit_view"], "alpha": false }))
    }),
    request("DELETE /session/admin/staff/{id}/demote", |stage| {
        let one_of_staff = stage.staff(&["editorial"]).id;
        by(stage, TIER).at(one_of_staff)
    }),
    request("GET /session/admin/dashboard", |stage| Ask::by(stage.staff(&["editorial"]))),
    request("GET /session/admin/plans", |stage| by(stage, PLANS)),
    request("POST /session/admin/plans", |stage| by(stage, PLANS).with(plan())),
    request("GET /session/admin/plans/new", |stage| by(stage, PLANS)),
    request("GET /session/admin/plans/{id}", |stage| by(stage, PLANS).at("team")),
    request("PATCH /session/admin/plans/{id}", |stage| {
        let (mut ask, plan) = (by(stage, PLANS), plan());
        let made = ask.by.browser.write("POST", "/session/admin/plans", &plan);
        assert_eq!(made.status, 201, "{}", made.text);
        ask.at(plan["id"].as_str().expect("a key")).with(json!({ "alerts": 26 }))
    }),
    request("GET /session/admin/modules", |stage| by(stage, MODULES)),
    request("PATCH /session/admin/modules/{id}/toggle", |stage| {
        by(stage, MODULES).at("timeline").with(json!({ "enabled": false, "reason": "wrong dates" }))
    }),
    request("GET /session/admin/audit", |stage| by(stage, &["audit_view"])),
    request("GET /session/admin/storage", |stage| by(stage, MODULES)),
    request("GET /session/admin/load_conflicts", |stage| by(stage, &["audit_view"])),
    request("GET /session/admin/spa_routes", |stage| by(stage, MODULES)),
    request("PATCH /session/admin/spa_routes/{key}/toggle", |stage| {
        by(stage, MODULES).at("library").with(json!({ "enabled": false, "reason": "it is being rebuilt" }))
    }),
];

fn by(stage: &'static Stage, permissions: &[&str]) -> Ask {
    Ask::by(stage.staff(permissions))
}

/// About somebody who is no staff.
fn about_person(stage: &'static Stage, permissions: &[&str]) -> Ask {
    by(stage, permissions).at(stage.person().id)
}

fn about_organization(stage: &'static Stage, house: &House) -> Ask {
    by(stage, ORGANIZATIONS).of(house)
}

fn courtesy() -> Json {
    json!({ "action": "grant", "plan_key": "institution", "days": 90, "reason": "a trial" })
}

fn plan() -> Json {
    json!({
        "id": unique("plan_p"),
        "name": "Classroom",
        "api_access": true,
        "api_requests_per_hour": 1000,
        "mcp_calls_per_day": 500,
        "saved_views": 50,
        "favourites": 100,
        "alerts": 25,
        "extra_spaces": 5,
        "space_bytes": 1_073_741_824,
        "data_downloads": true,
        "exports_per_month": 20,
        "rows_per_export": null,
    })
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_staff() {
    matrix::keep(stage(), REQUESTS);
}

//! The staff console.

use super::row::{Acting, Ask, Caller, Named, RecentPassword, Row};
use super::stage::{Stage, stage, unique};
use crate::organizations::house::House;
use serde_json::{Value as Json, json};

/// A number that nobody and nothing has.
const NUMBER: Named = Named::OfTheDeployment { unknown: "999999999" };
const KEY: Named = Named::OfTheDeployment { unknown: "nonsense" };

const NEEDED: RecentPassword = RecentPassword::Needed;
const NOT_NEEDED: RecentPassword = RecentPassword::NotNeeded;

const USERS: Caller = Caller::Staff(&["users_manage"]);
const TENANTS: Caller = Caller::Staff(&["orgs_manage"]);
const PLANS: Caller = Caller::Staff(&["plans_manage"]);
const MODULES: Caller = Caller::Staff(&["modules_manage"]);
const TIER: Caller = Caller::Staff(&["alpha"]);

pub(super) const ROWS: &[Row] = &[
    row("POST /session/admin/impersonations", NEEDED, USERS, Named::Nothing, 201, |stage| {
        let person = stage.person();
        by(stage, USERS).with(json!({ "user_id": person.id, "reason": "asked for by the owner", "minutes": 5 }))
    }),
    // Whoever acts as somebody has no permission; whoever does not has nothing to end.
    Row {
        operation: "DELETE /session/admin/impersonation",
        caller: Caller::Person,
        named: Named::Nothing,
        acting: Acting::May,
        recent_password: NOT_NEEDED,
        status: 200,
        ask: |stage| Ask::by(stage.acting_as(stage.person().id)),
    },
    row("GET /session/admin/users", NOT_NEEDED, USERS, Named::Nothing, 200, |stage| by(stage, USERS)),
    // Who is one of staff is for the tier to say.
    row(
        "PATCH /session/admin/users/{id}/update_role",
        NEEDED,
        Caller::Staff(&["users_manage", "alpha"]),
        NUMBER,
        200,
        |stage| {
            let asker = stage.staff(&["users_manage", "alpha"]);
            let body = json!({ "role": "staff", "permissions": ["editorial"] });
            Ask::by(asker).at(stage.person().id).with(body)
        },
    ),
    row("PATCH /session/admin/users/{id}/update_subscription", NOT_NEEDED, USERS, NUMBER, 200, |stage| {
        about_person(stage, USERS).with(courtesy())
    }),
    row("PATCH /session/admin/users/{id}/toggle_disabled", NOT_NEEDED, USERS, NUMBER, 200, |stage| {
        about_person(stage, USERS).with(json!({ "disabled": true, "reason": "left the company" }))
    }),
    row("PATCH /session/admin/users/{id}/reset_two_factor", NEEDED, USERS, NUMBER, 200, |stage| {
        about_person(stage, USERS)
    }),
    row("PATCH /session/admin/users/{id}/sign_out_everywhere", NOT_NEEDED, USERS, NUMBER, 200, |stage| {
        about_person(stage, USERS)
    }),
    row("PATCH /session/admin/users/{id}/revoke_api_keys", NEEDED, USERS, NUMBER, 200, |stage| {
        about_person(stage, USERS)
    }),
    row("GET /session/admin/organizations", NOT_NEEDED, TENANTS, Named::Nothing, 200, |stage| by(stage, TENANTS)),
    row("GET /session/admin/organizations/{id}", NOT_NEEDED, TENANTS, NUMBER, 200, |stage| {
        about_tenant(stage, &stage.house())
    }),
    row("PATCH /session/admin/organizations/{id}", NOT_NEEDED, TENANTS, NUMBER, 200, |stage| {
        about_tenant(stage, &stage.house()).with(json!({ "plan_key": "team", "staff_note": "renewal in March" }))
    }),
    row("PATCH /session/admin/organizations/{id}/update_subscription", NOT_NEEDED, TENANTS, NUMBER, 200, |stage| {
        about_tenant(stage, &stage.house()).with(courtesy())
    }),
    row("PATCH /session/admin/organizations/{id}/override_entitlement", NOT_NEEDED, TENANTS, NUMBER, 200, |stage| {
        about_tenant(stage, &stage.house()).with(json!({ "name": "api_requests_per_hour", "value": 5000 }))
    }),
    row("PATCH /session/admin/organizations/{id}/suspend", NOT_NEEDED, TENANTS, NUMBER, 200, |stage| {
        about_tenant(stage, &stage.house()).with(json!({ "reason": "it does not pay" }))
    }),
    row("PATCH /session/admin/organizations/{id}/restore", NOT_NEEDED, TENANTS, NUMBER, 200, |stage| {
        // Nobody of a suspended one could sign in to ask too, so it is nobody's house here.
        let house = stage.house();
        let mut ask = by(stage, TENANTS).at(house.id);
        let path = format!("/session/admin/organizations/{}/suspend", house.id);
        let suspended = ask.by.browser.write("PATCH", &path, &json!({ "reason": "it does not pay" }));
        assert_eq!(suspended.status, 200, "{}", suspended.text);
        ask
    }),
    row("DELETE /session/admin/organizations/{id}/clear_overrides", NOT_NEEDED, TENANTS, NUMBER, 200, |stage| {
        about_tenant(stage, &stage.house())
    }),
    row("GET /session/admin/staff", NOT_NEEDED, TIER, Named::Nothing, 200, |stage| by(stage, TIER)),
    row("GET /session/admin/staff/{id}", NOT_NEEDED, TIER, NUMBER, 200, |stage| {
        let one_of_staff = stage.staff(&["editorial"]).id;
        by(stage, TIER).at(one_of_staff)
    }),
    row("PATCH /session/admin/staff/{id}", NEEDED, TIER, NUMBER, 200, |stage| {
        let one_of_staff = stage.staff(&["editorial"]).id;
        by(stage, TIER).at(one_of_staff).with(json!({ "permissions": ["audit_view"] }))
    }),
    row("PATCH /session/admin/staff/{id}/promote", NEEDED, TIER, NUMBER, 200, |stage| {
        about_person(stage, TIER).with(json!({ "permissions": ["audit_view"] }))
    }),
    row("DELETE /session/admin/staff/{id}/demote", NEEDED, TIER, NUMBER, 200, |stage| {
        let one_of_staff = stage.staff(&["editorial"]).id;
        by(stage, TIER).at(one_of_staff)
    }),
    row("GET /session/admin/dashboard", NOT_NEEDED, Caller::Staff(&[]), Named::Nothing, 200, |stage| {
        Ask::by(stage.staff(&["editorial"]))
    }),
    row("GET /session/admin/plans", NOT_NEEDED, PLANS, Named::Nothing, 200, |stage| by(stage, PLANS)),
    row("POST /session/admin/plans", NOT_NEEDED, PLANS, Named::Nothing, 201, |stage| by(stage, PLANS).with(plan())),
    row("GET /session/admin/plans/new", NOT_NEEDED, PLANS, Named::Nothing, 200, |stage| by(stage, PLANS)),
    row("GET /session/admin/plans/{id}", NOT_NEEDED, PLANS, KEY, 200, |stage| by(stage, PLANS).at("team")),
    row("PATCH /session/admin/plans/{id}", NOT_NEEDED, PLANS, KEY, 200, |stage| {
        let (mut ask, plan) = (by(stage, PLANS), plan());
        let made = ask.by.browser.write("POST", "/session/admin/plans", &plan);
        assert_eq!(made.status, 201, "{}", made.text);
        ask.at(plan["id"].as_str().expect("a key")).with(json!({ "alerts": 26 }))
    }),
    row("GET /session/admin/modules", NOT_NEEDED, MODULES, Named::Nothing, 200, |stage| by(stage, MODULES)),
    row("PATCH /session/admin/modules/{id}/toggle", NOT_NEEDED, MODULES, KEY, 200, |stage| {
        by(stage, MODULES).at("timeline").with(json!({ "enabled": false, "reason": "wrong dates" }))
    }),
    row("GET /session/admin/audit", NOT_NEEDED, Caller::Staff(&["audit_view"]), Named::Nothing, 200, |stage| {
        by(stage, Caller::Staff(&["audit_view"]))
    }),
    row("GET /session/admin/spa_routes", NOT_NEEDED, MODULES, Named::Nothing, 200, |stage| by(stage, MODULES)),
    row("PATCH /session/admin/spa_routes/{key}/toggle", NOT_NEEDED, MODULES, KEY, 200, |stage| {
        by(stage, MODULES).at("library").with(json!({ "enabled": false, "reason": "it is being rebuilt" }))
    }),
];

const fn row(
    operation: &'static str,
    recent_password: RecentPassword,
    caller: Caller,
    named: Named,
    status: u16,
    ask: fn(&'static Stage) -> Ask,
) -> Row {
    Row { operation, caller, named, acting: Acting::MayNot, recent_password, status, ask }
}

fn by(stage: &'static Stage, caller: Caller) -> Ask {
    let Caller::Staff(permissions) = caller else { panic!("{caller:?} is not one of staff") };
    Ask::by(stage.staff(permissions))
}

/// About somebody who is no staff.
fn about_person(stage: &'static Stage, caller: Caller) -> Ask {
    by(stage, caller).at(stage.person().id)
}

fn about_tenant(stage: &'static Stage, house: &House) -> Ask {
    by(stage, TENANTS).of(house)
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
        "data_downloads": true,
        "exports_per_month": 20,
        "rows_per_export": null,
    })
}

#[test]
fn the_rows_of_staff_are_kept() {
    super::keep(stage(), ROWS);
}

//! Plans are rows that staff write, and what they say is felt by everybody who has them.

use crate::account_support::eventually;
use crate::staff_organizations::within_a_second;
use crate::staff_support::{good, organization_of, refused, server, signed_in};
use quarry_tests::browser::Browser;
use serde_json::{Value as Json, json};

#[test]
fn a_new_plan_is_given_and_changed_for_all_who_have_it() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Plan Taker", "team");
    let key = server.new_key("Plan Taker", &email);
    let mut plan = good(&staff.get("/session/admin/plans/new"))["plan"].clone();
    plan["id"] = "seminar".into();
    plan["name"] = "Seminar".into();
    plan["api_access"] = true.into();
    plan["api_requests_per_hour"] = 77.into();
    plan["space_bytes"] = 5_000_000.into();
    let made = staff.write("POST", "/session/admin/plans", &plan);
    assert_eq!(made.status, 201, "{}", made.text);
    refused(&staff.write("POST", "/session/admin/plans", &plan), 422, "plan_exists");
    let id = organization_of(&staff, "Plan Taker");
    good(&staff.write("PATCH", &format!("/session/admin/organizations/{id}"), &json!({ "plan_key": "seminar" })));
    let limit = || server.get_with_key("/me", &key).json()["limits"]["api_requests_per_hour"].clone();
    within_a_second("77", || limit() == 77);
    assert_eq!(server.get_with_key("/me", &key).json()["limits"]["space_bytes"], 5_000_000);
    let taker = signed_in(server, &email);
    let room = || taker.get("/session/spaces").json()["spaces"][0]["storage"]["limit_bytes"].clone();
    eventually("their space goes by the plan", || room() == 5_000_000);
    let path = "/session/admin/plans/seminar";
    let changed = good(&staff.write("PATCH", path, &json!({ "api_requests_per_hour": 88, "alerts": null })));
    assert_eq!((&changed["plan"]["api_requests_per_hour"], &changed["plan"]["alerts"]), (&json!(88), &Json::Null));
    assert_eq!((&changed["plan"]["name"], &changed["plan"]["organizations"]), (&json!("Seminar"), &json!(1)));
    within_a_second("88", || limit() == 88);
    good(&staff.write("PATCH", path, &json!({ "space_bytes": null })));
    assert_eq!(room(), 2_147_483_648_i64, "as much as the configuration allows");
    good(&staff.write("PATCH", path, &json!({ "space_bytes": 6_000_000 })));
    assert_eq!(room(), 6_000_000);
    let changes = good(&staff.get("/session/admin/audit?target_type=plan&target_id=seminar&limit=3"));
    let entry = &changes["entries"][2];
    assert_eq!(
        (&entry["before"]["api_requests_per_hour"], &entry["after"]["api_requests_per_hour"]),
        (&json!(77), &json!(88))
    );
    let listed = good(&staff.get("/session/admin/plans"));
    let ids: Vec<&str> =
        listed["plans"].as_array().expect("plans").iter().filter_map(|plan| plan["id"].as_str()).collect();
    assert!(["free", "seminar", "researcher", "team", "institution"].iter().all(|id| ids.contains(id)), "{ids:?}");
    assert_eq!(good(&staff.get(path))["plan"]["api_requests_per_hour"], 88);
    let offered = server.get_keyless("/public/plans").json();
    let offered = offered["plans"].as_array().expect("plans").clone();
    let seminar = offered.iter().find(|plan| plan["key"] == "seminar").expect("the new plan");
    assert_eq!(seminar["space_bytes"], 6_000_000);
}

#[test]
fn a_plan_that_says_nothing_sensible_is_refused() {
    let mut staff = Browser::of(server(), "staff");
    let form = good(&staff.get("/session/admin/plans/new"))["plan"].clone();
    for (member, value) in [
        ("id", json!("new")),
        ("id", json!("Not A Key")),
        ("alerts", json!(-1)),
        ("space_bytes", json!(-1)),
        ("name", json!("")),
        ("api_access", json!("yes")),
    ] {
        let mut plan = form.clone();
        plan["id"] = "sensible".into();
        plan[member] = value;
        refused(&staff.write("POST", "/session/admin/plans", &plan), 422, "validation_failed");
    }
    for change in [json!({}), json!({ "id": "other" }), json!({ "alerts": "many" })] {
        refused(&staff.write("PATCH", "/session/admin/plans/free", &change), 422, "validation_failed");
    }
    refused(&staff.get("/session/admin/plans/gold"), 404, "not_found");
    refused(&staff.write("PATCH", "/session/admin/plans/gold", &json!({ "alerts": 1 })), 404, "not_found");
}

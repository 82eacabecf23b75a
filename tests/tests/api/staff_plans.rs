//! Plans are rows that staff write, and what they say is felt by everybody who has them.

use crate::staff_organizations::within_a_second;
use crate::staff_support::{good, last_entry, organization_of, refused, server};
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
    let made = staff.write("POST", "/session/admin/plans", &plan);
    assert_eq!(made.status, 201, "{}", made.text);
    refused(&staff.write("POST", "/session/admin/plans", &plan), 422, "plan_exists");
    let id = organization_of(&staff, "Plan Taker");
    good(&staff.write("PATCH", &format!("/session/admin/organizations/{id}"), &json!({ "plan_key": "seminar" })));
    let limit = || server.get_with_key("/me", &key).json()["limits"]["api_requests_per_hour"].clone();
    within_a_second("77", || limit() == 77);
    let path = "/session/admin/plans/seminar";
    let changed = good(&staff.write("PATCH", path, &json!({ "api_requests_per_hour": 88, "alerts": null })));
    assert_eq!((&changed["plan"]["api_requests_per_hour"], &changed["plan"]["alerts"]), (&json!(88), &Json::Null));
    assert_eq!((&changed["plan"]["name"], &changed["plan"]["organizations"]), (&json!("Seminar"), &json!(1)));
    within_a_second("88", || limit() == 88);
    let entry = last_entry(&staff, "plan", "seminar");
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
    assert!(offered["plans"].as_array().expect("plans").iter().any(|plan| plan["key"] == "seminar"), "{offered}");
}

#[test]
fn a_plan_that_says_nothing_sensible_is_refused() {
    let mut staff = Browser::of(server(), "staff");
    let form = good(&staff.get("/session/admin/plans/new"))["plan"].clone();
    for (member, value) in [
        ("id", json!("new")),
        ("id", json!("Not A Key")),
        ("alerts", json!(-1)),
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

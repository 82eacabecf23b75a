//! The page and the settings: what members see, what admins change.

use super::house::{House, execute, server};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};
use std::time::Duration;

#[test]
fn members_see_who_belongs_to_it_and_admins_see_how_to_reach_them() {
    let (server, house) = (server(), House::new(server()));
    let page = |body: Json| {
        let members = body["members"].as_array().expect("members").clone();
        (members, body)
    };
    let (members, body) = page(house.member.browser(server).get(&house.path("")).json());
    assert_eq!((&body["role"], &body["member_count"]), (&json!("member"), &json!(3)));
    assert!(members.iter().all(|member| member["email"].is_null()), "{members:?}");
    assert!(body["can"].as_object().expect("permissions").values().all(|may| may == false), "{body}");
    let (members, body) = page(house.admin.browser(server).get(&house.path("")).json());
    let emails: Vec<_> = members.iter().filter_map(|member| member["email"].as_str()).collect();
    assert_eq!(emails, [&house.owner.email, &house.admin.email, &house.member.email], "owners and admins first");
    assert_eq!(body["can"]["manage_api_keys"], true);
    assert_eq!(body["can"]["manage_owners"], false);
    assert_eq!(body["plan"]["key"], "institution");
}

#[test]
fn a_courtesy_and_an_override_are_seen_beside_the_plan() {
    let (server, house) = (server(), House::new(server()));
    let id = Value::Int64(house.id);
    let sql = "INSERT INTO courtesy_subscriptions (organization_id, plan_key, ends_at) VALUES ($1, 'team', $2)";
    execute(server, sql, &[id.clone(), Value::Int64(4_102_444_800_000_000)]);
    execute(server, sql, &[id.clone(), Value::Int64(1)]);
    let sql = "INSERT INTO entitlement_overrides (organization_id, name, value, set_by, set_at)
               VALUES ($1, 'alerts', '7', 'staff', 0)";
    execute(server, sql, &[id]);
    let plan = house.member.browser(server).get(&house.path("")).json()["plan"].clone();
    assert_eq!(plan["courtesies"], json!([{ "plan_key": "team", "ends_at": "2100-01-01T00:00:00Z" }]), "one is over");
    assert_eq!(plan["overridden"], json!(["alerts"]));
}

#[test]
fn settings_are_changed_by_field_and_only_to_what_they_can_be() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    let changed = admin.write("PATCH", &house.path(""), &json!({ "name": "  Harbour Institute " }));
    assert_eq!((changed.status, &changed.json()["name"]), (200, &json!("Harbour Institute")), "{}", changed.text);
    assert_eq!(changed.json()["email_domain"], Json::Null, "the rest stays");
    for (body, field) in [
        (json!({ "name": "" }), "name"),
        (json!({ "name": "x".repeat(201) }), "name"),
        (json!({ "email_domain": "localhost" }), "email_domain"),
        (json!({ "email_domain": "127.0.0.1" }), "email_domain"),
        (json!({ "email_domain": "-a.example" }), "email_domain"),
        (json!({ "email_domain": "a b.example" }), "email_domain"),
    ] {
        let refused = admin.write("PATCH", &house.path(""), &body);
        assert_eq!((refused.status, refused.code().as_str()), (422, "validation_failed"), "{body}: {}", refused.text);
        assert!(refused.json()["fields"][field].is_string(), "{body}: {}", refused.text);
    }
    assert_eq!(admin.get(&house.path("")).json()["name"], "Harbour Institute");
    let own = format!("/session/organizations/{}", house.admin.own_organization_id);
    let refused = admin.write("PATCH", &own, &json!({ "email_domain": "people.example" }));
    assert!(refused.json()["fields"]["email_domain"].is_string(), "one person has no domain: {}", refused.text);
    assert_eq!(admin.write("PATCH", &own, &json!({ "name": "Mine" })).json()["name"], "Mine");
}

#[test]
fn a_suspended_organization_is_closed_within_a_second() {
    let (server, house) = (server(), House::new(server()));
    // With another institution the session goes on.
    let second = House::new(server);
    super::house::add_member(server, second.id, &house.admin, quarry::identity::Role::Admin);
    let mut admin = house.admin.browser(server);
    assert_eq!(admin.get(&house.path("")).status, 200);
    execute(server, "UPDATE organizations SET status = 'suspended' WHERE id = $1", &[Value::Int64(house.id)]);
    std::thread::sleep(Duration::from_millis(1010));
    for refused in [
        admin.get(&house.path("")),
        admin.write("PATCH", &house.path(""), &json!({ "name": "Still here" })),
        admin.write("POST", &house.path("/api_keys"), &json!({ "name": "x", "scopes": ["read"] })),
    ] {
        assert_eq!((refused.status, refused.code().as_str()), (403, "forbidden"), "{}", refused.text);
    }
    let listed = admin.get("/session/organizations").json();
    let suspended = listed["organizations"].as_array().expect("a list").iter().find(|one| one["id"] == house.id);
    assert_eq!(suspended.map(|one| &one["status"]), Some(&json!("suspended")));
}

//! Changes that staff make to organizations: suspension, settings, courtesies and overrides, each felt where it counts.

use crate::staff_support::{good, last_entry, organization_of, refused, server, signed_in};
use quarry_tests::bounded::beside_others;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// Gives the limits that a key is told.
fn limits(server: &Server, key: &str) -> Json {
    let answer = server.get_with_key("/me", key);
    if answer.status == 200 { answer.json()["limits"].clone() } else { Json::Null }
}

/// Asks until it is so; within the second that a change may take.
#[track_caller]
pub(crate) fn within_a_second(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < beside_others(Duration::from_millis(1_500)), "not {what} within a second");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn patch(staff: &mut Browser<'_>, id: i64, verb: &str, body: &Json) -> Answer {
    staff.write("PATCH", &format!("/session/admin/organizations/{id}{verb}"), body)
}

#[test]
fn a_suspended_organization_loses_its_keys_and_sessions_and_gets_them_back() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Overdue House", "team");
    let key = server.new_key("Overdue House", &email);
    let browser = signed_in(server, &email);
    let id = organization_of(&staff, "Overdue House");
    assert_eq!((server.get_with_key("/me", &key).status, browser.get("/session/sudo").status), (200, 200));
    refused(&patch(&mut staff, id, "/suspend", &json!({})), 422, "validation_failed");
    let out = good(&patch(&mut staff, id, "/suspend", &json!({ "reason": "payment is overdue" })));
    assert_eq!(out["organization"]["status"], "suspended");
    assert_eq!(out["organization"]["status_reason"], "payment is overdue");
    within_a_second("without keys", || server.get_with_key("/me", &key).status != 200);
    within_a_second("signed out", || browser.get("/session/sudo").status == 401);
    let listed = good(&staff.get("/session/admin/organizations?q=overdue&kind=personal&status=suspended"));
    assert_eq!((&listed["count"], &listed["organizations"][0]["id"]), (&json!(1), &json!(id)));
    let entry = last_entry(&staff, "organization", &id.to_string());
    assert_eq!(entry["before"], json!({ "status": "active" }));
    assert_eq!(entry["after"], json!({ "status": "suspended", "reason": "payment is overdue" }));
    assert_eq!(good(&patch(&mut staff, id, "/restore", &json!({})))["organization"]["status"], "active");
    within_a_second("with keys", || server.get_with_key("/me", &key).status == 200);
    within_a_second("signed in", || browser.get("/session/sudo").status == 200);
    refused(&patch(&mut staff, 999_999, "/suspend", &json!({ "reason": "x" })), 404, "not_found");
}

#[test]
fn one_limit_is_set_for_one_organization_and_taken_back() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Large Course", "researcher");
    let key = server.new_key("Large Course", &email);
    let id = organization_of(&staff, "Large Course");
    assert_eq!(limits(server, &key)["api_requests_per_hour"], 1000);
    let set = |staff: &mut Browser<'_>, name: &str, value: Json| {
        patch(staff, id, "/override_entitlement", &json!({ "name": name, "value": value, "reason": "200 students" }))
    };
    let more = good(&set(&mut staff, "api_requests_per_hour", json!(1234)));
    assert_eq!(more["in_force"]["limits"]["api_requests_per_hour"], 1234);
    assert_eq!(more["in_force"]["overridden"], json!(["api_requests_per_hour"]));
    within_a_second("1234", || limits(server, &key)["api_requests_per_hour"] == 1234);
    let budget = || server.get_with_key("/me", &key).header("x-ratelimit-limit").to_owned();
    within_a_second("the budget", || budget() == "1234");
    assert_eq!(server.get_with_key("/me", &key).json()["overridden"], json!(["api_requests_per_hour"]));
    good(&set(&mut staff, "saved_views", Json::Null));
    within_a_second("unlimited", || limits(server, &key)["saved_views"].is_null());
    good(&set(&mut staff, "api_access", json!(false)));
    within_a_second("shut", || server.get_with_key("/me", &key).code() == "plan_has_no_api_access");
    for (name, value) in [("api_access", json!(5)), ("alerts", json!(true)), ("alerts", json!(-1)), ("gold", json!(1))]
    {
        let answer = set(&mut staff, name, value);
        refused(&answer, 422, "validation_failed");
    }
    let path = format!("/session/admin/organizations/{id}/clear_overrides");
    let cleared = good(&staff.write("DELETE", &path, &json!({})));
    assert_eq!((&cleared["overrides"], &cleared["in_force"]["overridden"]), (&json!([]), &json!([])));
    within_a_second("as before", || limits(server, &key)["api_requests_per_hour"] == 1000);
    assert_eq!(last_entry(&staff, "organization", &id.to_string())["action"], "organization.overrides_cleared");
}

#[test]
fn a_courtesy_adds_to_the_plan_until_it_is_cancelled() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Guest House", "researcher");
    let key = server.new_key("Guest House", &email);
    let id = organization_of(&staff, "Guest House");
    let change = |staff: &mut Browser<'_>, body: &Json| patch(staff, id, "/update_subscription", body);
    let grant = json!({ "action": "grant", "plan_key": "institution", "days": 30, "reason": "for the term" });
    let given = good(&change(&mut staff, &grant));
    assert_eq!(
        (&given["in_force"]["plan_key"], &given["courtesies"][0]["plan_key"]),
        (&json!("researcher"), &json!("institution"))
    );
    within_a_second("more", || limits(server, &key)["api_requests_per_hour"] == 50_000);
    let me = server.get_with_key("/me", &key).json();
    assert_eq!(me["plan"]["key"], "researcher", "the plan is their own");
    let courtesy = &me["courtesies"][0];
    assert_eq!((&courtesy["plan_key"], &courtesy["plan_name"]), (&json!("institution"), &json!("Institution")));
    assert_eq!(courtesy["ends_at"], given["courtesies"][0]["ends_at"], "a key is told when it ends");
    assert_eq!(courtesy["limits"]["api_requests_per_hour"], 50_000);
    for (body, field) in [
        (json!({ "action": "grant", "days": 30 }), "plan_key"),
        (json!({ "action": "grant", "plan_key": "team" }), "days"),
        (json!({ "action": "grant", "plan_key": "gold", "days": 30 }), "plan_key"),
        (json!({ "action": "grant", "plan_key": "team", "days": 0 }), "days"),
    ] {
        let answer = change(&mut staff, &body);
        refused(&answer, 422, "validation_failed");
        assert!(answer.json()["fields"][field].is_string(), "{body}: {}", answer.text);
    }
    good(&change(&mut staff, &json!({ "action": "cancel" })));
    within_a_second("as before", || limits(server, &key)["api_requests_per_hour"] == 1000);
    assert_eq!(server.get_with_key("/me", &key).json()["courtesies"], json!([]));
    let path = format!("/session/admin/users/{}/update_subscription", crate::staff_support::id_of(&staff, &email));
    let own = good(&staff.write("PATCH", &path, &json!({ "action": "grant", "plan_key": "team", "days": 1 })));
    assert_eq!(own["organization_id"], id, "a person's courtesy is that of their own organization");
    within_a_second("a team", || limits(server, &key)["api_requests_per_hour"] == 5000);
}

#[test]
fn an_organization_is_seen_in_depth_and_never_with_a_secret() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Deep Look", "team");
    let key = server.new_key("Deep Look", &email);
    let id = organization_of(&staff, "Deep Look");
    let seen = staff.get(&format!("/session/admin/organizations/{id}"));
    let shown = good(&seen);
    assert_eq!((&shown["organization"]["members"], &shown["organization"]["api_keys"]), (&json!(1), &json!(1)));
    assert_eq!((&shown["members"][0]["email"], &shown["members"][0]["role"]), (&json!(email), &json!("owner")));
    assert_eq!(shown["api_keys"][0]["hint"], key[key.len() - 4..]);
    assert!(!seen.text.contains(&key) && !seen.text.contains("\"hash\""), "{}", seen.text);
    assert_eq!(shown["in_force"]["plan_key"], "team");
    let settings = json!({ "name": "Deeper Look", "plan_key": "institution", "staff_note": "renewal in March" });
    let changed = good(&patch(&mut staff, id, "", &settings))["organization"].clone();
    assert_eq!((&changed["name"], &changed["staff_note"]), (&json!("Deeper Look"), &json!("renewal in March")));
    within_a_second("the other plan", || server.get_with_key("/me", &key).json()["plan"]["key"] == "institution");
    let kept = good(&patch(&mut staff, id, "", &json!({ "staff_note": "" })))["organization"].clone();
    assert_eq!((&kept["name"], &kept["staff_note"]), (&json!("Deeper Look"), &Json::Null), "what is left out stays");
    refused(&patch(&mut staff, id, "", &json!({ "plan_key": "gold" })), 422, "validation_failed");
    refused(&staff.get("/session/admin/organizations/999999"), 404, "not_found");
}

#[test]
fn staff_give_no_plan_or_limit_to_an_organization_of_their_own() {
    let mut staff = Browser::of(server(), "staff");
    let own = organization_of(&staff, "Sample Research");
    let path = format!("/session/admin/organizations/{own}");
    // Its keys are used, and its members keep things, while this runs.
    let settings = |staff: &Browser<'_>| {
        let shown = good(&staff.get(&path));
        ["organization", "in_force", "overrides", "courtesies"].map(|member| shown[member].clone())
    };
    let before = settings(&staff);
    let grant = json!({ "action": "grant", "plan_key": "institution", "days": 30, "reason": "for me" });
    let limit = json!({ "name": "api_requests_per_hour", "value": null });
    for (verb, body) in [
        ("/suspend", json!({ "reason": "x" })),
        ("/restore", json!({})),
        ("", json!({ "plan_key": "institution" })),
        ("/update_subscription", grant.clone()),
        ("/override_entitlement", limit),
    ] {
        refused(&patch(&mut staff, own, verb, &body), 422, "own_organization");
    }
    refused(&staff.write("DELETE", &format!("{path}/clear_overrides"), &json!({})), 422, "own_organization");
    let own_id = crate::staff_support::id_of(&staff, "staff@quarry.example");
    let personal = format!("/session/admin/users/{own_id}/update_subscription");
    refused(&staff.write("PATCH", &personal, &grant), 422, "own_organization");
    assert_eq!(settings(&staff), before);
}

/// Each writes what it was sent, and nothing that it read before.
#[test]
fn two_of_staff_who_change_two_settings_at_once_both_succeed() {
    const ROUNDS: usize = 20;
    let server = server();
    server.new_person("Busy House", "researcher");
    let id = organization_of(&Browser::of(server, "staff"), "Busy House");
    let path = format!("/session/admin/organizations/{id}");
    for round in 0..ROUNDS {
        let (name, note) = (format!("Busy House {round}"), format!("called, round {round}"));
        let changes = [json!({ "name": name }), json!({ "staff_note": note })];
        let start = std::sync::Barrier::new(changes.len());
        // Both sign in first: a thread that panics on its way would leave the other one at the barrier for good.
        let signed_in: Vec<_> = changes.iter().map(|change| (Browser::of(server, "staff"), change)).collect();
        std::thread::scope(|scope| {
            for (mut staff, change) in signed_in {
                let (start, path) = (&start, &path);
                scope.spawn(move || {
                    start.wait();
                    good(&staff.write("PATCH", path, change));
                });
            }
        });
        let organization = good(&Browser::of(server, "staff").get(&path))["organization"].clone();
        assert_eq!(
            (&organization["name"], &organization["staff_note"]),
            (&json!(name), &json!(note)),
            "{organization}"
        );
    }
    let cleared = good(&Browser::of(server, "staff").write("PATCH", &path, &json!({ "staff_note": "" })));
    assert_eq!(cleared["organization"]["staff_note"], Json::Null);
    assert_eq!(cleared["organization"]["plan_key"], "researcher");
}

//! The switchboard: what staff see of the modules, and that a switch is felt and remembered.

use crate::account_support::eventually;
use crate::staff_support::{good, last_entry, refused, server};
use quarry_tests::browser::{Browser, email};
use serde_json::{Value as Json, json};

fn module(overview: &Json, id: &str) -> Json {
    let modules = overview["modules"].as_array().expect("modules");
    modules.iter().find(|module| module["id"] == id).unwrap_or_else(|| panic!("{id} in {overview}")).clone()
}

#[test]
fn every_module_shows_its_components_and_what_the_host_measures_of_them() {
    let (server, staff) = (server(), Browser::of(server(), "staff"));
    let calls = || {
        let overview = good(&staff.get("/session/admin/modules"));
        let explorer = module(&overview, "explorer");
        assert_eq!(explorer["components"][0]["name"], "explorer");
        explorer["components"][0]["figures"]["calls"].as_u64().expect("calls")
    };
    let before = calls();
    server.get_keyless("/public/resolve?q=18944480");
    assert!(calls() > before, "a request to the explorer is a call of its component");
    let serves = |module: &Json| module["id"] == "partners" || module["components"][0]["state"] == "serving";
    // The next case switches one off and on meanwhile.
    eventually("every module serves", || {
        let overview = good(&staff.get("/session/admin/modules"));
        overview["modules"].as_array().expect("modules").iter().all(serves)
    });
    let overview = good(&staff.get("/session/admin/modules"));
    let modules = overview["modules"].as_array().expect("modules");
    let ids: Vec<&str> = modules.iter().filter_map(|module| module["id"].as_str()).collect();
    let known = ["charts", "data_downloads", "explorer", "lending", "partners", "prices", "research", "timeline"];
    assert_eq!(ids, known);
    for module in modules.iter().filter(|module| module["id"] != "partners") {
        let component = &module["components"][0];
        assert_eq!(component["digest"].as_str().map(str::len), Some(64), "{module}");
        assert!(component["routes"].as_u64().is_some_and(|routes| routes > 0), "{module}");
        assert!(component["since"].as_str().is_some_and(|since| since.ends_with('Z')), "{module}");
    }
    let always_on = overview["host"]["always_on"].as_array().expect("components");
    assert!(always_on.iter().any(|component| component["name"] == "staff"), "{overview}");
}

#[test]
fn a_switch_is_felt_before_its_answer_and_remembered_with_its_reason() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let path = "/session/admin/modules/timeline/toggle";
    let is_served = || server.get("/events").status != 404;
    let viewer = Browser::of(server, "staff");
    let version = || {
        let overview = good(&viewer.get("/session/admin/modules"));
        module(&overview, "timeline")["version"].as_i64().expect("a version")
    };
    assert!(is_served());
    let before = version();
    let off = good(&staff.write("PATCH", path, &json!({ "enabled": false, "reason": "a test" })));
    assert!(!is_served(), "at once on the host that answered");
    assert_eq!(server.get("/events").code(), "module_disabled");
    assert_eq!((off["module"]["enabled"].as_bool(), off["module"]["reason"].as_str()), (Some(false), Some("a test")));
    assert_eq!(off["module"]["changed_by"], "Sample Staff");
    let entry = last_entry(&staff, "module", "timeline");
    assert_eq!(entry["action"], "module.switched");
    assert_eq!((&entry["before"]["enabled"], &entry["after"]["enabled"]), (&json!(true), &json!(false)));
    assert_eq!(entry["after"]["reason"], "a test");
    assert_eq!(entry["actor"]["email"], email(server, "staff").as_str());
    let headers = [("cookie", staff.cookie.as_str()), ("x-csrf-token", staff.csrf_token.as_str())];
    let flipped = server.send("PATCH", path, &headers);
    assert_eq!(good(&flipped)["module"]["enabled"], true, "without a body it flips");
    assert!(is_served());
    assert_eq!(version(), before + 2);
}

#[test]
fn a_switch_that_does_not_exist_or_a_body_that_is_wrong_changes_nothing() {
    let mut staff = Browser::of(server(), "staff");
    refused(&staff.write("PATCH", "/session/admin/modules/price/toggle", &json!({})), 404, "not_found");
    let toggle = "/session/admin/modules/prices/toggle";
    for body in [json!({ "enabled": "off" }), json!({ "enable": false }), json!({ "reason": "" })] {
        refused(&staff.write("PATCH", toggle, &body), 422, "validation_failed");
    }
    let headers = [("cookie", staff.cookie.as_str()), ("x-csrf-token", staff.csrf_token.as_str())];
    let untyped = server().send_body("PATCH", toggle, &headers, b"{\"enabled\": false}");
    refused(&untyped, 415, "unsupported_media_type");
    assert_eq!(module(&good(&staff.get("/session/admin/modules")), "prices")["enabled"], true);
}

#[test]
fn each_page_of_the_web_application_has_a_switch() {
    let mut staff = Browser::of(server(), "staff");
    let routes = good(&staff.get("/session/admin/spa_routes"));
    let library = |routes: &Json| {
        let routes = routes["routes"].as_array().expect("routes");
        routes.iter().find(|route| route["key"] == "library").expect("the library").clone()
    };
    let pool = routes["routes"].as_array().expect("routes").iter().find(|route| route["key"] == "prices.pool");
    let pool = pool.expect("a page that is built");
    assert_eq!((&pool["path"], &pool["module"]), (&json!("/prices/:address"), &json!("prices")));
    assert_eq!((&library(&routes)["enabled"], &library(&routes)["changed_at"]), (&json!(true), &Json::Null));
    let path = "/session/admin/spa_routes/library/toggle";
    let off = good(&staff.write("PATCH", path, &json!({ "reason": "it is being rebuilt" })));
    assert_eq!((&off["route"]["enabled"], &off["route"]["changed_by"]), (&json!(false), &json!("Sample Staff")));
    assert_eq!(library(&good(&staff.get("/session/admin/spa_routes")))["reason"], "it is being rebuilt");
    assert_eq!(last_entry(&staff, "spa_route", "library")["after"]["enabled"], false);
    good(&staff.write("PATCH", path, &json!({ "enabled": true })));
    refused(&staff.write("PATCH", "/session/admin/spa_routes/nothing/toggle", &json!({})), 404, "not_found");
}

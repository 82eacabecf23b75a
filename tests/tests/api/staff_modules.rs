//! The switchboard: what staff see of the modules, and that a switch is felt and remembered.

use crate::account_support::eventually;
use crate::organizations::house::execute;
use crate::staff_support::{good, id_of, last_entry, organization_of, refused, server, signed_in};
use quarry::stores::result_set::Value;
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

/// A component of a module, or of those that no switch covers.
fn component(components: &Json, name: &str) -> Json {
    let mut components = components.as_array().expect("components").iter();
    components.find(|component| component["name"] == name).unwrap_or_else(|| panic!("{name}")).clone()
}

#[test]
fn staff_see_what_each_component_may_do_and_has_stored() {
    let staff = Browser::of(server(), "staff");
    let overview = good(&staff.get("/session/admin/modules"));
    let spaces = component(&overview["host"]["always_on"], "spaces");
    let hooks = spaces["hooks"].as_array().expect("hooks");
    for (kind, grant, purpose) in [
        ("new-accounts:", "new-accounts", "run this statement for each account"),
        ("account-keeping:", "account-keeping", "keep an account from being deleted"),
        ("personal-data:spaces.personal_user_id", "personal-data", "export of their data"),
        ("notifications:space.changed", "notifications", "tell connected people"),
        ("guards:", "app-store", "who may do what"),
        ("scopes:spaces", "app-store", "which rows"),
    ] {
        let hook = hooks.iter().find(|hook| hook["name"].as_str().is_some_and(|name| name.starts_with(kind)));
        let hook = hook.unwrap_or_else(|| panic!("{kind} in {spaces}"));
        assert_eq!(hook["grant"], grant, "{hook}");
        assert!(hook["purpose"].as_str().is_some_and(|said| said.contains(purpose)), "{hook}");
    }
    assert!(spaces["grants"].as_array().is_some_and(|grants| grants.contains(&json!("first-party"))), "{spaces}");
    let datasets = component(&module(&overview, "data_downloads")["components"], "datasets");
    let writing = datasets["writing_reads"].as_array().expect("operations");
    let download = writing.iter().find(|one| one["operation_id"] == "download_data_request").expect("the download");
    assert_eq!((&download["method"], download["path"].as_str().is_some()), (&json!("GET"), true), "{download}");
    assert!(download["reason"].as_str().is_some_and(|reason| reason.contains("audit log")), "{download}");
    let citations = component(&module(&overview, "research")["components"], "citations");
    assert!(citations["hooks"].to_string().contains("text-answers:"), "{citations}");
    let own = component(&overview["host"]["always_on"], "staff");
    assert!(own["stored"]["table_bytes"].as_u64().is_some_and(|bytes| bytes > 0), "it has a table of its own: {own}");
    for kind in ["object_bytes", "key_value_bytes"] {
        assert!(own["stored"][kind].is_u64(), "{own}");
    }
}

#[test]
fn staff_see_who_has_stored_most() {
    let (server, staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Space Filler", "researcher");
    let filler = signed_in(server, &email);
    let own = || filler.get("/session/spaces").json()["spaces"][0].clone();
    eventually("every account has a space of its own", || own()["id"].is_i64());
    let space = own();
    let (space_id, user_id) = (space["id"].as_i64().expect("a number"), id_of(&staff, &email));
    let note = "INSERT INTO value_notes (space_id, value, content, color, created_at, updated_at) VALUES ($1, '0x', $2, 'x', 0, 0)";
    execute(server, note, &[Value::Int64(space_id), Value::Text("x".repeat(1_000_000))]);
    let seen = good(&staff.get("/session/admin/storage"));
    let spaces = seen["spaces"].as_array().expect("spaces");
    let sizes: Vec<i64> = spaces.iter().filter_map(|space| space["used_bytes"].as_i64()).collect();
    assert!(sizes.is_sorted_by(|one, next| one >= next) && sizes.len() == spaces.len(), "{seen}");
    assert!(seen["spaces_bytes"].as_i64().is_some_and(|all| all >= sizes.iter().sum::<i64>()), "{seen}");
    let found = spaces.iter().find(|space| space["id"] == space_id).unwrap_or_else(|| panic!("{space_id} in {seen}"));
    assert_eq!(
        (&found["name"], &found["owner"], &found["personal"]),
        (&space["name"], &json!("Space Filler"), &json!(true))
    );
    assert_eq!(found["limit_bytes"], 1_073_741_824, "what the plan of its owner allows");
    assert_eq!(
        (&found["used_bytes"], &found["limit_bytes"]),
        (&own()["storage"]["used_bytes"], &own()["storage"]["limit_bytes"])
    );
    let listed = server.command(&["admin", "storage"], "");
    let line =
        listed.lines().find(|line| line.starts_with(&format!("{space_id} "))).unwrap_or_else(|| panic!("{listed}"));
    assert!(line.contains("Space Filler") && line.trim_end().ends_with("1073741824"), "{listed}");
    let organization = organization_of(&staff, "Space Filler");
    let stored = good(&staff.get(&format!("/session/admin/organizations/{organization}")))["stored"].clone();
    assert_eq!((&stored["spaces"], &stored["assignments_bytes"]), (&json!(1), &json!(0)), "{stored}");
    assert!(stored["spaces_bytes"].as_i64().is_some_and(|bytes| bytes > 1_000_000), "{stored}");
    assert_eq!(stored["spaces_bytes"], stored["largest_space_bytes"]);
    let held = "INSERT INTO unattached_uploads (user_id, upload_count, size_bytes) VALUES ($1, 3, 7000)";
    execute(server, held, &[Value::Int64(user_id)]);
    let seen = good(&staff.get("/session/admin/storage"));
    let files = json!({ "user_id": user_id, "name": "Space Filler", "file_count": 3, "used_bytes": 7000 });
    assert!(seen["unattached_files"].as_array().is_some_and(|people| people.contains(&files)), "{seen}");
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

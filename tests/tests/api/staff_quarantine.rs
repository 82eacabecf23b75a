//! A failing component as staff see it, on the host that answers, and the other chance that they can give it.

use crate::lifecycle::{put, wait_for};
use crate::staff_support::good;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, fresh_folder, installation};
use serde_json::{Value as Json, json};
use std::path::PathBuf;

/// All families, and a component that fails on demand; one caller is enough to close it, for longer than the test lasts.
fn place() -> (Server, PathBuf) {
    let folder = fresh_folder("staff-quarantine").expect("a folder");
    let families = installation().expect("an installation").join("components");
    for entry in std::fs::read_dir(families).expect("families").flatten() {
        std::fs::copy(entry.path(), folder.join(entry.file_name())).expect("copied");
    }
    put(&folder, "version_one", "version.wasm");
    let environment = [
        ("QUARRY__COMPONENTS__FOLDER", folder.display().to_string()),
        ("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE", "0".to_owned()),
        ("QUARRY__QUARANTINE__CALLERS", "1".to_owned()),
        ("QUARRY__QUARANTINE__SHORTEST_MILLISECONDS", "200000".to_owned()),
    ];
    let environment = environment.map(|(name, value)| (name.to_owned(), value)).to_vec();
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    (server, folder)
}

/// The component as staff see it.
fn component(staff: &Browser<'_>) -> Json {
    let overview = good(&staff.get("/session/admin/modules"));
    let modules = overview["modules"].as_array().expect("modules");
    let partners = modules.iter().find(|module| module["id"] == "partners").expect("the module");
    partners["components"][0].clone()
}

#[test]
fn staff_see_what_is_quarantined_and_what_was_refused_and_lift_it_while_it_serves() {
    quarry_tests::on_one_engine!();
    let (server, folder) = place();
    let mut staff = Browser::of(&server, "staff");
    assert_eq!(component(&staff)["state"], "serving");
    for _ in 0..5 {
        assert_eq!(server.get_keyless("/version?fails=true").status, 503);
    }
    assert!(server.get_keyless("/version").detail().contains("(quarantine)"));
    let closed = component(&staff);
    assert_eq!(closed["state"], "quarantined", "{closed}");
    assert_eq!(closed["quarantined"], json!(["show_version"]), "{closed}");
    assert_eq!(closed["figures"]["faults_by_reason"]["trap"], 5, "{closed}");
    assert_eq!(closed["figures"]["faults_by_reason"]["quarantined"], 1, "{closed}");

    // The module is on and stays on: nobody is refused for it.
    assert_eq!(server.get_keyless("/versions").status, 200);
    let lift = json!({ "enabled": true, "reason": "its store is back" });
    good(&staff.write("PATCH", "/session/admin/modules/partners/toggle", &lift));
    assert_eq!(server.get_keyless("/version").status, 200, "at once on the host that answered");
    let open = component(&staff);
    assert_eq!((&open["state"], &open["quarantined"]), (&json!("serving"), &json!([])), "{open}");

    std::fs::write(folder.join("version.wasm"), "not WebAssembly").expect("a file");
    let refusal = || component(&staff)["refusal"].as_str().map(str::to_owned);
    wait_for("staff are told why", || refusal().is_some());
    assert!(refusal().is_some_and(|sentence| sentence.contains("it carries no contract version")), "{:?}", refusal());
    assert_eq!(server.get_keyless("/version").json()["version"], 1, "the old one serves");
    std::fs::remove_dir_all(folder).expect("removed");
}

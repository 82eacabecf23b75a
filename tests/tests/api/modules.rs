//! Module switches, on a server of their own: the others want their routes.

use quarry_tests::bounded::beside_others;
use quarry_tests::server::{Options, Server, quarry};
use std::time::{Duration, Instant};

#[test]
fn a_switched_off_module_is_gone_within_a_second_and_comes_back() {
    quarry_tests::on_one_engine!();
    let environment = vec![("QUARRY__TELEMETRY__LOG".to_owned(), "warn".to_owned())];
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    assert_eq!(server.log(), "", "a start that went well warns of nothing");
    let data_dir = server.data_dir.display().to_string();
    let switch = |state: &str| {
        let output = quarry(&["module", state, "prices", "--reason", "a test", "--data-dir", &data_dir]).expect("runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let wait_for = |status: u16| {
        let started = Instant::now();
        while server.get("/tokens").status != status {
            assert!(started.elapsed() < beside_others(Duration::from_secs(1)), "not {status} within a second");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let is_on = || {
        let site = server.get_keyless("/public/site").json();
        let modules = site["modules"].as_array().expect("modules").clone();
        modules.iter().find(|module| module["key"] == "prices").map(|module| module["enabled"] == true)
    };
    assert_eq!((server.get("/tokens").status, is_on()), (200, Some(true)));
    switch("off");
    wait_for(404);
    assert_eq!(is_on(), Some(false), "the page that was kept a moment ago is not shown any more");
    let refusal = server.get("/tokens");
    assert_eq!((refusal.code().as_str(), refusal.json()["module"].as_str()), ("module_disabled", Some("prices")));
    assert_eq!(server.get_keyless("/public/prices").code(), "module_disabled");
    assert_eq!(server.get("/me").status, 200, "what belongs to no module stays");
    switch("on");
    wait_for(200);
    assert_eq!(is_on(), Some(true));
    let unknown = quarry(&["module", "off", "price", "--data-dir", &data_dir]).expect("runs");
    assert_eq!(unknown.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("there is no module price; there are charts, "));
}

//! `/console` in a real browser, on a server of its own: it switches a module.

use crate::support::root;
use quarry_tests::server::{Options, Server};
use std::process::Command;

#[test]
fn staff_sign_in_and_switch_a_module_off_and_on() {
    let server = Server::start(&Options { no_sample: true, ..Options::default() }).expect("a server");
    let staff = &server.users["staff"];
    let text = |name: &str| staff[name].as_str().expect("a text").to_owned();
    let screenshot = root().join("target/console.png");
    let output = Command::new("node")
        .arg(root().join("tests/contract/console.mjs"))
        .args([server.base_url.clone(), text("email"), text("password")])
        .arg(&screenshot)
        .output()
        .expect("node is installed");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{said}");
    assert!(screenshot.metadata().expect("a screenshot").len() > 10_000);
}

//! `/docs` in a real browser.

use crate::support::{root, server};
use std::process::Command;

#[test]
fn the_page_shows_the_operations_and_asks_no_other_host() {
    let output = Command::new("node")
        .arg(root().join("tests/contract/page.mjs"))
        .arg(&server().base_url)
        .output()
        .expect("node is installed");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{said}");
}

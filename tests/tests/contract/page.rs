//! `/docs` in a real browser.

use crate::support::{root, server};
use quarry_tests::bounded;
use std::process::Command;

#[test]
fn the_page_shows_the_operations_and_asks_no_other_host() {
    let mut command = Command::new("node");
    command.arg(root().join("tests/contract/page.mjs")).arg(&server().base_url);
    let output = bounded::output(&mut command, bounded::LONG).expect("it ends");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{said}");
}

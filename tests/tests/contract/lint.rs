//! redocly's linter, with what redocly.yaml says, on the committed documents.

use crate::support::root;
use quarry_tests::bounded;
use std::process::Command;

#[test]
fn the_documents_are_without_a_fault() {
    let program = root().join("node_modules/.bin/redocly");
    assert!(program.exists(), "redocly is not installed: run `just test`, or host/setup/npm-packages.sh");
    let mut command = Command::new(program);
    command
        .args(["lint", "--config", "tests/contract/redocly.yaml", "docs/openapi.json", "docs/openapi.session.json"])
        .env("REDOCLY_TELEMETRY", "off")
        .env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true")
        .current_dir(root());
    let output = bounded::output(&mut command, bounded::SHORT).unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{said}");
}

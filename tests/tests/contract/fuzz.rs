//! schemathesis, with what tests/contract/schemathesis.toml says, against a live server.
//!
//! `QUARRY_TEST_FUZZ_EXAMPLES` is the number of generated requests of one operation; `just fuzz` makes many.

use crate::support::{root, server};
use quarry_tests::bounded;
use quarry_tests::extent;
use std::process::Command;

#[test]
fn no_request_that_the_document_allows_or_forbids_meets_an_answer_it_does_not_describe() {
    let program = root().join("target/schemathesis/bin/schemathesis");
    assert!(program.exists(), "schemathesis is not installed: run `just test`, or host/setup/schemathesis.sh");
    let server = server();
    let mut command = Command::new(program);
    command
        .arg("--config-file")
        .arg(root().join("tests/contract/schemathesis.toml"))
        .arg("run")
        .arg(format!("{}/api/v1/openapi.json", server.base_url))
        .env("QUARRY_TEST_BASE_URL", format!("{}/api/v1", server.base_url))
        .env("QUARRY_TEST_API_KEY", &server.full_key)
        .env("NO_COLOR", "1")
        .current_dir(root().join("target/schemathesis"));
    // Of one operation, beside those of the other phases: two cores get through about forty requests a second.
    let examples = std::env::var("QUARRY_TEST_FUZZ_EXAMPLES").unwrap_or_else(|_| extent::of("6", "20").to_owned());
    command.args(["--max-examples", &examples]);
    let output = bounded::output(&mut command, bounded::LONG * 2).unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{report}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(report.contains("Stateful"), "the stateful phase ran:\n{report}");
}

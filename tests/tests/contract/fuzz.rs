//! schemathesis, with what tests/contract/schemathesis.toml says, against a live server.
//!
//! `QUARRY_TEST_FUZZ_EXAMPLES` is the number of generated requests of one operation; `just fuzz` makes many.

use crate::support::{root, server};
use quarry_tests::bounded;
use quarry_tests::extent;
use quarry_tests::sentences::faults_of_refusal;
use serde_json::Value as Json;
use std::path::Path;
use std::process::Command;

/// Refusals with different sentences that a run meets at least.
const FEWEST_REFUSALS: usize = 20;

#[test]
fn no_request_that_the_document_allows_or_forbids_meets_an_answer_it_does_not_describe() {
    let program = root().join("target/schemathesis/bin/schemathesis");
    assert!(program.exists(), "schemathesis is not installed: run `just test`, or host/setup/schemathesis.sh");
    let server = server();
    let refusals = root().join("target/schemathesis/refusals.jsonl");
    // That of the run before.
    let _ = std::fs::remove_file(&refusals);
    let mut command = Command::new(program);
    command
        .arg("--config-file")
        .arg(root().join("tests/contract/schemathesis.toml"))
        .arg("run")
        .arg(format!("{}/api/v1/openapi.json", server.base_url))
        .env("QUARRY_TEST_BASE_URL", format!("{}/api/v1", server.base_url))
        .env("QUARRY_TEST_API_KEY", &server.full_key)
        .env("QUARRY_TEST_REFUSALS", &refusals)
        .env("NO_COLOR", "1")
        .current_dir(root().join("target/schemathesis"));
    // Of one operation, beside those of the other phases: two cores get through about forty requests a second.
    let examples = std::env::var("QUARRY_TEST_FUZZ_EXAMPLES").unwrap_or_else(|_| extent::of("6", "20").to_owned());
    command.args(["--max-examples", &examples]);
    let output = bounded::output(&mut command, bounded::LONG * 2).unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{report}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(report.contains("Stateful"), "the stateful phase ran:\n{report}");
    hold_to_words_for_people(&refusals);
}

/// Every refusal that was met, as the hooks noted it, is told in words for people: no type, no pattern, nothing of a parser.
fn hold_to_words_for_people(refusals: &Path) {
    let noted = std::fs::read_to_string(refusals).unwrap();
    let (mut count, mut found) = (0, Vec::new());
    for line in noted.lines() {
        let met: Json = serde_json::from_str(line).unwrap();
        count += 1;
        found.extend(faults_of_refusal(&met["said"]).into_iter().map(|fault| format!("{}: {fault}", met["operation"])));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(count >= FEWEST_REFUSALS, "so many refusals were looked at: {count}");
}

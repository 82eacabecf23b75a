//! Checks that hostile input is refused as declared, or is a value like any other, and never causes a fault of the component.

use crate::conformance::Seen;
use crate::conformance::client::{Client, JSON, TargetError};
use crate::conformance::operation::{Contract, Operation};

const CHECK: &str = "hostile input";

/// Values that have broken other programs: quotes and comments of SQL, the ends of numbers, letters of several bytes, bytes
/// that are not text, and long texts.
const VALUES: &[&str] = &[
    "'",
    "\"; DROP TABLE users; --",
    "%",
    "\\",
    "-1",
    "0",
    "9223372036854775808",
    "1e309",
    "NaN",
    "null",
    "true",
    "{}",
    "../../../../etc/passwd",
    "\u{0}",
    "\u{202e}",
    "𐍈é",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "0x",
    "2026-13-45",
];

const BODIES: &[&str] =
    &["", "{", "[]", "{}", "null", "\"\"", "{\"__proto__\":{}}", "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]"];

pub(super) async fn check(
    client: &Client<'_>,
    contract: &Contract,
    operation: &Operation,
    values: usize,
    seen: &mut Seen,
) -> Result<(), TargetError> {
    let long = "x".repeat(4_000);
    for parameter in &operation.parameters {
        // The host's own values; a path without one is another path.
        for value in VALUES.iter().copied().chain([long.as_str()]).take(values) {
            let url = operation.url(Some((&parameter.name, value)), &[]);
            let answer = operation.ask(client, &url, operation.credentials).await?;
            contract.compare(CHECK, operation, &answer, seen);
        }
    }
    if operation.body.is_some() {
        let url = operation.url(None, &[]);
        for body in BODIES {
            let sent = client.send(&operation.method, &url, &[JSON], (*body).to_owned(), operation.credentials).await?;
            contract.compare(CHECK, operation, &sent, seen);
        }
    }
    Ok(())
}

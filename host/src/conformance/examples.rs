//! The examples of the contract are what it says they are: asked with them, an operation answers well or refuses as declared,
//! and what is unknown is null, not left out.

use crate::conformance::Finding;
use crate::conformance::client::{Client, TargetError};
use crate::conformance::operation::{Contract, Operation};

const CHECK: &str = "examples";

pub(super) async fn check(
    client: &Client<'_>,
    contract: &Contract,
    operation: &Operation,
    findings: &mut Vec<Finding>,
) -> Result<(), TargetError> {
    let mut urls = vec![operation.url(None, &[])];
    // Those of the page are the host's.
    let is_own = |name: &str| !["cursor", "before", "after"].contains(&name);
    for parameter in operation.parameters.iter().filter(|parameter| !parameter.is_path && is_own(&parameter.name)) {
        if operation.method == "GET" && !parameter.example.is_empty() {
            urls.push(operation.url(Some((&parameter.name, &parameter.example)), &[]));
        }
    }
    for url in urls {
        let answer = operation.ask(client, &url, operation.credentials).await?;
        if answer.status == 422 && answer.text.contains("\"invalid_parameter\"") && url.contains('?') {
            findings.push(
                operation.finding(CHECK, format!("{} refuses its own example: {}", answer.request, answer.shown())),
            );
        }
        contract.compare(CHECK, operation, &answer, findings);
    }
    Ok(())
}

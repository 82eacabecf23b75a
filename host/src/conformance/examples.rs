//! The examples of the contract are what it says they are: asked with them, an operation answers well or refuses as declared,
//! and what is unknown is null, not left out.

use crate::conformance::Seen;
use crate::conformance::client::{Client, TargetError};
use crate::conformance::operation::{Contract, Operation};

const CHECK: &str = "examples";

pub(super) async fn check(
    client: &Client<'_>,
    contract: &Contract,
    operation: &Operation,
    seen: &mut Seen,
) -> Result<(), TargetError> {
    let mut asked = vec![(operation.url(None, &[]), None)];
    // Those of the page are the host's.
    let is_own = |name: &str| !["cursor", "before", "after"].contains(&name);
    for parameter in operation.parameters.iter().filter(|parameter| !parameter.is_path && is_own(&parameter.name)) {
        if operation.method == "GET" && !parameter.example.is_empty() {
            asked.push((operation.url(Some((&parameter.name, &parameter.example)), &[]), Some(&parameter.name)));
        }
    }
    for (url, name) in asked {
        let answer = operation.ask(client, &url, operation.credentials).await?;
        let refused = answer.json().and_then(|body| body["parameter"].as_str().map(str::to_owned));
        if answer.status == 422 && refused.is_some() && refused.as_ref() == name {
            let sentence = format!("{} refuses its own example: {}", answer.request, answer.shown());
            seen.push(operation.finding(CHECK, sentence));
        }
        contract.compare(CHECK, operation, &answer, seen);
    }
    Ok(())
}

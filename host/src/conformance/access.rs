//! Checks that callers without access are refused, as the contract says.

use crate::conformance::Seen;
use crate::conformance::client::{Client, Credentials, TargetError};
use crate::conformance::operation::{Contract, Operation};

const CHECK: &str = "access";

pub(super) async fn check(
    client: &Client<'_>,
    contract: &Contract,
    operation: &Operation,
    seen: &mut Seen,
) -> Result<(), TargetError> {
    if operation.credentials == Credentials::Nobody {
        return Ok(());
    }
    let answer = operation.ask(client, &operation.url(None, &[]), Credentials::Nobody).await?;
    if answer.status != 401 {
        seen.push(operation.finding(
            CHECK,
            format!("{} answered {} to a request without credentials; 401 is right", answer.request, answer.status),
        ));
    }
    contract.compare(CHECK, operation, &answer, seen);
    Ok(())
}

//! An answer that did not change has the same ETag, and is not sent again.

use crate::conformance::Seen;
use crate::conformance::client::{Client, TargetError};
use crate::conformance::operation::Operation;

const CHECK: &str = "ETag";

pub(super) async fn check(client: &Client<'_>, operation: &Operation, seen: &mut Seen) -> Result<(), TargetError> {
    let url = operation.url(None, &[]);
    let first = client.get(&url, operation.credentials).await?;
    let tag = first.header("etag").to_owned();
    if first.status != 200 || tag.is_empty() || !operation.answers_json {
        return Ok(());
    }
    let second = client.get(&url, operation.credentials).await?;
    if second.header("etag") != tag {
        let sentence = match first.text == second.text {
            true => format!("{}: the same answer has another ETag", first.request),
            false => format!(
                "{}: two requests in a row get different answers, so no cache helps; leave out the members that differ each time, or declare `cache = no_store`",
                first.request
            ),
        };
        seen.push(operation.finding(CHECK, sentence));
        return Ok(());
    }
    let unchanged = client.send("GET", &url, &[("if-none-match", &tag)], String::new(), operation.credentials).await?;
    if unchanged.status != 304 {
        seen.push(operation.finding(
            CHECK,
            format!("{} with its own ETag answered {}; 304 is right", first.request, unchanged.status),
        ));
    }
    Ok(())
}

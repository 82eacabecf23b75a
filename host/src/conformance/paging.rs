//! A list is walked to its end page by page, each row once, and a cursor opens nothing that it was not made for.

use crate::conformance::Seen;
use crate::conformance::client::{Client, TargetError};
use crate::conformance::operation::{Contract, Operation};
use serde_json::Value as Json;
use std::collections::HashSet;

const CHECK: &str = "paging";

pub(super) async fn check(
    client: &Client<'_>,
    contract: &Contract,
    operation: &Operation,
    pages: usize,
    seen: &mut Seen,
) -> Result<(), TargetError> {
    if !operation.is_paged {
        return Ok(());
    }
    let (mut rows_seen, mut cursor) = (HashSet::new(), None::<String>);
    for _ in 0..pages {
        let mut further = vec![("limit", "1")];
        if let Some(cursor) = &cursor {
            further.push(("cursor", cursor));
        }
        let page = client.get(&operation.url(None, &further), operation.credentials).await?;
        contract.compare(CHECK, operation, &page, seen);
        // A thing that is not there has no list.
        let Some(body) = page.json().filter(|_| page.status == 200) else { return Ok(()) };
        let rows = rows(&body);
        if body["count"].as_u64() != Some(rows.len() as u64) {
            let sentence = format!("{} says count {} and has {} rows", page.request, body["count"], rows.len());
            seen.push(operation.finding(CHECK, sentence));
        }
        for row in rows {
            if !rows_seen.insert(row.to_string()) {
                let sentence = format!(
                    "{} shows a row again that was on an earlier page; the order must end in something unique: {row}",
                    page.request
                );
                seen.push(operation.finding(CHECK, sentence));
                return Ok(());
            }
        }
        cursor = body["next_cursor"].as_str().map(str::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    forged(client, contract, operation, cursor, seen).await
}

/// The list of the page: its one member that is an array, or of several the one that has as many rows as the page says.
fn rows(body: &Json) -> Vec<&Json> {
    let lists = || body.as_object().into_iter().flatten().filter_map(|(_, member)| member.as_array());
    let counted = lists().find(|list| body["count"].as_u64() == Some(list.len() as u64));
    counted.or_else(|| lists().next()).into_iter().flatten().collect()
}

async fn forged(
    client: &Client<'_>,
    contract: &Contract,
    operation: &Operation,
    cursor: Option<String>,
    seen: &mut Seen,
) -> Result<(), TargetError> {
    let altered = cursor.map_or_else(|| "AQMGBFVTREMB".to_owned(), |cursor| format!("{cursor}AA"));
    let answer = client.get(&operation.url(None, &[("cursor", &altered)]), operation.credentials).await?;
    if answer.status != 422 {
        let sentence = format!("an invented cursor was answered with {}; 422 is right", answer.status);
        seen.push(operation.finding(CHECK, sentence));
    }
    contract.compare(CHECK, operation, &answer, seen);
    Ok(())
}

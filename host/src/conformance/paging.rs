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
    let (mut rows_seen, mut before, mut cursor) = (HashSet::new(), Json::Null, None::<String>);
    for _ in 0..pages {
        let mut further = vec![("limit", "1")];
        if let Some(cursor) = &cursor {
            further.push(("cursor", cursor));
        }
        let page = client.get(&operation.url(None, &further), operation.credentials).await?;
        contract.compare(CHECK, operation, &page, seen);
        // A thing that is not there has no list.
        let Some(body) = page.json().filter(|_| page.status == 200) else { return Ok(()) };
        let (lists, rows) = (lists(&body), rows(&body, &before));
        if !is_counted(&body, &lists) {
            let lengths: Vec<String> = lists.iter().map(|(name, list)| format!("{} {name}", list.len())).collect();
            let sentence = format!("{} says count {} and has {}", page.request, body["count"], lengths.join(", "));
            seen.push(operation.finding(CHECK, sentence));
        }
        for (list, row) in rows {
            if !rows_seen.insert(format!("{list} {row}")) {
                let sentence = format!(
                    "{} shows a row again that was on an earlier page; the order must end in something unique: {row}",
                    page.request
                );
                seen.push(operation.finding(CHECK, sentence));
                return Ok(());
            }
        }
        cursor = body["next_cursor"].as_str().map(str::to_owned);
        before = body;
        if cursor.is_none() {
            break;
        }
    }
    forged(client, contract, operation, cursor, seen).await
}

/// The members of a body that are arrays, by name; those of objects where there are such.
fn lists(body: &Json) -> Vec<(&str, &Vec<Json>)> {
    let arrays = body.as_object().into_iter().flatten();
    let arrays: Vec<(&str, &Vec<Json>)> =
        arrays.filter_map(|(name, member)| Some((name.as_str(), member.as_array()?))).collect();
    let of_objects: Vec<_> =
        arrays.iter().copied().filter(|(_, list)| list.first().is_none_or(Json::is_object)).collect();
    if of_objects.is_empty() { arrays } else { of_objects }
}

/// `count` is the length of the one list, or of several that of one or of some of them together.
fn is_counted(body: &Json, lists: &[(&str, &Vec<Json>)]) -> bool {
    let Some(count) = body["count"].as_u64() else { return false };
    let lengths = || lists.iter().map(|(_, list)| list.len() as u64);
    match lists.len() {
        0 | 1 => lengths().sum::<u64>() == count,
        _ => lengths().any(|length| length == count) || count <= lengths().sum(),
    }
}

/// The rows of the page, each with the name of its list. Of several lists those that stand on every page alike are not walked.
fn rows<'body>(body: &'body Json, before: &Json) -> Vec<(&'body str, &'body Json)> {
    let lists = lists(body);
    let is_walked = |name: &str, list: &Vec<Json>| lists.len() < 2 || before[name].as_array() != Some(list);
    let walked = lists.iter().filter(|(name, list)| is_walked(name, list));
    walked.flat_map(|(name, list)| list.iter().map(move |row| (*name, row))).collect()
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

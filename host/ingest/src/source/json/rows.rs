//! The rows within a value of JSON: of an answer of JSON-RPC, of a list, of a document that has a list in it.

use serde_json::{Map, Value as Json};

use super::answers::refusal;
use super::row::{PlainRow, plain};
use super::wrapping::{WRAPPERS, lists_of};
use crate::dataset::DatasetKind;

/// Lists within lists that are looked into at most.
const DEEPEST: usize = 6;

/// All rows of a value, in its order; or the reason why it has no rows.
pub(super) fn rows_of(kind: DatasetKind, value: Json) -> Result<Vec<PlainRow>, String> {
    let mut rows = Vec::new();
    collect(kind, value, 0, &mut rows)?;
    Ok(rows)
}

fn collect(kind: DatasetKind, value: Json, depth: usize, rows: &mut Vec<PlainRow>) -> Result<(), String> {
    if depth > DEEPEST {
        return Err("its rows lie too deep within other lists".to_owned());
    }
    let object = match value {
        Json::Array(items) => {
            return items.into_iter().try_for_each(|item| collect(kind, item, depth + 1, rows));
        }
        Json::Object(object) => object,
        Json::Null if depth > 0 => return Err("the server's answer is null: it has no such block".to_owned()),
        _ => return Err("the line is JSON but no object".to_owned()),
    };
    collect_object(kind, object, depth, rows)
}

fn collect_object(
    kind: DatasetKind,
    mut object: Map<String, Json>,
    depth: usize,
    rows: &mut Vec<PlainRow>,
) -> Result<(), String> {
    if let Some(problem) = refusal(kind, &object) {
        return Err(problem);
    }
    if object.contains_key("jsonrpc") {
        return collect(kind, object.remove("result").unwrap_or(Json::Null), depth + 1, rows);
    }
    match (kind, object.get("transactions").is_some_and(Json::is_array)) {
        (DatasetKind::Blocks, true) => {
            if let Some(Json::Array(transactions)) = object.remove("transactions") {
                object.entry("transaction_count").or_insert(transactions.len().into());
            }
            rows.push(plain(kind, object));
            return Ok(());
        }
        (DatasetKind::Transactions, true) => return collect_transactions(object, rows),
        _ => {}
    }
    for name in lists_of(kind).iter().chain(&WRAPPERS) {
        if object.get(*name).is_some_and(|held| held.is_array() || held.is_object()) {
            return collect(kind, object.remove(*name).unwrap_or_default(), depth + 1, rows);
        }
    }
    if matches!(kind, DatasetKind::Swaps | DatasetKind::Liquidations) {
        lift_transaction(&mut object);
    }
    rows.push(plain(kind, object));
    Ok(())
}

/// The transactions of a block, each with the time that the block gives.
fn collect_transactions(mut block: Map<String, Json>, rows: &mut Vec<PlainRow>) -> Result<(), String> {
    let time = block.remove("timestamp");
    let Some(Json::Array(transactions)) = block.remove("transactions") else { return Ok(()) };
    for transaction in transactions {
        let Json::Object(mut transaction) = transaction else {
            return Err(
                "the block has hashes of its transactions and not the transactions: ask for them whole".to_owned()
            );
        };
        if let Some(time) = &time {
            transaction.entry("blockTimestamp").or_insert_with(|| time.clone());
        }
        rows.push(plain(DatasetKind::Transactions, transaction));
    }
    Ok(())
}

/// A subgraph's row holds its transaction as an object: `{"transaction": {"id": "0x…", "blockNumber": "1"}}`.
fn lift_transaction(row: &mut Map<String, Json>) {
    let Some(Json::Object(transaction)) = row.get("transaction").cloned() else { return };
    let lifted = [("id", "transactionHash"), ("blockNumber", "blockNumber"), ("timestamp", "timestamp")];
    for (from, to) in lifted {
        if let Some(value) = transaction.get(from) {
            row.entry(to).or_insert_with(|| value.clone());
        }
    }
}

//! Objects that hold rows: answers of JSON-RPC, and documents with a list in them.

use serde_json::{Map, Value as Json};

use crate::dataset::DatasetKind;

/// Members that hold the rows of a document, whatever it is of.
pub(super) const WRAPPERS: [&str; 3] = ["result", "data", "rows"];

/// The members that hold a dataset's rows.
pub(super) fn lists_of(kind: DatasetKind) -> &'static [&'static str] {
    match kind {
        DatasetKind::Tokens => &["tokens"],
        DatasetKind::Pools => &["pools", "pairs", "liquidityPools"],
        DatasetKind::Swaps => &["swaps"],
        DatasetKind::Liquidations => &["liquidates", "liquidationCalls", "liquidations"],
        DatasetKind::Absorptions => &["absorptions"],
        _ => &[],
    }
}

/// True when an object is not a row but holds rows.
pub(super) fn is_wrapped(kind: DatasetKind, object: &Map<String, Json>) -> bool {
    object.contains_key("jsonrpc")
        || WRAPPERS
            .iter()
            .chain(lists_of(kind))
            .any(|name| object.get(*name).is_some_and(|held| held.is_array() || held.is_object()))
        || kind == DatasetKind::Logs && object.get("logs").is_some_and(Json::is_array)
        || kind == DatasetKind::Transactions && object.get("transactions").is_some_and(Json::is_array)
        || kind == DatasetKind::Blocks && object.get("transactions").is_some_and(Json::is_array)
}

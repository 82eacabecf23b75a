//! Objects that hold rows: answers of JSON-RPC, and documents with a list in them.

use crate::dataset::DatasetKind;

/// Members that hold the rows of a document, whatever it is of.
pub(super) const WRAPPERS: [&str; 6] = ["result", "data", "rows", "items", "results", "records"];

/// The members that hold a dataset's rows.
pub(super) fn lists_of(kind: DatasetKind) -> &'static [&'static str] {
    match kind {
        DatasetKind::Logs => &["logs"],
        DatasetKind::Tokens => &["tokens"],
        DatasetKind::Pools => &["pools", "pairs", "liquidityPools"],
        DatasetKind::Swaps => &["swaps"],
        DatasetKind::Liquidations => &["liquidates", "liquidationCalls", "liquidations"],
        DatasetKind::Absorptions => &["absorptions"],
        _ => &[],
    }
}

/// True of a member that makes an object something else than a row where it is a list or an object.
pub(super) fn may_hold_rows(kind: DatasetKind, name: &str) -> bool {
    WRAPPERS.contains(&name)
        || lists_of(kind).contains(&name)
        || match kind {
            DatasetKind::Transactions | DatasetKind::Blocks => name == "transactions",
            // A subgraph's row holds its transaction as an object.
            DatasetKind::Swaps | DatasetKind::Liquidations => name == "transaction",
            _ => false,
        }
}

//! The answer to whether the block of a saved copy still stands: read anew each time, for all copies of an answer in one statement.

use crate::saved_items::{CanonicalUnknown, SavedItem};
use quarry_sdk::prelude::*;
use std::collections::HashMap;

statement!(warehouse, SelectCanonicalHashes, "src/saved_items/canonical_hashes.sql");

#[derive(Row)]
struct CanonicalHash {
    chain_id: u64,
    block_number: u64,
    block_hash: String,
}

/// Says of each copy whether its block still stands.
pub fn fill<'a>(items: impl Iterator<Item = &'a mut SavedItem>) {
    let mut items: Vec<&mut SavedItem> = items.collect();
    let asked = |item: &&mut SavedItem| (item.chain_id.unsigned_abs(), item.block_number.unsigned_abs());
    let (chain_ids, block_numbers): (Vec<u64>, Vec<u64>) = items.iter().map(asked).unzip();
    if items.is_empty() {
        return;
    }
    let found: Result<Vec<CanonicalHash>, Problem> = SelectCanonicalHashes { chain_ids, block_numbers }.all();
    let known: Option<HashMap<(u64, u64), String>> =
        found.ok().map(|rows| rows.into_iter().map(|row| ((row.chain_id, row.block_number), row.block_hash)).collect());
    for item in &mut items {
        let place = (item.chain_id.unsigned_abs(), item.block_number.unsigned_abs());
        let current = known.as_ref().and_then(|known| known.get(&place));
        item.canonical = item.block_hash.as_ref().zip(current).map(|(own, current)| own == current);
        item.canonical_unknown = match (item.canonical, &known) {
            (Some(_), _) => None,
            (None, None) if item.block_hash.is_some() => Some(CanonicalUnknown::WarehouseUnavailable),
            (None, _) => Some(CanonicalUnknown::BlockUnknown),
        };
    }
}

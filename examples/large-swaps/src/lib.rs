//! Large swaps as a dataset: by declaration alone, without a route.

use quarry_sdk::dataset::{Category, Column, Dataset, FilterField, Kind};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectLargeSwaps, "sql/large_swaps.sql");

/// Swaps that moved a lot.
pub fn large_swaps() -> Dataset {
    Dataset::of::<SelectLargeSwaps>("swaps", "Large swaps", Category::Dex)
        .description("Swaps of V2 pools that moved at least 10,000 whole tokens of token0.")
        .module("prices")
        .columns([
            Column::new("chain_id", Kind::Integer, "EIP-155 chain id."),
            Column::new("block_number", Kind::Integer, "Number of the block."),
            Column::new("log_index", Kind::Integer, "Index of the log within its block."),
            Column::new("block_timestamp", Kind::Time, "Time of the block."),
            Column::new("transaction_hash", Kind::Hash, "Hash of the transaction."),
            Column::new("pool", Kind::Address, "The pool."),
            Column::new("moved0", Kind::RawAmount, "What came in of token0, and what went out.")
                .in_units("raw units of token0"),
        ])
        .filters([
            FilterField::chain(),
            FilterField::block_from(),
            FilterField::block_to(),
            FilterField::addresses("Swaps of these pools."),
        ])
        .order(["chain_id", "block_number", "log_index"])
}

quarry_sdk::plugin! {
    name: "large-swaps",
    summary: "Adds the dataset of large swaps.",
    grants: [Warehouse],
    datasets: [large_swaps],
}

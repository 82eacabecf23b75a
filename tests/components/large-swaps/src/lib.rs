//! A component without a route that adds datasets to the catalogue, by declaration alone.

use quarry_sdk::dataset::{Category, Column, Dataset, FilterField, Kind};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectLargeSwaps, "sql/large_swaps.sql");
statement!(warehouse, SelectMoves, "sql/moves.sql");
statement!(warehouse, SelectPools, "sql/pools.sql");

/// Swaps that moved a lot. The switch of lending covers it, so that tests can take it away and leave the catalogue on.
pub fn large_swaps() -> Dataset {
    Dataset::of::<SelectLargeSwaps>("swaps", "Large swaps", Category::Dex)
        .description("Swaps of V2 pools that moved at least 1,000 raw units of token0.")
        .module("lending")
        .columns([
            Column::new("chain_id", Kind::Integer, "EIP-155 chain id."),
            Column::new("block_number", Kind::Integer, "Number of the block."),
            Column::new("log_index", Kind::Integer, "Index of the log within its block."),
            Column::new("block_timestamp", Kind::Time, "Time of the block.").when_picked(),
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

/// Rows of two datasets of Quarry, in blocks.
pub fn moves() -> Dataset {
    Dataset::of::<SelectMoves>("moves", "Moves", Category::Dex)
        .description("Swaps of V2 pools and what became of their reserves.")
        .module("lending")
        .columns([
            Column::new("chain_id", Kind::Integer, "EIP-155 chain id."),
            Column::new("block_number", Kind::Integer, "Number of the block."),
            Column::new("log_index", Kind::Integer, "Index of the log within its block."),
        ])
        .filters([FilterField::chain(), FilterField::block_from(), FilterField::block_to()])
        .order(["chain_id", "block_number", "log_index"])
}

/// Rows that stand in no block.
pub fn pools() -> Dataset {
    Dataset::of::<SelectPools>("pools", "Busy pools", Category::Dex)
        .description("V2 pools by the number of their swaps.")
        .module("lending")
        .columns([
            Column::new("chain_id", Kind::Integer, "EIP-155 chain id."),
            Column::new("pool", Kind::Address, "The pool."),
            Column::new("swaps", Kind::Integer, "Its swaps."),
        ])
        .filters([FilterField::chain()])
        .order(["chain_id", "pool"])
}

quarry_sdk::plugin! {
    name: "large-swaps",
    summary: "Adds the dataset of large swaps; for tests only.",
    grants: [Warehouse],
    datasets: [large_swaps, moves, pools],
}

//! A dataset.

use quarry_sdk::dataset::{Category, Column, Dataset, Kind};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectOnes, "sql/ones.sql");

/// One row.
pub fn ones() -> Dataset {
    Dataset::of::<SelectOnes>("ones", "Ones", Category::Raw)
        .description("A one.")
        .columns([Column::new("one", Kind::Integer, "It is 1.")])
        .order(["one"])
}

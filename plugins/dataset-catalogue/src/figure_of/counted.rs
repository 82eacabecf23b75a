//! Figures that the warehouse computes.

use crate::column::{Column, ColumnKind};
use crate::dataset::FrozenBy;
use crate::figure_of::aggregate::{Aggregate, Figure};
use crate::figure_of::exact::Exact;
use crate::frozen::Frozen;
use crate::rows_of::Extent;
use crate::selection::Selection;
use quarry_sdk::bindings::quarry::plugin::values::ResultSet;
use quarry_sdk::bindings::quarry::plugin::warehouse;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{self, Value as Json};
use std::collections::BTreeMap;

/// Below it a sum of whole numbers fits into 256 bits with a sign: 2^255 is 5.8e76.
const LARGEST_WHOLE: f64 = 5.7e76;
/// The same limit, for numbers with 18 digits behind the point.
const LARGEST_DECIMAL: f64 = 5.7e57;

pub(super) fn figure(
    statement: &str,
    selection: &Selection,
    aggregate: Aggregate,
    column: Option<&'static Column>,
    frozen: &Frozen,
) -> Result<Figure, Problem> {
    let mut bindings = selection.filter_bindings();
    bindings.push(("column".to_owned(), Value::Text(column.map_or("", |column| column.name).to_owned())));
    if selection.dataset.frozen_by() == FrozenBy::Blocks {
        bindings.push(("pin_chains".to_owned(), Value::Uint64List(frozen.blocks.keys().copied().collect())));
        bindings.push(("pin_blocks".to_owned(), Value::Uint64List(frozen.blocks.values().copied().collect())));
        bindings.push(("other_chains".to_owned(), Value::Uint64(frozen.other_chains.unwrap_or_default())));
    }
    let rows = warehouse::query(statement, &bindings)?;
    let extent = Extent {
        rows: number(&rows, "row_count"),
        as_of: time(&rows, "as_of").filter(|_| number(&rows, "row_count") > 0),
        blocks: newest_blocks(&rows),
        newest_entry: None,
    };
    let cells = number(&rows, "cell_count");
    let value = match (aggregate, column) {
        (Aggregate::Count, None) => Some(extent.rows.to_string()),
        (Aggregate::Count, Some(_)) => Some(cells.to_string()),
        (Aggregate::Distinct, _) => Some(number(&rows, "distinct_count").to_string()),
        _ if cells == 0 => None,
        (Aggregate::First, _) => text(&rows, "first_cell"),
        (Aggregate::Last, _) => text(&rows, "last_cell"),
        (Aggregate::Min, Some(column)) if column.kind == ColumnKind::Time => text(&rows, "first_text"),
        (Aggregate::Max, Some(column)) if column.kind == ColumnKind::Time => text(&rows, "last_text"),
        (Aggregate::Min | Aggregate::Max, column) => {
            refuse_overflow(&rows, "largest", column)?;
            text(&rows, if aggregate == Aggregate::Min { "smallest_number" } else { "largest_number" })
        }
        (Aggregate::Sum | Aggregate::Avg, column) => {
            refuse_overflow(&rows, "magnitude", column)?;
            let sum = text(&rows, "total").and_then(|total| Exact::read(&total));
            sum.map(|sum| match aggregate {
                Aggregate::Avg => sum.divided_by(cells).to_string(),
                _ => sum.to_string(),
            })
        }
    };
    Ok(Figure { value, extent })
}

/// 422 where the numbers do not fit into 256 bits: a figure that is not exact is not given.
fn refuse_overflow(rows: &ResultSet, magnitude: &str, column: Option<&'static Column>) -> Result<(), Problem> {
    let most = match column.map(|column| column.kind) {
        Some(ColumnKind::Decimal) => LARGEST_DECIMAL,
        _ => LARGEST_WHOLE,
    };
    match rows.value(0, magnitude) {
        Some(Value::Float64(magnitude)) if magnitude >= most => {
            let name = column.map_or("", |column| column.name);
            let sentence = format!(
                "The values of {name} are too large to be computed exactly (over 255 bits): narrow the filters."
            );
            Err(Problem::new(422, "figure_too_large", sentence))
        }
        _ => Ok(()),
    }
}

fn number(rows: &ResultSet, name: &str) -> u64 {
    match rows.value(0, name) {
        Some(Value::Uint64(number)) => number,
        Some(Value::Int64(number)) => number.unsigned_abs(),
        _ => 0,
    }
}

fn text(rows: &ResultSet, name: &str) -> Option<String> {
    match rows.value(0, name)? {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn time(rows: &ResultSet, name: &str) -> Option<Time> {
    match rows.value(0, name)? {
        Value::Timestamp(microseconds) => Some(Time { microseconds }),
        _ => None,
    }
}

/// Two lists as JSON, of chain ids and of blocks, whose numbers are texts where they are long.
fn newest_blocks(rows: &ResultSet) -> BTreeMap<u64, u64> {
    let parsed =
        text(rows, "newest_blocks").and_then(|json| serde_json::from_str::<(Vec<Json>, Vec<Json>)>(&json).ok());
    let Some((chains, blocks)) = parsed else { return BTreeMap::new() };
    let read = |number: &Json| number.as_u64().or_else(|| number.as_str()?.parse().ok());
    chains.iter().zip(&blocks).filter_map(|(chain, block)| Some((read(chain)?, read(block)?))).collect()
}

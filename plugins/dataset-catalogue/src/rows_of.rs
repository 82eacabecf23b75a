//! The rows of a selection, one after the other, as JSON that is the same on every engine.
//!
//! Numbers are texts, since JSON cannot hold all of them; times are RFC 3339, hashes and addresses hex; lists and truth are JSON.

use crate::column::ColumnKind;
use crate::dataset::{Dataset, FrozenBy, Source};
use crate::frozen::Frozen;
use crate::pins::Pins;
use crate::selection::{Ends, Selection};
use quarry_sdk::bindings::quarry::plugin::app_store;
use quarry_sdk::bindings::quarry::plugin::values::ResultSet;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{self, Value as Json};
use std::collections::BTreeMap;

/// Rows that a statement of the warehouse gives; one less is read at most, so that nothing is cut off unseen.
pub const MOST_ROWS: u64 = 50_000;
/// The same of the app store.
pub const MOST_ENTRIES: u64 = 10_000;

const MICROSECONDS_OF_AN_HOUR: i64 = 3_600_000_000;

/// The extent of the rows that were read.
#[derive(Debug, Default)]
pub struct Extent {
    pub rows: u64,
    /// Time of the newest row.
    pub as_of: Option<Time>,
    /// The newest block by chain id.
    pub blocks: BTreeMap<u64, u64>,
    /// The number of the newest entry of the timeline.
    pub newest_entry: Option<i64>,
}

/// Reads the rows up to `frozen`, in the dataset's order; `each` gets the cells of the columns. 422 where there are more than can be read.
pub fn read(
    selection: &Selection,
    columns: &[&str],
    frozen: &Frozen,
    mut each: impl FnMut(&[Json]),
) -> Result<Extent, Problem> {
    let mut extent = Extent::default();
    let rows = matching(selection, frozen)?;
    for row in 0..rows.row_count() {
        if !takes(selection.dataset, &rows, row, frozen) {
            continue;
        }
        let cells: Vec<Json> = columns.iter().map(|name| cell(selection.dataset, &rows, row, name)).collect();
        each(&cells);
        extent.note(selection.dataset, &rows, row);
    }
    Ok(extent)
}

/// The rows that match. The store leaves out what came after `frozen`, so that it never counts against the most that can be read.
fn matching(selection: &Selection, frozen: &Frozen) -> Result<ResultSet, Problem> {
    let pins = match selection.dataset.frozen_by() {
        FrozenBy::Blocks | FrozenBy::Ends => frozen.pins(selection.chain_id()),
        FrozenBy::Numbers | FrozenBy::Nothing => Pins::lists(selection.pins.as_ref()),
    };
    let last = pins.1.iter().copied().max().unwrap_or(u64::MAX);
    let ends = Ends { pins, until: frozen.last_end(), newest_entry: frozen.newest_entry };
    let mut bindings = selection.bindings_up_to(ends);
    for (name, value) in &mut bindings {
        if let ("block_to", Value::Uint64(block)) = (name.as_str(), value) {
            *block = (*block).min(last);
        }
    }
    let (rows, most) = match selection.dataset.source {
        Source::AppStore(statement, _) => {
            bindings.push(("most".to_owned(), Value::Int64(MOST_ENTRIES.cast_signed())));
            (app_store::query(statement, &bindings)?, MOST_ENTRIES - 1)
        }
        Source::Warehouse(reader) => {
            bindings.push(("most".to_owned(), Value::Uint64(MOST_ROWS)));
            (reader.rows(&bindings)?, MOST_ROWS - 1)
        }
    };
    match u64::from(rows.row_count()) > most {
        true => Err(too_many_rows(selection.dataset, most)),
        false => Ok(rows),
    }
}

/// 422: more rows than can be read at once.
pub fn too_many_rows(dataset: &Dataset, most: u64) -> Problem {
    let sentence = format!(
        "More than {most} rows of the dataset {} match, and that is the most that can be read at once: narrow the filters.",
        dataset.key
    );
    Problem::new(422, "too_many_rows", sentence).with("limit", most)
}

fn takes(dataset: &Dataset, rows: &ResultSet, row: u32, frozen: &Frozen) -> bool {
    let unsigned = |name: &str| number(rows, row, name).unwrap_or_default().unsigned_abs();
    match dataset.frozen_by() {
        FrozenBy::Nothing => true,
        FrozenBy::Blocks => frozen.takes_block(unsigned("chain_id"), unsigned("block_number")),
        FrozenBy::Numbers => number(rows, row, "id").is_none_or(|id| frozen.takes_entry(id)),
        FrozenBy::Ends => {
            bar_end(rows, row).is_some_and(|end| frozen.takes_bar(unsigned("chain_id"), end, unsigned("last_block")))
        }
    }
}

/// The first moment after a bar.
fn bar_end(rows: &ResultSet, row: u32) -> Option<Time> {
    let hours = if text(rows, row, "period").as_deref() == Some("daily") { 24 } else { 1 };
    let start = time(rows, row, "start")?;
    Some(Time { microseconds: start.microseconds.saturating_add(hours * MICROSECONDS_OF_AN_HOUR) })
}

impl Extent {
    fn note(&mut self, dataset: &Dataset, rows: &ResultSet, row: u32) {
        self.rows += 1;
        let (at, block) = match dataset.frozen_by() {
            FrozenBy::Blocks => (time(rows, row, "block_timestamp"), number(rows, row, "block_number")),
            FrozenBy::Ends => (bar_end(rows, row), number(rows, row, "last_block")),
            FrozenBy::Numbers => {
                self.newest_entry = self.newest_entry.max(number(rows, row, "id"));
                (time(rows, row, "occurred_at"), None)
            }
            FrozenBy::Nothing => (None, None),
        };
        self.as_of = self.as_of.max(at);
        if let (Some(chain_id), Some(block)) = (number(rows, row, "chain_id"), block) {
            let newest = self.blocks.entry(chain_id.unsigned_abs()).or_default();
            *newest = (*newest).max(block.unsigned_abs());
        }
    }
}

fn cell(dataset: &Dataset, rows: &ResultSet, row: u32, name: &str) -> Json {
    let kind = dataset.column(name).map_or(ColumnKind::Text, |column| column.kind);
    match (kind, rows.value(row, name)) {
        (_, None | Some(Value::Null)) => Json::Null,
        (ColumnKind::Boolean, Some(Value::Int64(truth))) => Json::Bool(truth != 0),
        (ColumnKind::Boolean, Some(Value::Uint64(truth))) => Json::Bool(truth != 0),
        (_, Some(Value::Boolean(truth))) => Json::Bool(truth),
        (ColumnKind::Time, Some(Value::Timestamp(microseconds) | Value::Int64(microseconds))) => {
            Json::String(Time { microseconds }.to_string())
        }
        (ColumnKind::List, Some(Value::Text(json))) => serde_json::from_str(&json).unwrap_or(Json::String(json)),
        (_, Some(Value::Text(text))) => Json::String(text),
        (_, Some(Value::Int64(number))) => Json::String(number.to_string()),
        (_, Some(Value::Uint64(number))) => Json::String(number.to_string()),
        (_, Some(Value::Timestamp(microseconds))) => Json::String(Time { microseconds }.to_string()),
        (_, Some(Value::Float64(number))) => Json::String(number.to_string()),
        // Neither bytes nor lists stand in a column of a dataset: statements make text of them.
        (_, Some(_)) => Json::Null,
    }
}

fn number(rows: &ResultSet, row: u32, name: &str) -> Option<i64> {
    match rows.value(row, name)? {
        Value::Int64(number) => Some(number),
        Value::Uint64(number) => i64::try_from(number).ok(),
        _ => None,
    }
}

fn text(rows: &ResultSet, row: u32, name: &str) -> Option<String> {
    match rows.value(row, name)? {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn time(rows: &ResultSet, row: u32, name: &str) -> Option<Time> {
    match rows.value(row, name)? {
        Value::Timestamp(microseconds) | Value::Int64(microseconds) => Some(Time { microseconds }),
        _ => None,
    }
}

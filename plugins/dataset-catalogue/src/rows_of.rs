//! The rows of a selection, one after the other, as JSON that is the same on every engine.
//!
//! Numbers are texts, since JSON cannot hold all of them; times are RFC 3339, hashes and addresses hex; lists and truth are JSON.

use crate::column::ColumnKind;
use crate::dataset::{Dataset, Reader, Source};
use crate::frozen::{Frozen, FrozenBy};
use crate::selection::Selection;
use quarry_sdk::bindings::quarry::plugin::app_store;
use quarry_sdk::bindings::quarry::plugin::values::ResultSet;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{self, Value as Json};
use std::collections::BTreeMap;

/// Rows that are read at most: what a statement of the warehouse gives.
pub const MOST_ROWS: u64 = 50_000;
/// Rows of the app store that are read at most.
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

/// The rows to take, beside the selection's own conditions.
#[derive(Debug, Clone, Copy)]
pub struct Taking<'a> {
    pub frozen: &'a Frozen,
    /// `hourly` or `daily`, of price bars alone.
    pub period: Option<&'a str>,
}

/// Reads the rows in the dataset's order; `each` gets the cells of the columns. 422 where there are more than can be read.
pub fn read(
    selection: &Selection,
    columns: &[&str],
    taking: Taking<'_>,
    mut each: impl FnMut(&[Json]),
) -> Result<Extent, Problem> {
    let mut extent = Extent::default();
    for rows in statements(selection, taking.frozen)? {
        for row in 0..rows.row_count() {
            if !takes(selection.dataset, &rows, row, taking) {
                continue;
            }
            let cells: Vec<Json> = columns.iter().map(|name| cell(selection.dataset, &rows, row, name)).collect();
            each(&cells);
            extent.note(selection.dataset, &rows, row);
        }
    }
    Ok(extent)
}

/// The result sets: one a chain where each has its last block, otherwise one.
fn statements(selection: &Selection, frozen: &Frozen) -> Result<Vec<ResultSet>, Problem> {
    match selection.dataset.source {
        Source::AppStore(statement, _) => {
            let most = ("most".to_owned(), Value::Int64(MOST_ENTRIES.cast_signed()));
            let bindings = [selection.bindings(), vec![most]].concat();
            let rows = app_store::query(statement, &bindings)?;
            within(selection, u64::from(rows.row_count()), MOST_ENTRIES - 1)?;
            Ok(vec![rows])
        }
        Source::Warehouse(reader)
            if selection.dataset.frozen_by() == FrozenBy::Blocks && frozen.other_chains.is_none() =>
        {
            let (mut read, mut taken) = (Vec::new(), 0);
            for (chain_id, last) in &frozen.blocks {
                let mut bindings = selection.bindings();
                bindings.retain(|(name, _)| name != "chain_id");
                bindings.push(("chain_id".to_owned(), Value::Uint64(*chain_id)));
                let rows = up_to(reader, bindings, *last)?;
                taken += u64::from(rows.row_count());
                within(selection, taken, MOST_ROWS - 1)?;
                read.push(rows);
            }
            Ok(read)
        }
        Source::Warehouse(reader) if selection.dataset.frozen_by() == FrozenBy::Blocks => {
            let last = frozen.blocks.values().copied().chain(frozen.other_chains).max().unwrap_or(u64::MAX);
            let rows = up_to(reader, selection.bindings(), last)?;
            within(selection, u64::from(rows.row_count()), MOST_ROWS - 1)?;
            Ok(vec![rows])
        }
        Source::Warehouse(reader) => {
            let bindings = [selection.bindings(), vec![("most".to_owned(), Value::Uint64(MOST_ROWS))]].concat();
            let rows = reader.rows(&bindings)?;
            within(selection, u64::from(rows.row_count()), MOST_ROWS - 1)?;
            Ok(vec![rows])
        }
    }
}

/// The rows up to that block and of it.
fn up_to(reader: Reader, mut bindings: Vec<(String, Value)>, last: u64) -> Result<ResultSet, Problem> {
    for (name, value) in &mut bindings {
        if let ("block_to", Value::Uint64(block)) = (name.as_str(), value) {
            *block = (*block).min(last);
        }
    }
    bindings.push(("most".to_owned(), Value::Uint64(MOST_ROWS)));
    Ok(reader.rows(&bindings)?)
}

/// One row more than is taken is asked for, so that nothing is cut off unseen.
fn within(selection: &Selection, rows: u64, most: u64) -> Result<(), Problem> {
    match rows > most {
        true => Err(too_many_rows(selection.dataset, most)),
        false => Ok(()),
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

fn takes(dataset: &Dataset, rows: &ResultSet, row: u32, taking: Taking<'_>) -> bool {
    match dataset.frozen_by() {
        FrozenBy::Nothing => true,
        FrozenBy::Blocks => {
            let unsigned = |name: &str| number(rows, row, name).unwrap_or_default().unsigned_abs();
            taking.frozen.takes_block(unsigned("chain_id"), unsigned("block_number"))
        }
        FrozenBy::Numbers => number(rows, row, "id").is_none_or(|id| taking.frozen.takes_entry(id)),
        FrozenBy::Ends => {
            let period = text(rows, row, "period");
            let is_asked_for = taking.period.is_none_or(|asked| period.as_deref() == Some(asked));
            let chain_id = number(rows, row, "chain_id").unwrap_or_default().unsigned_abs();
            is_asked_for && bar_end(rows, row).is_some_and(|end| taking.frozen.takes_bar(chain_id, end))
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

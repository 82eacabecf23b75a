//! The size that the file of a selection would have.

use crate::column::ColumnKind;
use crate::dataset::Source;
use crate::selection::Selection;
use quarry_sdk::bindings::quarry::plugin::app_store;
use quarry_sdk::bindings::quarry::plugin::values::ResultSet;
use quarry_sdk::prelude::*;
use quarry_sdk::{StatementFailure, Time};

/// Seconds that the warehouse has to count the rows.
const SECONDS_TO_COUNT: u32 = 3;
/// Milliseconds after which no rows are read behind the count: reading them may take as long again, and a warehouse that hangs is given up
/// after four seconds.
const MILLISECONDS_BEFORE_SAMPLE: u64 = 1_000;
/// Rows of which the length is measured.
const SAMPLED_ROWS: u64 = 20;
/// Bytes of a file that are taken to be written in a second.
const BYTES_A_SECOND: u64 = 20_000_000;

/// An estimate by the store that has the rows: their number is counted, their length is that of the first ones, or where counting took long
/// that which their columns usually have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub rows: u64,
    /// Size of the file as CSV.
    pub bytes: u64,
    /// Seconds that finding and writing the rows takes, about.
    pub seconds: u64,
}

impl Size {
    /// Estimates the size of the file that the selection gives.
    pub fn of(selection: &Selection) -> Result<Size, StatementFailure> {
        let began = Time::now();
        let rows = selection.count_rows(SECONDS_TO_COUNT)?;
        let counted_in = Time::now().microseconds.saturating_sub(began.microseconds).unsigned_abs() / 1_000;
        let sample = match rows {
            0 => Sample::default(),
            _ if counted_in > MILLISECONDS_BEFORE_SAMPLE => Sample::usual(selection),
            _ => Sample::of(selection)?,
        };
        let names = selection.columns.iter().map(|name| name.len() as u64 + 3).sum::<u64>();
        let bytes = names
            + u64::try_from(u128::from(rows) * u128::from(sample.bytes) / u128::from(sample.rows.max(1)))
                .unwrap_or(u64::MAX);
        let searched = Time::now().microseconds.saturating_sub(began.microseconds).unsigned_abs() / 1_000_000;
        Ok(Size { rows, bytes, seconds: 1 + searched + bytes / BYTES_A_SECOND })
    }
}

/// Some rows, and how long they are as CSV.
#[derive(Default)]
struct Sample {
    rows: u64,
    bytes: u64,
}

impl Sample {
    /// The first rows.
    fn of(selection: &Selection) -> Result<Sample, StatementFailure> {
        let mut bindings = selection.bindings();
        let rows = match selection.dataset.source {
            Source::Warehouse(reader) => {
                bindings.push(("most".to_owned(), Value::Uint64(SAMPLED_ROWS)));
                reader.rows(&bindings)?
            }
            Source::AppStore(statement, _) => {
                bindings.push(("most".to_owned(), Value::Int64(SAMPLED_ROWS.cast_signed())));
                app_store::query(statement, &bindings)?
            }
        };
        let count = rows.row_count();
        let bytes = (0..count).map(|row| line_length(&rows, row, &selection.columns)).sum();
        Ok(Sample { rows: count.into(), bytes })
    }
}

impl Sample {
    /// A row of which each value is as long as those of its kind are.
    fn usual(selection: &Selection) -> Sample {
        let columns = selection.columns.iter().filter_map(|name| selection.dataset.column(name));
        Sample { rows: 1, bytes: columns.map(|column| usual_length(column.kind) + 1).sum::<u64>() + 1 }
    }
}

/// Bytes that a value of the kind usually has in a file.
fn usual_length(kind: ColumnKind) -> u64 {
    match kind {
        ColumnKind::Boolean => 5,
        ColumnKind::Integer => 9,
        ColumnKind::Text => 12,
        ColumnKind::RawAmount | ColumnKind::Decimal => 20,
        ColumnKind::Time => 22,
        ColumnKind::Address => 44,
        ColumnKind::Hash => 68,
        ColumnKind::List => 100,
        ColumnKind::Bytes => 200,
    }
}

/// Bytes of a line of CSV, with its commas and its end.
fn line_length(rows: &ResultSet, row: u32, columns: &[&str]) -> u64 {
    columns.iter().map(|column| rows.value(row, column).map_or(0, |value| length(&value)) + 1).sum::<u64>() + 1
}

/// Bytes of a value in a file; texts and times stand in quotes.
fn length(value: &Value) -> u64 {
    let bytes = match value {
        Value::Null => 0,
        Value::Boolean(_) => 5,
        Value::Int64(number) => number.to_string().len(),
        Value::Uint64(number) => number.to_string().len(),
        Value::Float64(number) => number.to_string().len(),
        Value::Timestamp(_) => 22,
        Value::Text(text) => text.len() + 2,
        Value::Bytes(bytes) => bytes.len() + 2,
        _ => 2,
    };
    bytes as u64
}

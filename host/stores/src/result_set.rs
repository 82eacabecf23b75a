//! The result of a statement: typed columns that stay in the host.
//!
//! A component holds a handle to a [`ResultSet`]; a list endpoint hands the handle back and the host writes the JSON
//! (`edge::body`), so rows never enter a guest. A guest that must look at values asks for the columns.
//! Always true here: every column has `row_count` values; a validity bitmap, where present, has one bit a row (1 = value);
//! bytes that were counted for rows stay counted until the last clone of them is dropped.

use crate::row_memory::HeldBytes;
use std::sync::Arc;

/// The values of one column. A null has a zero or empty value in its place, and a 0 in the validity bitmap.
#[derive(Debug, Clone, PartialEq)]
pub enum ColumnData {
    Boolean(Vec<bool>),
    Int64(Vec<i64>),
    UInt64(Vec<u64>),
    Float64(Vec<f64>),
    /// UTF-8 text; value `i` is `data[offsets[i]..offsets[i + 1]]`.
    Text {
        offsets: Vec<u32>,
        data: String,
    },
    /// Raw bytes (addresses, hashes), written in JSON as lowercase `0x` hex; offsets as in `Text`.
    Bytes {
        offsets: Vec<u32>,
        data: Vec<u8>,
    },
    /// Microseconds since 1970-01-01T00:00:00Z, written in JSON as RFC 3339 with `Z`.
    Timestamp(Vec<i64>),
    /// Days since 1970-01-01, written in JSON as `YYYY-MM-DD`.
    Date(Vec<i32>),
    /// Values that are JSON already (arrays, tuples, maps of the warehouse; JSON text of the app store); offsets as in `Text`.
    Json {
        offsets: Vec<u32>,
        data: String,
    },
}

/// One named column.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    pub name: String,
    /// `None` when the column holds no null. Bit `i` is `validity[i / 8] >> (i % 8) & 1`.
    pub validity: Option<Vec<u8>>,
    pub data: ColumnData,
}

/// The rows of one statement, as columns.
#[derive(Debug, Clone, Default)]
pub struct ResultSet {
    pub row_count: usize,
    pub columns: Vec<Column>,
    /// The bytes that were counted for them; none for rows that nobody counts.
    _held: Option<Arc<HeldBytes>>,
}

/// Equal rows, wherever they are counted.
impl PartialEq for ResultSet {
    fn eq(&self, other: &ResultSet) -> bool {
        self.row_count == other.row_count && self.columns == other.columns
    }
}

/// A parameter value on its way into a statement, or one cell on its way out.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
    Boolean(bool),
    Int64(i64),
    UInt64(u64),
    Float64(f64),
    Text(String),
    Bytes(Vec<u8>),
    /// Microseconds since 1970-01-01T00:00:00Z.
    Timestamp(i64),
    TextList(Vec<String>),
    Int64List(Vec<i64>),
    UInt64List(Vec<u64>),
    BytesList(Vec<Vec<u8>>),
}

impl ColumnData {
    /// The bytes that each value takes beside those of its text: the number, or its offset.
    #[inline]
    pub(crate) fn value_bytes(&self) -> usize {
        match self {
            ColumnData::Boolean(_) => 1,
            ColumnData::Int64(_) | ColumnData::UInt64(_) | ColumnData::Float64(_) | ColumnData::Timestamp(_) => 8,
            ColumnData::Date(_) | ColumnData::Text { .. } | ColumnData::Bytes { .. } | ColumnData::Json { .. } => 4,
        }
    }
}

impl Column {
    /// True when row `row` holds a value (and not null).
    #[inline]
    pub fn is_valid(&self, row: usize) -> bool {
        match &self.validity {
            Some(bits) => bits[row / 8] >> (row % 8) & 1 == 1,
            None => true,
        }
    }

    /// The cell of row `row`. JSON cells come back as text, dates as `YYYY-MM-DD` text is the writer's business: a date
    /// is its day number.
    #[inline]
    pub fn value(&self, row: usize) -> Value {
        if !self.is_valid(row) {
            return Value::Null;
        }
        let span = |offsets: &[u32]| offsets[row] as usize..offsets[row + 1] as usize;
        match &self.data {
            ColumnData::Boolean(values) => Value::Boolean(values[row]),
            ColumnData::Int64(values) => Value::Int64(values[row]),
            ColumnData::UInt64(values) => Value::UInt64(values[row]),
            ColumnData::Float64(values) => Value::Float64(values[row]),
            ColumnData::Text { offsets, data } | ColumnData::Json { offsets, data } => {
                Value::Text(data[span(offsets)].to_owned())
            }
            ColumnData::Bytes { offsets, data } => Value::Bytes(data[span(offsets)].to_vec()),
            ColumnData::Timestamp(values) => Value::Timestamp(values[row]),
            ColumnData::Date(values) => Value::Int64(values[row].into()),
        }
    }
}

impl ResultSet {
    /// Rows that nobody counts the bytes of.
    pub fn new(row_count: usize, columns: Vec<Column>) -> ResultSet {
        ResultSet { row_count, columns, _held: None }
    }

    /// Rows that are counted in `held` until they are dropped.
    pub(crate) fn counted(row_count: usize, columns: Vec<Column>, mut held: HeldBytes) -> ResultSet {
        held.settle();
        ResultSet { row_count, columns, _held: Some(Arc::new(held)) }
    }

    /// The column called `name`.
    #[inline]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Drops every row from `row_count` on: a page is read with one row more than it shows.
    pub fn truncate(&mut self, row_count: usize) {
        if row_count >= self.row_count {
            return;
        }
        self.row_count = row_count;
        for column in &mut self.columns {
            match &mut column.data {
                ColumnData::Boolean(values) => values.truncate(row_count),
                ColumnData::Int64(values) | ColumnData::Timestamp(values) => values.truncate(row_count),
                ColumnData::UInt64(values) => values.truncate(row_count),
                ColumnData::Float64(values) => values.truncate(row_count),
                ColumnData::Date(values) => values.truncate(row_count),
                ColumnData::Text { offsets, data } | ColumnData::Json { offsets, data } => {
                    offsets.truncate(row_count + 1);
                    data.truncate(offsets[row_count] as usize);
                }
                ColumnData::Bytes { offsets, data } => {
                    offsets.truncate(row_count + 1);
                    data.truncate(offsets[row_count] as usize);
                }
            }
        }
    }
}

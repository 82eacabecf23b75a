//! Result sets as JSON: the hot path of every list.
//!
//! Work that can be done once for a column is done once: its key is escaped, its bytes become hex in one pass, its text is
//! scanned for characters that need escaping. A cell is then a copy, but for numbers and times. Columns whose name
//! starts with `_` are left out: a statement selects them for the cursor's sake.

use crate::json_time::{DayCache, write_date, write_timestamp};
use crate::result_set::{Column, ColumnData, ResultSet};

/// Room for a number, a time or a separator, for the first guess at an answer's length.
const TYPICAL_CELL_BYTES: usize = 24;

/// Writes the first `row_count` rows as an array of objects.
pub fn write_rows(output: &mut Vec<u8>, rows: &ResultSet, row_count: usize) {
    let row_count = row_count.min(rows.row_count);
    let mut writers = column_writers(rows, row_count);
    let row_bytes: usize = writers.iter().map(|writer| writer.key.len() + TYPICAL_CELL_BYTES).sum();
    let cell_bytes: usize = writers.iter().map(ColumnWriter::data_bytes).sum();
    output.reserve(row_count * (row_bytes + 2) + cell_bytes + 2);
    output.push(b'[');
    for row in 0..row_count {
        if row > 0 {
            output.push(b',');
        }
        write_object(output, &mut writers, row);
    }
    output.push(b']');
}

/// The fewest bytes that the first `row_count` rows have as JSON: those of their texts alone.
pub fn least_bytes(rows: &ResultSet, row_count: usize) -> usize {
    let row_count = row_count.min(rows.row_count);
    let shown = rows.columns.iter().filter(|column| is_shown(column));
    let text_bytes = |column: &Column| match &column.data {
        ColumnData::Text { offsets, .. } | ColumnData::Json { offsets, .. } => {
            (offsets[row_count] - offsets[0]) as usize
        }
        ColumnData::Bytes { offsets, .. } => (offsets[row_count] - offsets[0]) as usize * 2,
        _ => 0,
    };
    shown.map(text_bytes).sum()
}

/// Writes the first row as an object, or `null` where there is no row.
pub fn write_first_row(output: &mut Vec<u8>, rows: &ResultSet) {
    if rows.row_count == 0 {
        output.extend_from_slice(b"null");
        return;
    }
    write_object(output, &mut column_writers(rows, 1), 0);
}

/// Writes a JSON string.
pub fn write_string(output: &mut Vec<u8>, text: &str) {
    output.push(b'"');
    write_escaped(output, text);
    output.push(b'"');
}

fn write_object(output: &mut Vec<u8>, writers: &mut [ColumnWriter<'_>], row: usize) {
    output.push(b'{');
    for writer in writers {
        output.extend_from_slice(&writer.key);
        writer.write_cell(output, row);
    }
    output.push(b'}');
}

fn is_shown(column: &Column) -> bool {
    !column.name.starts_with('_')
}

/// One column, made ready.
struct ColumnWriter<'a> {
    /// `"name":`, with a comma in front from the second column on.
    key: Vec<u8>,
    column: &'a Column,
    cells: Cells<'a>,
}

enum Cells<'a> {
    Boolean(&'a [bool]),
    Int64(&'a [i64]),
    UInt64(&'a [u64]),
    Float64(&'a [f64]),
    /// Text in which nothing needs escaping.
    PlainText(&'a [u32], &'a str),
    Text(&'a [u32], &'a str),
    /// The hex digits of the whole column: value `i` is at twice its offsets, less twice the first one.
    Hex(&'a [u32], Vec<u8>),
    Timestamp(&'a [i64], DayCache),
    Date(&'a [i32]),
    Json(&'a [u32], &'a str),
}

fn column_writers(rows: &ResultSet, row_count: usize) -> Vec<ColumnWriter<'_>> {
    let shown = rows.columns.iter().filter(|column| is_shown(column));
    shown.enumerate().map(|(position, column)| ColumnWriter::new(column, position, row_count)).collect()
}

impl<'a> ColumnWriter<'a> {
    fn new(column: &'a Column, position: usize, row_count: usize) -> ColumnWriter<'a> {
        let mut key = Vec::with_capacity(column.name.len() + 4);
        if position > 0 {
            key.push(b',');
        }
        write_string(&mut key, &column.name);
        key.push(b':');
        let cells = match &column.data {
            ColumnData::Boolean(values) => Cells::Boolean(values),
            ColumnData::Int64(values) => Cells::Int64(values),
            ColumnData::UInt64(values) => Cells::UInt64(values),
            ColumnData::Float64(values) => Cells::Float64(values),
            ColumnData::Text { offsets, data } if escapes_anywhere(data) => Cells::Text(offsets, data),
            ColumnData::Text { offsets, data } => Cells::PlainText(offsets, data),
            ColumnData::Bytes { offsets, data } => {
                let bytes = &data[offsets[0] as usize..offsets[row_count] as usize];
                Cells::Hex(offsets, const_hex::encode(bytes).into_bytes())
            }
            ColumnData::Timestamp(values) => Cells::Timestamp(values, DayCache::default()),
            ColumnData::Date(values) => Cells::Date(values),
            ColumnData::Json { offsets, data } => Cells::Json(offsets, data),
        };
        ColumnWriter { key, column, cells }
    }

    /// Bytes of the column's variable-length data.
    fn data_bytes(&self) -> usize {
        match &self.cells {
            Cells::PlainText(_, data) | Cells::Text(_, data) | Cells::Json(_, data) => data.len(),
            Cells::Hex(_, digits) => digits.len(),
            _ => 0,
        }
    }

    fn write_cell(&mut self, output: &mut Vec<u8>, row: usize) {
        if !self.column.is_valid(row) {
            output.extend_from_slice(b"null");
            return;
        }
        match &mut self.cells {
            Cells::Boolean(values) => output.extend_from_slice(if values[row] { b"true" } else { b"false" }),
            Cells::Int64(values) => output.extend_from_slice(itoa::Buffer::new().format(values[row]).as_bytes()),
            Cells::UInt64(values) => output.extend_from_slice(itoa::Buffer::new().format(values[row]).as_bytes()),
            Cells::Float64(values) => write_float(output, values[row]),
            Cells::PlainText(offsets, data) => {
                output.push(b'"');
                output.extend_from_slice(data[span(offsets, row)].as_bytes());
                output.push(b'"');
            }
            Cells::Text(offsets, data) => write_string(output, &data[span(offsets, row)]),
            Cells::Hex(offsets, digits) => {
                let (bytes, first) = (span(offsets, row), offsets[0] as usize);
                output.extend_from_slice(b"\"0x");
                output.extend_from_slice(&digits[(bytes.start - first) * 2..(bytes.end - first) * 2]);
                output.push(b'"');
            }
            Cells::Timestamp(values, day) => write_timestamp(output, values[row], day),
            Cells::Date(values) => write_date(output, values[row].into()),
            Cells::Json(offsets, data) => output.extend_from_slice(data[span(offsets, row)].as_bytes()),
        }
    }
}

fn span(offsets: &[u32], row: usize) -> std::ops::Range<usize> {
    offsets[row] as usize..offsets[row + 1] as usize
}

/// JSON has no infinity and no NaN: both are `null`, "could not be derived".
fn write_float(output: &mut Vec<u8>, number: f64) {
    if number.is_finite() {
        output.extend_from_slice(zmij::Buffer::new().format_finite(number).as_bytes());
    } else {
        output.extend_from_slice(b"null");
    }
}

/// Copies the stretches between characters that need escaping.
fn write_escaped(output: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    let mut copied = 0;
    for (position, byte) in bytes.iter().enumerate() {
        if !needs_escape(*byte) {
            continue;
        }
        output.extend_from_slice(&bytes[copied..position]);
        copied = position + 1;
        match byte {
            b'"' => output.extend_from_slice(b"\\\""),
            b'\\' => output.extend_from_slice(b"\\\\"),
            b'\n' => output.extend_from_slice(b"\\n"),
            b'\r' => output.extend_from_slice(b"\\r"),
            b'\t' => output.extend_from_slice(b"\\t"),
            control => {
                const DIGITS: &[u8; 16] = b"0123456789abcdef";
                output.extend_from_slice(b"\\u00");
                output.extend([DIGITS[usize::from(control >> 4)], DIGITS[usize::from(control & 15)]]);
            }
        }
    }
    output.extend_from_slice(&bytes[copied..]);
}

/// True when any character of a text needs escaping. It looks at whole blocks without an early exit, so that the compiler makes
/// one instruction for many bytes.
fn escapes_anywhere(text: &str) -> bool {
    const BLOCK_BYTES: usize = 64;
    text.as_bytes().chunks(BLOCK_BYTES).any(|block| block.iter().fold(false, |found, byte| found | needs_escape(*byte)))
}

/// The characters that JSON escapes are single bytes in UTF-8, and part of no other character.
fn needs_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

//! Records of Parquet, read here and written as CSV: the warehouse's own reader does not take what all exporters write (cryo
//! ends its runs of values short of a whole group), and tells nobody which columns a file has.
//!
//! Only the columns that the dataset takes are read. The file is held whole, since its index is at its end.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use alloy_primitives::I256;
use bytes::Bytes;
use jiff::Timestamp;
use parquet::data_type::Decimal;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};
use parquet::schema::types::Type;

use super::read_file::{CHUNK_BYTES, FileColumns, ReadFile, Records};
use crate::columns::{columns_of, taken_name};
use crate::dataset::DatasetKind;

/// The most bytes of a file. The exporter has to cut a larger one.
const MAXIMUM_FILE_BYTES: u64 = 4 << 30;
const DAY_SECONDS: i64 = 86_400;
/// 2^24, up to which a float of 32 bits holds every whole number.
const LAST_EXACT_FLOAT: f32 = 16_777_216.0;

pub(super) struct ParquetRecords {
    rows: RowIter<'static>,
    columns: FileColumns,
    /// Whether each column that is read holds whole numbers.
    are_whole: Vec<bool>,
    /// The header, until it has gone.
    header: Option<String>,
}

impl ParquetRecords {
    /// Reads the file and its schema.
    pub(super) fn open(mut reader: Box<dyn BufRead + Send>, kind: DatasetKind) -> io::Result<ParquetRecords> {
        let mut bytes = Vec::new();
        reader.as_mut().take(MAXIMUM_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAXIMUM_FILE_BYTES {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is larger than 4 GiB; export it in parts"));
        }
        let file = SerializedFileReader::new(Bytes::from(bytes)).map_err(unreadable)?;
        let schema = file.metadata().file_metadata().schema_descr().root_schema_ptr();
        let mut columns = FileColumns::default();
        let mut fields: Vec<Arc<Type>> = Vec::new();
        for field in schema.get_fields() {
            let taken = taken_name(kind, field.name()).filter(|name| !columns.have_any_of(&[name]));
            match taken {
                Some(name) => {
                    columns.taken.push((field.name().to_owned(), name));
                    fields.push(Arc::clone(field));
                }
                None => columns.ignored.push(field.name().to_owned()),
            }
        }
        let header = columns.taken.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(",");
        let projection = Type::group_type_builder(schema.name()).with_fields(fields).build().map_err(unreadable)?;
        let rows = RowIter::from_file_into(Box::new(file)).project(Some(projection)).map_err(unreadable)?;
        let are_whole = columns.taken.iter().map(|(_, name)| holds_whole_numbers(kind, name)).collect();
        Ok(ParquetRecords { rows, columns, are_whole, header: Some(header) })
    }

    /// The names that the dataset takes.
    pub(super) fn taken(&self) -> Vec<&'static str> {
        self.columns.taken.iter().map(|(_, name)| *name).collect()
    }
}

impl Records for ParquetRecords {
    fn next_chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut chunk = String::with_capacity(CHUNK_BYTES + CHUNK_BYTES / 8);
        if let Some(header) = self.header.take() {
            chunk.push_str(if header.is_empty() { "ignored_0" } else { &header });
            chunk.push('\n');
        }
        while chunk.len() < CHUNK_BYTES
            && let Some(row) = self.rows.next()
        {
            append(&mut chunk, &row.map_err(unreadable)?, &self.are_whole);
        }
        Ok((!chunk.is_empty()).then(|| chunk.into_bytes()))
    }

    fn finish(self: Box<Self>) -> ReadFile {
        ReadFile { lines: None, columns: self.columns, has_unended_line: false }
    }
}

fn append(chunk: &mut String, row: &Row, are_whole: &[bool]) {
    for (position, (_, field)) in row.get_column_iter().enumerate() {
        if position > 0 {
            chunk.push(',');
        }
        let is_whole = are_whole.get(position).is_some_and(|is_whole| *is_whole);
        let text = if is_whole { number_of(field) } else { text_of(field) };
        if text.contains(['"', ',', '\n', '\r', '\t', ' ']) {
            chunk.push('"');
            chunk.push_str(&text.replace('"', "\"\""));
            chunk.push('"');
        } else {
            chunk.push_str(&text);
        }
    }
    if row.len() == 0 {
        chunk.push_str("\"\"");
    }
    chunk.push('\n');
}

/// True of a column of whole numbers, the chain's among them.
fn holds_whole_numbers(kind: DatasetKind, name: &str) -> bool {
    kind.chain_columns().contains(&name)
        || columns_of(kind).iter().any(|column| column.shape.is_whole_number() && column.names.contains(&name))
}

/// A whole number, or what stands in its place. Floats are written as such, so that the column can refuse what they do not hold
/// exactly; and bytes are digits only where they are text.
fn number_of(field: &Field) -> String {
    match field {
        Field::Float(value) if value.abs() > LAST_EXACT_FLOAT => format!("{value:?} as a float of 32 bits"),
        Field::Float(value) => format!("{value:?}"),
        Field::Double(value) => format!("{value:?}"),
        Field::Bytes(bytes) => match std::str::from_utf8(bytes.data()) {
            Ok(text) if text.chars().all(|letter| !letter.is_control()) => text.to_owned(),
            _ => format!("the bytes 0x{}", const_hex::encode(bytes.data())),
        },
        other => text_of(other),
    }
}

/// A value as a CSV file of the same exporter has it: bytes in hex, times in ISO 8601, lists with commas, absent as nothing.
fn text_of(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Bytes(bytes) => match std::str::from_utf8(bytes.data()) {
            // Text that its writer did not call text: one value, or a log's topics; a wrong digit is shown as it stands there.
            Ok(text) if text.starts_with("0x") && text.bytes().all(|byte| byte.is_ascii_graphic()) => text.to_owned(),
            _ => format!("0x{}", const_hex::encode(bytes.data())),
        },
        Field::Float(value) => value.to_string(),
        Field::Double(value) => value.to_string(),
        Field::Decimal(value) => decimal(value),
        Field::Date(days) => time(Timestamp::from_second(i64::from(*days) * DAY_SECONDS)),
        Field::TimestampMillis(value) => time(Timestamp::from_millisecond(*value)),
        Field::TimestampMicros(value) => time(Timestamp::from_microsecond(*value)),
        Field::ListInternal(list) => list.elements().iter().map(text_of).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

fn time(at: Result<Timestamp, jiff::Error>) -> String {
    at.map_or_else(|_| "a time out of its range".to_owned(), |at| at.to_string())
}

/// A decimal without zeros behind its point.
fn decimal(value: &Decimal) -> String {
    let bytes = value.data();
    let is_negative = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
    let mut wide = [if is_negative { 0xff } else { 0 }; 32];
    let start = wide.len().saturating_sub(bytes.len());
    wide[start..].copy_from_slice(&bytes[bytes.len().saturating_sub(32)..]);
    let digits = I256::from_be_bytes(wide).to_string();
    let scale = usize::try_from(value.scale()).unwrap_or_default();
    if scale == 0 {
        return digits;
    }
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |digits| ("-", digits));
    let padded = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = padded.split_at(padded.len() - scale);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

fn unreadable(error: ParquetError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

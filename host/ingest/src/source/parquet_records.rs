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
use crate::columns::taken_name;
use crate::dataset::DatasetKind;

/// The most bytes of a file. The exporter has to cut a larger one.
const MAXIMUM_FILE_BYTES: u64 = 4 << 30;
const DAY_SECONDS: i64 = 86_400;

pub(super) struct ParquetRecords {
    rows: RowIter<'static>,
    columns: FileColumns,
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
        Ok(ParquetRecords { rows, columns, header: Some(header) })
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
            append(&mut chunk, &row.map_err(unreadable)?);
        }
        Ok((!chunk.is_empty()).then(|| chunk.into_bytes()))
    }

    fn finish(self: Box<Self>) -> ReadFile {
        ReadFile { lines: None, columns: self.columns, has_unended_line: false }
    }
}

fn append(chunk: &mut String, row: &Row) {
    for (position, (_, field)) in row.get_column_iter().enumerate() {
        if position > 0 {
            chunk.push(',');
        }
        let text = text_of(field);
        if text.contains(['"', ',', '\n', '\r', ' ']) {
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

/// A value as a CSV file of the same exporter has it: bytes in hex, times in ISO 8601, lists with commas, absent as nothing.
fn text_of(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Bytes(bytes) => match std::str::from_utf8(bytes.data()) {
            // Text that its writer did not call text.
            Ok(text) if is_hex(text) => text.to_owned(),
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

fn is_hex(text: &str) -> bool {
    text.strip_prefix("0x").is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
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

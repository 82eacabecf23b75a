//! A last line without an end: it may be whole, as some tools write it, or what was left when a download broke off.
//!
//! Where its last field has a length that can be told (a hash, an address, topics, an even number of hex digits), or a
//! quote is open, it shows; then nothing of the file is loaded. Else the line is taken, and the report says so.

use std::io;

use super::csv_header::CsvHeader;
use crate::columns::{Shape, columns_of};
use crate::dataset::DatasetKind;

/// The required form of a record's last field.
#[derive(Clone, Copy)]
enum LastField {
    /// `0x` and so many hex digits.
    Hex(usize),
    /// `0x` and an even number of hex digits.
    EvenHex,
    /// A list of topics, the last one whole.
    Topics,
    /// It cannot be told.
    Any,
}

pub(super) struct Unended {
    column: String,
    last: LastField,
}

impl Unended {
    pub(super) fn of_last(header: &CsvHeader, kind: DatasetKind) -> Unended {
        let name = header.last().unwrap_or_default();
        let shape = columns_of(kind).iter().find(|column| column.names.contains(&name)).map(|column| column.shape);
        let last = match shape {
            Some(Shape::Bytes(length)) => LastField::Hex(2 * length),
            Some(Shape::Data) => LastField::EvenHex,
            Some(Shape::Topics) if name == "topics" => LastField::Topics,
            Some(Shape::Topics) => LastField::Hex(64),
            _ => LastField::Any,
        };
        Unended { column: name.to_owned(), last }
    }

    /// Fails where the record was cut.
    pub(super) fn refuse_cut(&self, record: &[u8], line: u64, has_open_quote: bool) -> io::Result<()> {
        let cut = |what: String| {
            let sentence = format!("line {line} is the last one, has no end and {what}: the file was cut off there");
            Err(io::Error::new(io::ErrorKind::UnexpectedEof, sentence))
        };
        if has_open_quote {
            return cut("ends within a quoted field".to_owned());
        }
        let text = String::from_utf8_lossy(record);
        let field = match self.last {
            LastField::Topics => text.rsplit([',', ' ', '\'']).find(|piece| piece.contains("0x")),
            _ => text.rsplit(',').next(),
        };
        let field = field.unwrap_or_default().trim_matches(['"', ' ', '[', ']', '\'']);
        let digits = field.strip_prefix("0x").unwrap_or(field);
        let is_short = match self.last {
            LastField::Any => false,
            _ if field.is_empty() => false,
            LastField::Hex(wanted) => digits.len() < wanted,
            LastField::EvenHex => digits.len() % 2 == 1 || !field.starts_with("0x"),
            LastField::Topics => digits.len() < 64,
        };
        match is_short {
            true => cut(format!("its column `{}` is too short", self.column)),
            false => Ok(()),
        }
    }
}

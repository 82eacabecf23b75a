//! The columns of datasets.

use quarry_sdk::prelude::*;

/// The kind of a column's values, and the form in which they are written.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// A whole number that fits into 64 bits.
    Integer,
    /// A whole number of any size, as a decimal text: raw units.
    RawAmount,
    /// A decimal number, as a text.
    Decimal,
    Boolean,
    Text,
    /// RFC 3339 in UTC.
    Time,
    /// 20 bytes, `0x` and lowercase hex.
    Address,
    /// 32 bytes, `0x` and lowercase hex.
    Hash,
    /// Any number of bytes, `0x` and lowercase hex.
    Bytes,
    /// Several values, as JSON.
    List,
}

impl ColumnKind {
    /// The values in words: `has whole numbers`.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            ColumnKind::Integer | ColumnKind::RawAmount => "whole numbers",
            ColumnKind::Decimal => "numbers",
            ColumnKind::Boolean => "true or false",
            ColumnKind::Text => "texts",
            ColumnKind::Time => "times",
            ColumnKind::Address => "addresses",
            ColumnKind::Hash => "hashes",
            ColumnKind::Bytes => "bytes",
            ColumnKind::List => "lists",
        }
    }
}

/// A column of a dataset.
#[derive(Debug)]
pub struct Column {
    pub name: &'static str,
    pub kind: ColumnKind,
    /// The unit of its numbers; none where they count nothing.
    pub unit: Option<&'static str>,
    pub description: &'static str,
    /// True for a column that is written where the client picks no columns.
    pub is_default: bool,
    /// True where strangers wrote its texts, which a spreadsheet may take for formulas.
    pub is_foreign: bool,
}

impl Column {
    /// One that is written unless somebody picks others.
    pub(crate) const fn new(name: &'static str, kind: ColumnKind, description: &'static str) -> Column {
        Column { name, kind, unit: None, description, is_default: true, is_foreign: false }
    }

    /// The same with what its numbers count.
    pub(crate) const fn in_units(self, unit: &'static str) -> Column {
        Column { unit: Some(unit), ..self }
    }

    /// The same, written only where somebody picks it: long, or of little use to most.
    pub(crate) const fn when_picked(self) -> Column {
        Column { is_default: false, ..self }
    }

    /// The same with texts that strangers wrote.
    pub(crate) const fn of_strangers(self) -> Column {
        Column { is_foreign: true, ..self }
    }
}

/// The chain of a row: the same in every dataset.
pub(crate) const CHAIN_ID: Column = Column::new("chain_id", ColumnKind::Integer, "EIP-155 chain id.");
pub(crate) const BLOCK_NUMBER: Column = Column::new("block_number", ColumnKind::Integer, "Number of the block.");
pub(crate) const BLOCK_TIMESTAMP: Column = Column::new("block_timestamp", ColumnKind::Time, "Time of the block.");
pub(crate) const TRANSACTION_HASH: Column =
    Column::new("transaction_hash", ColumnKind::Hash, "Hash of the transaction.");
pub(crate) const LOG_INDEX: Column =
    Column::new("log_index", ColumnKind::Integer, "Index of the log within its block.");
/// The log index of rows that files may bring without the log.
pub(crate) const LOG_INDEX_OR_NULL: Column =
    Column::new("log_index", ColumnKind::Integer, "Index of the log within its block; null where a file did not say.");

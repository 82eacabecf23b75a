//! What each dataset is.

mod dex;
mod events;
mod lending;
mod raw;

use quarry_sdk::prelude::*;

/// What kind of data a dataset has.
#[derive(Choice, Clone, Copy)]
pub enum Category {
    /// As the nodes gave it.
    Raw,
    /// Of decentralized exchanges.
    Dex,
    /// Of lenders.
    Lending,
    /// The timeline.
    Events,
}

/// What the values of a column are, and how they are written.
#[derive(Choice, Clone, Copy)]
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

/// What narrows a dataset down.
#[derive(Choice, Clone, Copy)]
pub enum DatasetFilter {
    Protocols,
    DateFrom,
    DateTo,
    BlockFrom,
    BlockTo,
    Addresses,
    Chain,
    Verified,
    Topic0,
    FromAddresses,
    ToAddresses,
    EmitterAddresses,
}

/// A column of a dataset.
pub struct Column {
    pub name: &'static str,
    pub kind: ColumnKind,
    pub description: &'static str,
}

/// One dataset.
pub struct Dataset {
    pub key: &'static str,
    pub name: &'static str,
    pub category: Category,
    pub description: &'static str,
    pub columns: &'static [Column],
    pub filters: &'static [DatasetFilter],
}

const fn column(name: &'static str, kind: ColumnKind, description: &'static str) -> Column {
    Column { name, kind, description }
}

/// The chain of a row: the same in every dataset.
const CHAIN_ID: Column = column("chain_id", ColumnKind::Integer, "EIP-155 chain id.");
const BLOCK_NUMBER: Column = column("block_number", ColumnKind::Integer, "Number of the block.");
const BLOCK_TIMESTAMP: Column = column("block_timestamp", ColumnKind::Time, "Time of the block.");
const TRANSACTION_HASH: Column = column("transaction_hash", ColumnKind::Hash, "Hash of the transaction.");
const LOG_INDEX: Column = column("log_index", ColumnKind::Integer, "Index of the log within its block.");

/// Every dataset, by category.
pub fn datasets() -> impl Iterator<Item = &'static Dataset> {
    raw::DATASETS.iter().chain(dex::DATASETS).chain(lending::DATASETS).chain(events::DATASETS)
}

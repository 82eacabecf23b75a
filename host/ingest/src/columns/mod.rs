//! The columns of each dataset: what they are called in the files of exporters, and what a value must look like.
//!
//! The warehouse parses the files into text columns and converts them with expressions generated from these declarations
//! (`staging_sql`). Always true: `name` is the column of the dataset's table; the first entry of `names` is ethereum-etl's.
//! To accept another tool's name for a column, add it to `names`; to load another column, add it here and to a migration.

mod absorptions;
mod blocks;
mod file_names;
mod health_factors;
mod lending_deployments;
mod liquidations;
mod logs;
mod pools;
mod swaps;
mod tokens;
mod topic_names;
mod transactions;

pub(super) use file_names::{taken_name, taken_names};

use super::dataset::DatasetKind;

/// One value of a file on its way into the dataset's table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    /// Column of the table.
    pub(super) name: &'static str,
    /// Columns of the file that hold it, the preferred one first.
    pub(super) names: &'static [&'static str],
    pub(super) shape: Shape,
    pub(super) presence: Presence,
}

/// The required form of a value's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A decimal integer of so many bits.
    Unsigned(u16),
    /// `0x` and twice so many hex digits.
    Bytes(usize),
    /// `0x` and hex digits.
    Data,
    /// A time in one of the forms of `docs/ingest.md`: seconds, milli-, micro- or nanoseconds since 1970, ISO 8601, or a day.
    Time,
    /// Any text.
    Text,
    /// Lowercase letters, digits, `_` and `-`, at most 64: what can stand in a path.
    Word,
    /// A plain decimal number that is not negative, of up to 40 digits before the point and 18 behind it.
    Decimal,
    /// A JSON array of `{"token": address, "amount": raw units as digits}`.
    Balances,
    /// A decimal integer with a sign, of up to 255 bits.
    Signed,
    /// The kind of the row: text with this word in it in any case. A row of another kind is left out and counted.
    Kind(&'static str),
    /// `true`, `false`, `1` or `0`, in any case.
    Boolean,
    /// A log's topics: a list in one column (`a,b` or a JSON array), or `topic0` to `topic3`. Fills `topic_count` too.
    Topics,
    /// `v2` or `v3`; where the file has no such column, what the protocol's slug ends in.
    PoolSource,
    /// An event as a contract declares it: `Transfer(address indexed from, address indexed to, uint256 value)`. Elementary
    /// types in full, and lists of them; at most three are indexed.
    EventDeclaration,
}

/// The meaning of an absent value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// A bad row.
    Required,
    /// Unknown, which a hash says by zero bytes, a list by being empty, and a pool's source by what the protocol ends in.
    OrZero,
    /// Null. A value that is known already stays.
    OrNull,
    /// Empty, as a log may be; a file that lacks the column cannot tell, so it is refused.
    OrEmpty,
}

impl Column {
    const fn required(name: &'static str, names: &'static [&'static str], shape: Shape) -> Column {
        Column { name, names, shape, presence: Presence::Required }
    }

    const fn or_zero(name: &'static str, names: &'static [&'static str], shape: Shape) -> Column {
        Column { name, names, shape, presence: Presence::OrZero }
    }

    const fn or_empty(name: &'static str, names: &'static [&'static str], shape: Shape) -> Column {
        Column { name, names, shape, presence: Presence::OrEmpty }
    }

    const fn or_null(name: &'static str, names: &'static [&'static str], shape: Shape) -> Column {
        Column { name, names, shape, presence: Presence::OrNull }
    }
}

/// The columns of a dataset, without `chain_id`, which all but `topic_names` have.
pub(super) fn columns_of(kind: DatasetKind) -> &'static [Column] {
    match kind {
        DatasetKind::Logs => logs::COLUMNS,
        DatasetKind::Blocks => blocks::COLUMNS,
        DatasetKind::Transactions => transactions::COLUMNS,
        DatasetKind::Tokens => tokens::COLUMNS,
        DatasetKind::Pools => pools::COLUMNS,
        DatasetKind::LendingDeployments => lending_deployments::COLUMNS,
        DatasetKind::HealthFactors => health_factors::COLUMNS,
        DatasetKind::TopicNames => topic_names::COLUMNS,
        DatasetKind::Liquidations => liquidations::COLUMNS,
        DatasetKind::Absorptions => absorptions::COLUMNS,
        DatasetKind::Swaps => swaps::COLUMNS,
    }
}

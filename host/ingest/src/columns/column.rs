//! One column of a dataset, as it is declared.

/// One value of a file on its way into the dataset's table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    /// Column of the table.
    pub(crate) name: &'static str,
    /// Columns of the file that hold it, the preferred one first.
    pub(crate) names: &'static [&'static str],
    pub(crate) shape: Shape,
    pub(crate) presence: Presence,
}

/// Characters of a text. The longest names of tokens that are in use have a hundred.
pub(crate) const LONGEST_TEXT: usize = 256;

/// The form that the text of a value must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A decimal integer of so many bits.
    Unsigned(u16),
    /// `0x` and twice so many hex digits.
    Bytes(usize),
    /// `0x` and hex digits.
    Data,
    /// A time in one of the forms of `docs/ingest.md`: seconds, milli-, micro- or nanoseconds since 1970, ISO 8601, or a day.
    Time,
    /// UTF-8 without control characters, of at most [`LONGEST_TEXT`] characters. Zero bytes at its end are cut off, and 32 bytes in
    /// hex are the text in them, as contracts of before strings give their symbols.
    Text,
    /// Lowercase letters, digits, `_` and `-`, at most 64: what can stand in a path.
    Word,
    /// A plain decimal number that is not negative, of up to 40 digits before the point and 18 behind it.
    Decimal,
    /// A JSON array of `{"token": address, "amount": raw units as digits}`.
    Balances,
    /// A decimal integer with a sign, of up to 255 bits.
    Signed,
    /// The kind of a row: text with this word in it in any case, or a row of another kind, which is left out and counted.
    Kind(&'static str),
    /// `true`, `false`, `1` or `0`, in any case and in the short forms of tools (`t`, `yes`, `1.0`).
    Boolean,
    /// True for a row that a node has taken back, which is left out and counted. Nothing of it is stored.
    Removed,
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
pub(crate) enum Presence {
    /// A bad row.
    Required,
    /// Unknown, which a hash says by zero bytes, a list by being empty, and a pool's source by what the protocol ends in.
    OrZero,
    /// Null. A value that is known already stays.
    OrNull,
    /// Empty, as a log may be; a file that lacks the column cannot tell, so it is refused.
    OrEmpty,
}

/// The names that exporters, explorers and query services give to the time of a row's block.
pub(super) const BLOCK_TIME_NAMES: &[&str] = &[
    "block_timestamp",
    "block_time",
    "timestamp",
    "time_stamp",
    "evt_block_time",
    "call_block_time",
    "blocktime",
    "blocktimestamp",
    "block_signed_at",
    "block_unix_timestamp",
    "unix_timestamp",
    "datetime",
    "time",
];

impl Shape {
    /// True for values that are whole numbers, or are written as such: a float stands for one only where it is exact.
    pub(crate) fn is_whole_number(self) -> bool {
        matches!(self, Shape::Unsigned(_) | Shape::Signed | Shape::Time | Shape::Boolean | Shape::Removed)
    }

    /// True for values that decide about a row and are not stored.
    pub(crate) fn is_of_the_row(self) -> bool {
        matches!(self, Shape::Kind(_) | Shape::Removed)
    }
}

impl Column {
    pub(super) const fn required(name: &'static str, names: &'static [&'static str], shape: Shape) -> Column {
        Column { name, names, shape, presence: Presence::Required }
    }

    pub(super) const fn or_zero(name: &'static str, names: &'static [&'static str], shape: Shape) -> Column {
        Column { name, names, shape, presence: Presence::OrZero }
    }

    pub(super) const fn or_empty(name: &'static str, names: &'static [&'static str], shape: Shape) -> Column {
        Column { name, names, shape, presence: Presence::OrEmpty }
    }

    pub(super) const fn or_null(name: &'static str, names: &'static [&'static str], shape: Shape) -> Column {
        Column { name, names, shape, presence: Presence::OrNull }
    }
}

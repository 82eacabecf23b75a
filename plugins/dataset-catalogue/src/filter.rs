//! Filters that narrow datasets down.

use quarry_sdk::prelude::*;

/// A filter that narrows a dataset down. Each has the value beside it that its statement is bound to.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// `{protocols:text[]}`, empty where none are named.
    Protocols,
    /// `{date_from:timestamp}` under a `-- when`: the first moment of the day.
    DateFrom,
    /// `{date_to:timestamp}` under a `-- when`: the first moment of the next day.
    DateTo,
    /// `{block_from:uint64}`, 0 where none is named.
    BlockFrom,
    /// `{block_to:uint64}`, the largest number where none is named.
    BlockTo,
    /// `{addresses:bytes[]}`, empty where none are named.
    Addresses,
    /// `{chain_id:uint64}` under a `-- when`.
    Chain,
    /// `{verified:boolean}` under a `-- when`.
    Verified,
    /// `{topics:bytes[]}`, empty where none is named.
    Topic0,
    /// `{from_addresses:bytes[]}`, empty where none are named.
    FromAddresses,
    /// `{to_addresses:bytes[]}`, empty where none are named.
    ToAddresses,
    /// `{emitter_addresses:bytes[]}`, empty where none are named.
    EmitterAddresses,
    /// `{period:text}` under a `-- when`.
    Period,
}

/// The form of a filter's value.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterKind {
    /// A list of words.
    Words,
    /// A word, or a number in its place.
    Word,
    /// A day, `YYYY-MM-DD`.
    Day,
    /// A whole number from 0.
    Integer,
    /// A list of addresses, or one text with commas, spaces or lines between them.
    Addresses,
    /// 32 bytes of hex, or `custom` with `topic0_custom` beside it.
    Topic,
    Boolean,
    /// `hourly`, `daily`, or `all` for both.
    Period,
}

/// The bars of which period a question takes in.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// Bars of an hour.
    Hourly,
    /// Bars of a day.
    Daily,
    /// Both: a day stands beside its own hours.
    All,
}

impl Period {
    /// The word by which statements are bound to it; none takes in all bars.
    pub(crate) fn bound(self) -> Option<&'static str> {
        match self {
            Period::Hourly => Some("hourly"),
            Period::Daily => Some("daily"),
            Period::All => None,
        }
    }
}

/// A filter of one dataset, and what it means there.
#[derive(Debug)]
pub struct FilterField {
    pub filter: Filter,
    pub description: &'static str,
}

impl FilterField {
    pub(crate) const fn new(filter: Filter, description: &'static str) -> FilterField {
        FilterField { filter, description }
    }

    pub fn kind(&self) -> FilterKind {
        match self.filter {
            Filter::Protocols => FilterKind::Words,
            Filter::Chain => FilterKind::Word,
            Filter::DateFrom | Filter::DateTo => FilterKind::Day,
            Filter::BlockFrom | Filter::BlockTo => FilterKind::Integer,
            Filter::Addresses | Filter::FromAddresses | Filter::ToAddresses | Filter::EmitterAddresses => {
                FilterKind::Addresses
            }
            Filter::Topic0 => FilterKind::Topic,
            Filter::Verified => FilterKind::Boolean,
            Filter::Period => FilterKind::Period,
        }
    }
}

pub(crate) const CHAIN: FilterField = FilterField::new(Filter::Chain, "Rows of this chain: its slug or its chain id.");
pub(crate) const DATE_FROM: FilterField =
    FilterField::new(Filter::DateFrom, "Rows from this day on, in UTC. Rows without a time are left out.");
pub(crate) const DATE_TO: FilterField =
    FilterField::new(Filter::DateTo, "Rows up to this day and of it, in UTC. Rows without a time are left out.");
pub(crate) const BLOCK_FROM: FilterField = FilterField::new(Filter::BlockFrom, "Rows from this block on.");
pub(crate) const BLOCK_TO: FilterField = FilterField::new(Filter::BlockTo, "Rows up to this block and of it.");

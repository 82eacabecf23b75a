//! The functions that are computed of a column, and what they give.

use crate::column::ColumnKind;
use crate::rows_of::Extent;
use quarry_sdk::prelude::*;

/// The function that is computed of a column.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aggregate {
    /// The number of rows; with a column, the number of rows that have a value in it.
    Count,
    /// The sum of a column of numbers.
    Sum,
    /// The smallest number, or the earliest time.
    Min,
    /// The largest number, or the latest time.
    Max,
    /// The sum of a number over the count of its values, to 18 digits behind the point.
    Avg,
    /// The first value, in the dataset's order.
    First,
    /// The last value, in the dataset's order.
    Last,
    /// The number of different values in the column.
    Distinct,
}

impl Aggregate {
    /// The columns that it can be computed of, in words.
    pub(crate) fn taken(self) -> &'static str {
        match self {
            Aggregate::Sum | Aggregate::Avg => "numbers",
            Aggregate::Min | Aggregate::Max => "numbers or times",
            Aggregate::Count | Aggregate::First | Aggregate::Last | Aggregate::Distinct => "all but bytes and lists",
        }
    }

    /// Tells that it can be computed of a column of that kind.
    pub fn takes(self, kind: ColumnKind) -> bool {
        let is_number = matches!(kind, ColumnKind::Integer | ColumnKind::RawAmount | ColumnKind::Decimal);
        match self {
            _ if matches!(kind, ColumnKind::Bytes | ColumnKind::List) => false,
            Aggregate::Sum | Aggregate::Avg => is_number,
            Aggregate::Min | Aggregate::Max => is_number || kind == ColumnKind::Time,
            Aggregate::Count | Aggregate::First | Aggregate::Last | Aggregate::Distinct => true,
        }
    }
}

/// A figure, and what it was computed of.
#[derive(Debug)]
pub struct Figure {
    /// The value; none where no row has a value to compute it of.
    pub value: Option<String>,
    pub extent: Extent,
}

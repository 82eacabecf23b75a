//! The reasons why rows do not fit a struct.

use crate::bindings::quarry::plugin::values::Column;
use crate::row::{Cell, CellMismatch};
use crate::{JobFailure, Problem};
use std::fmt;

/// Rows that are not what the struct says: a mistake of the component. Its sentence names the column, what was found and
/// the field's type, and never the text of a cell but where a closed list of words was expected.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::RowMismatch;
///
/// #[derive(Row)]
/// struct Title {
///     title: String,
/// }
///
/// fn first_title(notes: &ResultSet) -> Result<Option<String>, RowMismatch> {
///     Ok(notes.read_first::<Title>()?.map(|note| note.title))
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowMismatch {
    /// The statement gives no column of the name.
    MissingColumn {
        /// The struct.
        row_name: &'static str,
        /// The column that a field asks for.
        column: String,
        /// The columns that there are.
        found: Vec<String>,
    },
    /// The statement gives another number of columns than one, and its values are read without a struct.
    NotOneColumn {
        /// The type of the values.
        expected: &'static str,
        /// The columns that there are.
        found: Vec<String>,
    },
    /// The column holds another type than the field's.
    WrongType {
        /// The struct.
        row_name: &'static str,
        /// The column.
        column: String,
        /// The field's type.
        expected: &'static str,
        /// The type of the column's values, in the words of the contract: `int64`, `text`, …
        found: &'static str,
    },
    /// A cell is null, and the field is no `Option`.
    Null {
        /// The struct.
        row_name: &'static str,
        /// The column.
        column: String,
        /// The field's type.
        expected: &'static str,
        /// The number of the row, from 1.
        row: usize,
    },
    /// A cell's value is not one that the field's type has.
    WrongValue {
        /// The struct.
        row_name: &'static str,
        /// The column.
        column: String,
        /// The field's type.
        expected: &'static str,
        /// The number of the row, from 1.
        row: usize,
        /// Says how it does not fit.
        reason: String,
    },
}

impl RowMismatch {
    pub(super) fn missing(row_name: &'static str, column: &str, columns: &[Column]) -> RowMismatch {
        let column = column.to_owned();
        let found = columns.iter().map(|column| column.name.clone()).collect();
        RowMismatch::MissingColumn { row_name, column, found }
    }

    pub(super) fn not_one_column(expected: &'static str, columns: &[Column]) -> RowMismatch {
        RowMismatch::NotOneColumn { expected, found: columns.iter().map(|column| column.name.clone()).collect() }
    }

    pub(super) fn of_cell(
        row_name: &'static str,
        column: &str,
        expected: &'static str,
        row: usize,
        cell: Cell<'_>,
        mismatch: CellMismatch,
    ) -> RowMismatch {
        let column = column.to_owned();
        match mismatch {
            CellMismatch::Null => RowMismatch::Null { row_name, column, expected, row },
            CellMismatch::Type => RowMismatch::WrongType { row_name, column, expected, found: cell.kind() },
            CellMismatch::Value(reason) => RowMismatch::WrongValue { row_name, column, expected, row, reason },
        }
    }
}

impl fmt::Display for RowMismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowMismatch::MissingColumn { row_name, column, found } => {
                let found = found.join(", ");
                write!(formatter, "`{row_name}` reads the column `{column}`, and the statement gives {found}")
            }
            RowMismatch::NotOneColumn { expected, found } => {
                let found = found.join(", ");
                write!(formatter, "values are read as {expected} from one column, and the statement gives {found}")
            }
            RowMismatch::WrongType { row_name, column, expected, found } => write!(
                formatter,
                "the column `{column}` holds {found}, which the {expected} of `{row_name}` cannot be read from"
            ),
            RowMismatch::Null { row_name, column, expected, row } => write!(
                formatter,
                "the column `{column}` is null in row {row}, and `{row_name}` has a {expected} for it: make it an Option"
            ),
            RowMismatch::WrongValue { row_name, column, expected, row, reason } => write!(
                formatter,
                "the column `{column}` does not fit the {expected} of `{row_name}` in row {row}: {reason}"
            ),
        }
    }
}

impl std::error::Error for RowMismatch {}

/// Only the author can correct it, so the sentence goes to the log.
impl From<RowMismatch> for Problem {
    fn from(mismatch: RowMismatch) -> Problem {
        Problem::refused_by_host(&mismatch.to_string())
    }
}

/// Trying again would give the same rows.
impl From<RowMismatch> for JobFailure {
    fn from(mismatch: RowMismatch) -> JobFailure {
        JobFailure::GiveUp(mismatch.to_string())
    }
}

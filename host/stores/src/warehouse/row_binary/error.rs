//! The ways in which an answer cannot be read.

use crate::row_memory::RowMemoryFull;

/// More columns than any statement has.
pub(super) const MAX_COLUMNS: u64 = 4096;

/// Why an answer cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    #[error("it ends in the middle of a value")]
    Truncated,
    #[error("its header names {count} columns, more than {MAX_COLUMNS}")]
    TooManyColumns { count: u64 },
    #[error("column {column} has the type {type_name}, which the host does not read: select it as text")]
    UnsupportedType { column: String, type_name: String },
    #[error("column {column} holds a value that its type does not have")]
    InvalidValue { column: String },
    #[error("column {column} has more than 4 GiB")]
    TooLarge { column: String },
    #[error("its header is not text")]
    InvalidHeader,
}

/// Why the rows of an answer are not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    #[error(transparent)]
    Decode(#[from] DecodeError),
    #[error(transparent)]
    RowMemory(#[from] RowMemoryFull),
}

/// Why one value cannot be read; the column is added where it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueError {
    Truncated,
    Invalid,
    TooLarge,
}

impl ValueError {
    pub(super) fn of_column(self, column: &str) -> DecodeError {
        let column = column.to_owned();
        match self {
            ValueError::Truncated => DecodeError::Truncated,
            ValueError::Invalid => DecodeError::InvalidValue { column },
            ValueError::TooLarge => DecodeError::TooLarge { column },
        }
    }
}

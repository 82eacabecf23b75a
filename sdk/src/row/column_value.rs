//! The Rust types that a cell can be read as.

use crate::row::Cell;
use crate::{Address, Choice, Day, DecimalText, Hash, Time};

/// A Rust type that a column can be read as. A struct around one value derives it.
///
/// ```
/// use quarry_sdk::row::{Cell, CellMismatch, ColumnValue};
///
/// /// The registry's word for a category.
/// struct CategoryWord(String);
///
/// impl ColumnValue for CategoryWord {
///     fn from_cell(cell: Cell<'_>) -> Result<CategoryWord, CellMismatch> {
///         String::from_cell(cell).map(CategoryWord)
///     }
/// }
/// # assert!(CategoryWord::from_cell(Cell::Text("depeg")).is_ok_and(|word| word.0 == "depeg"));
/// # assert_eq!(CategoryWord::from_cell(Cell::Null).err(), Some(CellMismatch::Null));
/// ```
#[diagnostic::on_unimplemented(
    message = "a column cannot be read as `{Self}`",
    label = "not a type of a column",
    note = "the types of columns are bool, i8 to i64, u8 to u64, f64, String, Vec<u8>, Address, Hash, DecimalText, Time, Day, \
            enums that derive Choice, structs around one of these that derive ColumnValue, and an Option of one",
    note = "an array or a map of the warehouse is read with `#[row(json)]`"
)]
pub trait ColumnValue: Sized {
    /// The value, or why the cell does not have one of this type.
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellMismatch>;
}

/// The reason why a cell is not of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellMismatch {
    /// It is null.
    Null,
    /// It holds something of another type.
    Type,
    /// It is of the type, but the value does not fit. The text says how.
    Value(String),
}

impl CellMismatch {
    /// The mismatch of a cell of a kind that the type does not take.
    fn of(cell: Cell<'_>) -> CellMismatch {
        match cell {
            Cell::Null => CellMismatch::Null,
            _ => CellMismatch::Type,
        }
    }
}

impl<T: ColumnValue> ColumnValue for Option<T> {
    fn from_cell(cell: Cell<'_>) -> Result<Option<T>, CellMismatch> {
        match cell {
            Cell::Null => Ok(None),
            cell => T::from_cell(cell).map(Some),
        }
    }
}

macro_rules! whole_number {
    ($($kind:ty),*) => {
        $(impl ColumnValue for $kind {
            fn from_cell(cell: Cell<'_>) -> Result<$kind, CellMismatch> {
                let too_large = |number: &dyn std::fmt::Display| {
                    CellMismatch::Value(format!("{number} is not from {} to {}", <$kind>::MIN, <$kind>::MAX))
                };
                match cell {
                    Cell::Int64(number) => number.try_into().map_err(|_| too_large(&number)),
                    Cell::Uint64(number) => number.try_into().map_err(|_| too_large(&number)),
                    cell => Err(CellMismatch::of(cell)),
                }
            }
        })*
    };
}

whole_number!(i8, i16, i32, i64, u8, u16, u32, u64);

/// A truth value; SQLite and ClickHouse have 0 and 1 for it.
impl ColumnValue for bool {
    fn from_cell(cell: Cell<'_>) -> Result<bool, CellMismatch> {
        match cell {
            Cell::Boolean(value) => Ok(value),
            Cell::Int64(0) | Cell::Uint64(0) => Ok(false),
            Cell::Int64(1) | Cell::Uint64(1) => Ok(true),
            Cell::Int64(number) => Err(CellMismatch::Value(format!("{number} is neither 0 nor 1"))),
            Cell::Uint64(number) => Err(CellMismatch::Value(format!("{number} is neither 0 nor 1"))),
            cell => Err(CellMismatch::of(cell)),
        }
    }
}

impl ColumnValue for f64 {
    fn from_cell(cell: Cell<'_>) -> Result<f64, CellMismatch> {
        match cell {
            Cell::Float64(number) => Ok(number),
            cell => Err(CellMismatch::of(cell)),
        }
    }
}

impl ColumnValue for String {
    fn from_cell(cell: Cell<'_>) -> Result<String, CellMismatch> {
        match cell {
            Cell::Text(text) => Ok(text.to_owned()),
            cell => Err(CellMismatch::of(cell)),
        }
    }
}

impl ColumnValue for Vec<u8> {
    fn from_cell(cell: Cell<'_>) -> Result<Vec<u8>, CellMismatch> {
        match cell {
            Cell::Bytes(bytes) => Ok(bytes.to_vec()),
            cell => Err(CellMismatch::of(cell)),
        }
    }
}

impl ColumnValue for Address {
    fn from_cell(cell: Cell<'_>) -> Result<Address, CellMismatch> {
        bytes(cell, 20).map(Address)
    }
}

impl ColumnValue for Hash {
    fn from_cell(cell: Cell<'_>) -> Result<Hash, CellMismatch> {
        bytes(cell, 32).map(Hash)
    }
}

fn bytes(cell: Cell<'_>, length: usize) -> Result<Vec<u8>, CellMismatch> {
    let bytes = Vec::from_cell(cell)?;
    match bytes.len() == length {
        true => Ok(bytes),
        false => Err(CellMismatch::Value(format!("it has {} bytes and not {length}", bytes.len()))),
    }
}

/// A decimal number as text, which is how statements give exact ones.
impl ColumnValue for DecimalText {
    fn from_cell(cell: Cell<'_>) -> Result<DecimalText, CellMismatch> {
        String::from_cell(cell).map(DecimalText)
    }
}

impl ColumnValue for Time {
    fn from_cell(cell: Cell<'_>) -> Result<Time, CellMismatch> {
        match cell {
            Cell::Timestamp(microseconds) => Ok(Time { microseconds }),
            cell => Err(CellMismatch::of(cell)),
        }
    }
}

impl ColumnValue for Day {
    fn from_cell(cell: Cell<'_>) -> Result<Day, CellMismatch> {
        const DAY_MICROSECONDS: i64 = 86_400_000_000;
        match cell {
            Cell::Date(days) => Ok(Time { microseconds: i64::from(days) * DAY_MICROSECONDS }.day()),
            cell => Err(CellMismatch::of(cell)),
        }
    }
}

/// A word of a choice; `#[derive(Choice)]` calls it.
#[doc(hidden)]
pub fn choice_cell<C: Choice>(cell: Cell<'_>) -> Result<C, CellMismatch> {
    let word = String::from_cell(cell)?;
    C::from_word(&word)
        .ok_or_else(|| CellMismatch::Value(format!("`{word}` is not one of its words: {}", C::WORDS.join(", "))))
}

/// JSON text, of the warehouse or as the app store keeps it; a null is JSON's.
pub(super) fn from_json<T: serde::de::DeserializeOwned>(cell: Cell<'_>) -> Result<T, CellMismatch> {
    let text = match cell {
        Cell::Json(text) | Cell::Text(text) => text,
        Cell::Null => "null",
        _ => return Err(CellMismatch::Type),
    };
    serde_json::from_str(text).map_err(|error| match cell {
        Cell::Null => CellMismatch::Null,
        _ => CellMismatch::Value(format!("it is not the JSON of that type ({error})")),
    })
}

/// A type that `#[row(microseconds)]` can read: a [`Time`], or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "microseconds are read as a time, not as `{Self}`",
    label = "`Time` or `Option<Time>` is expected beside `#[row(microseconds)]`"
)]
pub trait MicrosecondsValue {
    /// The number that the column holds.
    type Number: ColumnValue;

    /// The time of that number.
    fn from_microseconds(number: Self::Number) -> Self;
}

impl MicrosecondsValue for Time {
    type Number = i64;

    fn from_microseconds(microseconds: i64) -> Time {
        Time { microseconds }
    }
}

impl MicrosecondsValue for Option<Time> {
    type Number = Option<i64>;

    fn from_microseconds(microseconds: Option<i64>) -> Option<Time> {
        microseconds.map(|microseconds| Time { microseconds })
    }
}

//! Rows as a parameter of a statement: the lists in which the contract carries their columns.

use crate::values::Value;

/// A Rust type that a column of rows can have.
pub trait ColumnValue: Sized {
    /// The value that stands in a list where a row has null.
    fn in_place_of_null() -> Self;

    /// The values of a column, one a row.
    fn list(values: Vec<Self>) -> Value;
}

macro_rules! column_value {
    ($($kind:ty => $list:expr),* $(,)?) => {
        $(impl ColumnValue for $kind {
            fn in_place_of_null() -> Self {
                Self::default()
            }

            fn list(values: Vec<Self>) -> Value {
                let list: fn(Vec<Self>) -> Value = $list;
                list(values)
            }
        })*
    };
}

column_value! {
    bool => |values| Value::Int64List(values.into_iter().map(i64::from).collect()),
    i64 => Value::Int64List,
    u64 => Value::Uint64List,
    f64 => |values| Value::TextList(values.into_iter().map(|value| value.to_string()).collect()),
    String => Value::TextList,
    Vec<u8> => Value::BytesList,
}

impl ColumnValue for crate::Time {
    fn in_place_of_null() -> Self {
        crate::Time { microseconds: 0 }
    }

    fn list(values: Vec<Self>) -> Value {
        Value::Int64List(values.into_iter().map(|time| time.microseconds).collect())
    }
}

/// Binds a column without nulls.
pub fn bind_column<T: ColumnValue>(bindings: &mut Vec<(String, Value)>, name: &str, values: Vec<T>) {
    bindings.push((name.to_owned(), T::list(values)));
}

/// Binds a column that may have nulls, and behind it which rows have them.
pub fn bind_nullable_column<T: ColumnValue>(
    bindings: &mut Vec<(String, Value)>,
    name: &str,
    name_of_nulls: &str,
    values: Vec<Option<T>>,
) {
    let nulls = values.iter().map(|value| i64::from(value.is_none())).collect();
    let values = values.into_iter().map(|value| value.unwrap_or_else(T::in_place_of_null)).collect();
    bindings.push((name.to_owned(), T::list(values)));
    bindings.push((name_of_nulls.to_owned(), Value::Int64List(nulls)));
}

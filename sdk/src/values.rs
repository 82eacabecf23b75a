//! One value on its way in or out.

use crate::Choice;
use crate::bindings::quarry::plugin::values::Value as WitValue;

/// A value: a parameter of a statement, or one cell of a result set.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # fn example(rows: &ResultSet) -> Option<f64> {
/// match rows.value(0, "share") {
///     Value::Float64(share) => Some(share),
///     _ => None, // null, or not a number
/// }
/// # }
/// ```
pub type Value = WitValue;

/// A Rust type that can be bound to a statement's parameter.
pub trait IntoValue {
    /// The value as the contract carries it.
    fn into_value(self) -> Value;
}

/// A type of a component's own that a statement's parameter takes: `statement!(app_store, InsertView, "sql/insert_view.sql",
/// layout: Layout)` gives the field `layout` the type `Layout`, which is bound as the text of its word. `Bound` is the Rust type that the
/// parameter has without it: `String` for `text`, `Vec<u8>` for `bytes`, `u64` for `uint64`.
///
/// Choices, addresses, hashes and chains implement it, and so does a newtype that derives
/// [`ColumnValue`](derive@crate::ColumnValue), whose values are bound as they are read.
///
/// ```no_run
/// use quarry_sdk::prelude::*;
/// use quarry_sdk::BindAs;
///
/// #[derive(Choice, Clone, Copy)]
/// enum Layout {
///     Board,
///     Table,
/// }
///
/// let bound: String = Layout::Board.bind_as();
/// assert_eq!(bound, "board");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not bound as `{Bound}`, which is what the statement's parameter takes",
    label = "a choice is bound as `text`, an address and a hash as `bytes`, a chain as `uint64`"
)]
pub trait BindAs<Bound> {
    /// The value as the parameter takes it.
    fn bind_as(self) -> Bound;
}

impl<C: Choice> BindAs<String> for C {
    fn bind_as(self) -> String {
        self.word().to_owned()
    }
}

macro_rules! into_value {
    ($($kind:ty => $variant:ident),* $(,)?) => {
        $(impl IntoValue for $kind {
            fn into_value(self) -> Value {
                Value::$variant(self)
            }
        })*
    };
}

into_value! {
    bool => Boolean,
    i64 => Int64,
    u64 => Uint64,
    f64 => Float64,
    String => Text,
    Vec<u8> => Bytes,
    Vec<String> => TextList,
    Vec<i64> => Int64List,
    Vec<u64> => Uint64List,
    Vec<Vec<u8>> => BytesList,
}

/// `{name:type?}`: none is null.
impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self) -> Value {
        self.map_or(Value::Null, T::into_value)
    }
}

//! Typed parameters: the declared form and the value that a handler receives.

use crate::Time;
use crate::bindings::quarry::plugin::manifest::{IntegerForm, ListForm, Parameter, ParameterKind, TextForm};
use crate::values::{IntoValue, Value};

pub use crate::bindings::quarry::plugin::manifest::ParameterPlace;

/// The parameters of an endpoint: a struct that derives this. The host has parsed and checked them before the endpoint runs: by
/// the field's type, and by what `#[parameter(path, name, max_length, minimum, maximum, max_items, default)]` says. `example` is
/// for the documentation, the conformance suite and the self-test.
///
/// ```no_run
/// use quarry_sdk::prelude::*;
///
/// #[derive(Choice)]
/// enum Period { Hourly, Daily }
///
/// #[derive(Parameters)]
/// struct PricesQuery {
///     /// The pool.
///     #[parameter(path, example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
///     address: Address,
///     /// The length of a bar.
///     #[parameter(default = "hourly")]
///     period: Period,
///     /// From this day or time on.
///     #[parameter(example = "2024-01-01")]
///     from: Option<TimeFrom>,
///     /// Only bars with so many swaps.
///     #[parameter(minimum = 1, maximum = 1000, example = "3")]
///     trades: Option<i64>,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the parameters of an endpoint",
    label = "a struct with `#[derive(Parameters)]` is expected, or `()`"
)]
pub trait Parameters: Sized {
    /// The declarations in the order of the fields.
    fn declarations() -> Vec<Parameter>;

    /// Makes it from the values that the host checked, in the same order.
    fn from_values(values: &mut std::vec::IntoIter<Value>) -> Self;
}

/// An endpoint without parameters takes `()`.
impl Parameters for () {
    fn declarations() -> Vec<Parameter> {
        Vec::new()
    }

    fn from_values(_: &mut std::vec::IntoIter<Value>) -> Self {}
}

/// Bounds that a field's attribute gives.
#[derive(Debug, Clone, Default)]
pub struct Bounds {
    /// Characters of a text.
    pub max_length: Option<u32>,
    /// The least value of a whole number.
    pub minimum: Option<i64>,
    /// The greatest value of a whole number.
    pub maximum: Option<i64>,
    /// The most items of a list.
    pub max_items: Option<u32>,
    /// The default of a choice.
    pub default: Option<&'static str>,
}

/// A Rust type that a parameter can have.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::ParameterValue;
///
/// /// Whether a parameter of that type has to be given.
/// fn is_required<T: ParameterValue>() -> bool {
///     T::REQUIRED
/// }
/// assert!(is_required::<String>() && !is_required::<Option<String>>());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of a parameter",
    label = "the host does not know how to check it",
    note = "parameters are String, i64, bool, Decimal, Address, AddressList, Hash, Chain, Token, TimeFrom, TimeTo, Vec<String>, \
            TokenFingerprint, enums that derive Choice, and an Option of one of these"
)]
pub trait ParameterValue: Sized {
    /// True for a parameter that must be given.
    const REQUIRED: bool = true;

    /// The declared form.
    fn kind(bounds: &Bounds) -> ParameterKind;

    /// Makes it from the value that the host checked; a value of another form is a defect of the host.
    fn from_value(value: Value) -> Option<Self>;
}

impl<T: ParameterValue> ParameterValue for Option<T> {
    const REQUIRED: bool = false;

    fn kind(bounds: &Bounds) -> ParameterKind {
        T::kind(bounds)
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

/// Declares one parameter; the derive calls it for each field.
#[doc(hidden)]
pub fn declare<T: ParameterValue>(
    name: &str,
    place: ParameterPlace,
    description: &str,
    example: Option<&str>,
    bounds: &Bounds,
) -> Parameter {
    Parameter {
        name: name.to_owned(),
        place,
        required: T::REQUIRED && bounds.default.is_none(),
        kind: T::kind(bounds),
        description: description.to_owned(),
        example: example.map(str::to_owned),
    }
}

/// Takes the next value; the derive calls it for each field.
#[doc(hidden)]
pub fn take<T: ParameterValue>(values: &mut std::vec::IntoIter<Value>, name: &str) -> T {
    values
        .next()
        .and_then(T::from_value)
        .unwrap_or_else(|| panic!("the host passed no value of the declared form for the parameter `{name}`"))
}

impl ParameterValue for String {
    fn kind(bounds: &Bounds) -> ParameterKind {
        ParameterKind::Text(TextForm { max_length: bounds.max_length.unwrap_or(200) })
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl ParameterValue for bool {
    fn kind(_: &Bounds) -> ParameterKind {
        ParameterKind::Boolean
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Boolean(value) => Some(value),
            _ => None,
        }
    }
}

impl ParameterValue for i64 {
    fn kind(bounds: &Bounds) -> ParameterKind {
        ParameterKind::Integer(IntegerForm {
            minimum: bounds.minimum.unwrap_or(i64::MIN),
            maximum: bounds.maximum.unwrap_or(i64::MAX),
        })
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Int64(number) => Some(number),
            _ => None,
        }
    }
}

/// A token that gives its holder access to something. The value is its fingerprint, as [`crate::Secret::fingerprint`] gave it
/// when it was minted. The token itself never reaches the component.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// #[derive(Parameters)]
/// struct ReviewPath {
///     /// What the link has.
///     #[parameter(path, example = "rev_5tL8wQzN2vXcR7bKpD4mYhG6sJ9fA3eU")]
///     token: TokenFingerprint,
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenFingerprint(pub Vec<u8>);

impl ParameterValue for TokenFingerprint {
    fn kind(_: &Bounds) -> ParameterKind {
        ParameterKind::SecretToken
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Bytes(fingerprint) => Some(TokenFingerprint(fingerprint)),
            _ => None,
        }
    }
}

/// Texts: the parameter stands once for each; `max_items` of the attribute bounds them.
impl ParameterValue for Vec<String> {
    const REQUIRED: bool = false;

    fn kind(bounds: &Bounds) -> ParameterKind {
        ParameterKind::TextList(ListForm { max_items: bounds.max_items.unwrap_or(50) })
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::TextList(items) => Some(items),
            Value::Null => Some(Vec::new()),
            _ => None,
        }
    }
}

/// A decimal number as it was written.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::Decimal;
///
/// #[derive(Parameters)]
/// struct SwapsQuery {
///     /// Only swaps of at least so much.
///     #[parameter(example = "1000.5")]
///     at_least: Option<Decimal>,
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal(pub String);

impl ParameterValue for Decimal {
    fn kind(_: &Bounds) -> ParameterKind {
        ParameterKind::Decimal
    }

    fn from_value(value: Value) -> Option<Self> {
        String::from_value(value).map(Decimal)
    }
}

/// The inclusive start of a time range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeFrom(pub Time);

/// The exclusive end of a time range; a day that the client named is inside it.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// #[derive(Parameters)]
/// struct RangeQuery {
///     /// Up to this day, which is inside, or time, which is not.
///     #[parameter(example = "2024-01-31")]
///     to: Option<TimeTo>,
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeTo(pub Time);

macro_rules! time_parameter {
    ($kind:ident) => {
        impl ParameterValue for $kind {
            fn kind(_: &Bounds) -> ParameterKind {
                ParameterKind::$kind
            }

            fn from_value(value: Value) -> Option<Self> {
                match value {
                    Value::Timestamp(microseconds) => Some($kind(Time { microseconds })),
                    _ => None,
                }
            }
        }

        impl IntoValue for $kind {
            fn into_value(self) -> Value {
                self.0.into_value()
            }
        }
    };
}

time_parameter!(TimeFrom);
time_parameter!(TimeTo);

//! A member of a partial update: absent, null or a value.

use crate::Schema;
use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;

/// A member of a body that changes what it names and leaves the rest, as in a JSON Merge Patch (RFC 7396).
///
/// It is bound to `{name:type? else column}`, or to `{name:type?}` under a `-- when name`. A field of this type says
/// `#[serde(default)]`, and its member may be left out. Where null is not a value, the field is an `Option<T>` with
/// `#[schema(optional)]` instead.
///
/// ```
/// use quarry_sdk::prelude::*;
/// use serde::Deserialize;
///
/// /// What changes of a note.
/// #[derive(Schema, Deserialize)]
/// struct NoteChange {
///     /// Null clears it.
///     #[serde(default)]
///     finding: Patch<String>,
/// }
/// # use quarry_sdk::serde_json::{from_str, json};
/// # fn finding(body: &str) -> Patch<String> { from_str::<NoteChange>(body).expect("a body").finding }
/// assert_eq!(finding("{}"), Patch::Absent);
/// assert_eq!(finding(r#"{"finding": null}"#), Patch::Null);
/// assert_eq!(finding(r#"{"finding": "thin"}"#), Patch::Value("thin".to_owned()));
/// # assert_eq!(NoteChange::schema()["required"], json!([]));
/// # assert_eq!(NoteChange::schema()["properties"]["finding"]["type"], json!(["string", "null"]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Patch<T> {
    /// The stored value stays.
    #[default]
    Absent,
    /// The stored value is cleared.
    Null,
    /// The value to store.
    Value(T),
}

impl<T> Patch<T> {
    /// `None` where it is absent; otherwise the value to store, which is `None` for null.
    ///
    /// ```
    /// # use quarry_sdk::prelude::*;
    /// assert_eq!(Patch::Value(3).given(), Some(Some(3)));
    /// assert_eq!(Patch::<i64>::Null.given(), Some(None));
    /// assert_eq!(Patch::<i64>::Absent.given(), None);
    /// ```
    pub fn given(self) -> Option<Option<T>> {
        match self {
            Patch::Absent => None,
            Patch::Null => Some(None),
            Patch::Value(value) => Some(Some(value)),
        }
    }

    /// The same with another value.
    ///
    /// ```
    /// # use quarry_sdk::prelude::*;
    /// assert_eq!(Patch::Value(" thin ").map(str::trim), Patch::Value("thin"));
    /// ```
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Patch<U> {
        match self {
            Patch::Absent => Patch::Absent,
            Patch::Null => Patch::Null,
            Patch::Value(value) => Patch::Value(change(value)),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<T>::deserialize(deserializer)?.map_or(Patch::Null, Patch::Value))
    }
}

impl<T: Schema> Schema for Patch<T> {
    fn schema() -> Json {
        Option::<T>::schema()
    }

    fn example() -> Json {
        T::example()
    }
}

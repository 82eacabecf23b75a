//! Closed lists of words.

use crate::bindings::quarry::plugin::manifest::{ChoiceForm, ParameterKind};
use crate::parameters::Bounds;

/// One of a closed list of words: an enum that derives this. The words are the variants' names in snake_case, or what
/// `#[choice("24h")]` says, in parameters, in bodies (it can be serialized and deserialized), in columns and as the order of a
/// statement.
///
/// ```
/// use quarry_sdk::prelude::*;
///
/// #[derive(Choice)]
/// enum Period {
///     Hourly,
///     Daily,
///     #[choice("7d")]
///     Weekly,
/// }
///
/// assert_eq!(Period::WORDS, ["hourly", "daily", "7d"]);
/// assert_eq!(Period::Weekly.word(), "7d");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a closed list of words",
    label = "an enum with `#[derive(Choice)]` is expected"
)]
pub trait Choice: Sized {
    /// Every word, in order.
    const WORDS: &'static [&'static str];

    /// The word of this choice.
    fn word(&self) -> &'static str;

    /// The choice of that word.
    fn from_word(word: &str) -> Option<Self>;

    /// Every word, in the order in which the enum has them.
    ///
    /// ```
    /// # use quarry_sdk::prelude::*;
    /// # #[derive(Choice, Debug, PartialEq)]
    /// # enum Side { Buy, Sell }
    /// assert_eq!(Side::all(), [Side::Buy, Side::Sell]);
    /// ```
    fn all() -> Vec<Self> {
        Self::WORDS.iter().filter_map(|word| Self::from_word(word)).collect()
    }
}

#[doc(hidden)]
pub fn deserialize_choice<'de, C: Choice, D: serde::Deserializer<'de>>(deserializer: D) -> Result<C, D::Error> {
    let word = <String as serde::Deserialize>::deserialize(deserializer)?;
    C::from_word(&word).ok_or_else(|| serde::de::Error::custom(format!("one of {} is expected", C::WORDS.join(", "))))
}

#[doc(hidden)]
pub fn choice_kind<C: Choice>(bounds: &Bounds) -> ParameterKind {
    ParameterKind::Choice(ChoiceForm {
        values: C::WORDS.iter().map(|word| (*word).to_owned()).collect(),
        default: bounds.default.map(str::to_owned),
    })
}

//! Sentences about refused values.

use crate::Problem;
use std::borrow::Cow;

/// The expectation, as the second half of a sentence: `it must be …`.
pub(super) type Expectation = Cow<'static, str>;

/// Characters of a refused value that its sentence shows.
const SHOWN_CHARACTERS: usize = 64;

/// The 422 of a value that is not of its parameter's form.
pub(super) fn refuse(name: &str, given: &str, expectation: &str) -> Problem {
    Problem::invalid_parameter(name, format!("The parameter \"{name}\" is \"{}\": {expectation}.", shorten(given)))
}

/// A value from outside as a sentence may show it: at most 64 characters, with quotes, control characters and
/// invisible characters escaped.
pub fn shorten(given: &str) -> String {
    match given.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", given[..end].escape_debug()),
        None => given.escape_debug().to_string(),
    }
}

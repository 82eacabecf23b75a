//! A sentence about a wrong value, cut to a length. It is cut while it is written: a sentence may quote a value of a megabyte, and
//! a refusal has many sentences.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;
use std::fmt::{self, Display, Write};

/// Characters of a sentence about one field: it may quote what was sent.
const MAX_CHARACTERS: usize = 200;
/// Characters of the values that are allowed, which the author of the schema wrote: all of them are named.
const MAX_ALLOWED_CHARACTERS: usize = 4_000;

/// The sentence of an error. The masked form does not quote what was sent.
pub fn sentence(error: &ValidationError<'_>, is_masked: bool) -> String {
    match (error.kind(), is_masked) {
        (ValidationErrorKind::Enum { options: Value::Array(options) }, true) => {
            format!("must be {}", one_of(options))
        }
        (ValidationErrorKind::Enum { options: Value::Array(options) }, false) => {
            format!("must be {}; it is {}", one_of(options), cut(error.instance(), MAX_CHARACTERS))
        }
        (_, true) => cut(&error.masked(), MAX_CHARACTERS),
        (_, false) => cut(error, MAX_CHARACTERS),
    }
}

/// `"a"`, or `one of "a", "b"`.
fn one_of(options: &[Value]) -> String {
    let values: Vec<String> = options.iter().map(Value::to_string).collect();
    let listed = cut(&values.join(", "), MAX_ALLOWED_CHARACTERS);
    if options.len() == 1 { listed } else { format!("one of {listed}") }
}

fn cut(text: &impl Display, most_characters: usize) -> String {
    let mut start = Start { text: String::new(), left: most_characters };
    if write!(start, "{text}").is_err() {
        start.text.push('…');
    }
    start.text
}

/// The first characters of what is written; the first one too many ends the writing.
struct Start {
    text: String,
    left: usize,
}

impl Write for Start {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        for character in piece.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            self.text.push(character);
        }
        Ok(())
    }
}

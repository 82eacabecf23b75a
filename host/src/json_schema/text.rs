//! The library's sentence about a wrong value, cut to a length. It is cut while it is written: a sentence may quote a value
//! of a megabyte, and a refusal has many sentences.

use jsonschema::ValidationError;
use std::fmt::{self, Display, Write};

/// Characters of a sentence about one field: it may quote what was sent.
const MAX_CHARACTERS: usize = 200;

/// The sentence of an error. The masked form says "value" where the other quotes what was sent.
pub fn sentence(error: &ValidationError<'_>, is_masked: bool) -> String {
    match is_masked {
        true => cut(&error.masked()),
        false => cut(error),
    }
}

fn cut(text: &impl Display) -> String {
    let mut start = Start { text: String::new(), left: MAX_CHARACTERS };
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

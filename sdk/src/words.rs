//! Words for people in refusals: what is asked for comes first, then what was sent, cut and between quotation marks.
//!
//! The host says it so of a body that does not satisfy its schema; these are for the rules that a component has beside its schema.
//!
//! ```
//! use quarry_sdk::words::{ADDRESS, instead_of};
//!
//! let sentence = instead_of(&format!("A pool is {ADDRESS}"), "0x12");
//! assert_eq!(sentence, "A pool is 40 hexadecimal digits, with or without 0x; this is \"0x12\".");
//! ```

/// Characters of a text that a sentence shows.
const MAX_SHOWN_CHARACTERS: usize = 60;
/// Characters of a list of words to choose from.
const MAX_LISTED_CHARACTERS: usize = 4_000;

/// The form of an address.
pub const ADDRESS: &str = "40 hexadecimal digits, with or without 0x";
/// The form of a hash.
///
/// ```
/// # use quarry_sdk::words::HASH;
/// assert!(HASH.starts_with("64 hexadecimal digits"));
/// ```
pub const HASH: &str = "64 hexadecimal digits, with or without 0x";
/// The form of a day.
///
/// ```
/// # use quarry_sdk::words::DAY;
/// assert_eq!(format!("The range begins with {DAY}."), "The range begins with a day such as 2026-11-01.");
/// ```
pub const DAY: &str = "a day such as 2026-11-01";

/// The beginning of a text that was sent, between quotation marks.
///
/// ```
/// # use quarry_sdk::words::quoted;
/// assert_eq!(quoted("teal"), "\"teal\"");
/// assert_eq!(quoted("o'hara\u{202e}\n"), "\"o'hara\\u{202e}\\n\"");
/// assert_eq!(quoted(&"x".repeat(70)), format!("\"{}…\"", "x".repeat(60)));
/// ```
pub fn quoted(text: &str) -> String {
    // What breaks a line or cannot be seen is spelled out; an apostrophe stays one.
    format!("\"{}\"", cut(text, MAX_SHOWN_CHARACTERS).escape_debug().to_string().replace("\\'", "'"))
}

/// The sentence about a text that is another than was asked for. `asked` says what is asked for, and ends without a point.
pub fn instead_of(asked: &str, sent: &str) -> String {
    format!("{asked}; this is {}.", quoted(sent))
}

/// The sentence about a text that is none of the words that are known. `asked` names the thing.
///
/// ```
/// # use quarry_sdk::words::none_of;
/// assert_eq!(none_of("A chain", ["base", "ethereum"], "atlantis"), "A chain is one of base, ethereum; this is \"atlantis\".");
/// assert_eq!(none_of("A chain", [], "atlantis"), "A chain cannot be chosen yet, because none is known here: leave it out.");
/// ```
pub fn none_of<'word>(asked: &str, known: impl IntoIterator<Item = &'word str>, sent: &str) -> String {
    let known = known.into_iter().collect::<Vec<_>>().join(", ");
    match known.is_empty() {
        true => format!("{asked} cannot be chosen yet, because none is known here: leave it out."),
        false => instead_of(&format!("{asked} is one of {}", cut(&known, MAX_LISTED_CHARACTERS)), sent),
    }
}

/// Cuts a text to at most so many characters, with `…` in place of the rest.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

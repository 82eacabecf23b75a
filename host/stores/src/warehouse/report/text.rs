//! The letters that a text may have before ClickHouse is asked about it.
//!
//! Two rules, and both can only refuse. A request's value reaches ClickHouse in places (`{name:Type}`), and a place of the
//! type `Identifier` would become a name after the examination: so every `{`, also in quoted text and wherever else, begins
//! a place of a bound parameter and of a type of value. And the answer is read row by row: so no name and no text may hold
//! the end of a row, which without backslashes, heredocs, hex literals and comments it cannot.

use crate::result_set::Value;

/// The types of places that stand for values; `quarry-statement` writes no others.
const VALUE_TYPES: &[&str] = &[
    "Bool",
    "Int64",
    "UInt64",
    "Float64",
    "String",
    "DateTime64(6, 'UTC')",
    "Array(String)",
    "Array(Int64)",
    "Array(UInt64)",
];

/// A fault, with its line (from 1).
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Objection {
    pub(super) line: usize,
    pub(super) reason: String,
}

pub(super) fn check(sql: &str, params: &[(String, Value)]) -> Result<(), Objection> {
    for (index, line) in sql.split('\n').enumerate() {
        let object = |reason| Objection { line: index + 1, reason };
        check_places(line, params).map_err(object)?;
        check_letters(line).map_err(object)?;
    }
    Ok(())
}

fn check_places(line: &str, params: &[(String, Value)]) -> Result<(), String> {
    let mut rest = line;
    while let Some((_, behind)) = rest.split_once('{') {
        let is_place = behind.split_once(':').is_some_and(|(name, kind)| {
            let is_bound = params.iter().any(|(known, _)| known == name);
            let is_of_kind = |known: &&str| {
                let ends_with =
                    |text: &str, end: &str| text.strip_prefix(*known).is_some_and(|rest| rest.starts_with(end));
                let nullable = kind.strip_prefix("Nullable(").filter(|_| !known.starts_with("Array("));
                ends_with(kind, "}") || nullable.is_some_and(|inner| ends_with(inner, ")}"))
            };
            is_bound && VALUE_TYPES.iter().any(is_of_kind)
        });
        if !is_place {
            return Err("a `{` stands where no parameter does: ClickHouse could read a place there, so write char(123), also in quoted text".to_owned());
        }
        rest = behind;
    }
    Ok(())
}

/// Walks as ClickHouse does. The two cannot differ: what they could read differently is refused where it stands.
fn check_letters(line: &str) -> Result<(), String> {
    let mut quote: Option<char> = None;
    let mut before = ' ';
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\\' || (letter.is_control() && letter != '\t') {
            return Err(format!("`{}` has no place in a statement", letter.escape_default()));
        }
        let next = letters.peek().copied().unwrap_or(' ');
        match quote {
            Some(open) => quote = quote.filter(|_| letter != open),
            None if matches!(letter, '\'' | '"' | '`') => quote = Some(letter),
            None if matches!(letter, '#' | '$' | ';') || !letter.is_ascii() => {
                return Err(format!("`{letter}` has no place in a statement outside of quoted text"));
            }
            None if matches!((letter, next), ('-', '-') | ('/', '*')) => {
                return Err(format!("`{letter}{next}` has no place in a statement"));
            }
            None if matches!((letter, next), ('x' | 'X' | 'b' | 'B', '\'')) && !is_of_word(before) => {
                return Err(format!("`{letter}'…'` has no place in a statement: write unhex('…')"));
            }
            None => {}
        }
        before = letter;
    }
    match quote {
        Some(open) => Err(format!("quoted text must end on its line: {open} is never closed")),
        None => Ok(()),
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

//! A migration, cut into its statements.
//!
//! Quotes and comments alone decide where one ends, and a mistake here lets nothing through: each piece goes to
//! PostgreSQL by itself, by the protocol that takes one command, and is judged by itself. The pieces are the author's bytes.

use thiserror::Error;

/// The place from which the statements of a migration cannot be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub(crate) struct Uncut {
    pub(crate) line: usize,
    pub(crate) problem: &'static str,
}

/// One statement of a migration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    /// The author's bytes, without the comments before it and the `;` behind it.
    pub(crate) text: &'a str,
    /// The line of the migration that it begins on, from 1.
    pub(crate) line: usize,
}

/// The statements of `text`, in order. Empty ones and what stands before a statement (white space, comments) are left out.
pub(crate) fn pieces(text: &str) -> Result<Vec<Piece<'_>>, Uncut> {
    let uncut = |at: usize, problem| Uncut { line: line_of(text, at), problem };
    if let Some(at) = text.find('\0') {
        return Err(uncut(at, "a NUL character"));
    }
    let mut pieces = Vec::new();
    let mut begin = None;
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let step = match token(&text[at..]) {
            Ok(step) => step,
            Err(problem) => return Err(uncut(at, problem)),
        };
        let is_space = letter.is_ascii_whitespace() || step.is_comment;
        if letter == ';' {
            if let Some(begin) = begin.take() {
                pieces.push(Piece { text: text[begin..at].trim_end(), line: line_of(text, begin) });
            }
        } else if !is_space && begin.is_none() {
            begin = Some(at);
        }
        at += step.length;
    }
    if let Some(begin) = begin {
        pieces.push(Piece { text: text[begin..].trim_end(), line: line_of(text, begin) });
    }
    Ok(pieces)
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].matches('\n').count()
}

struct Step {
    /// In bytes, at least one letter.
    length: usize,
    is_comment: bool,
}

/// Reads the token at the beginning of `rest`, which is not empty.
fn token(rest: &str) -> Result<Step, &'static str> {
    let token = |length| Ok(Step { length, is_comment: false });
    let bytes = rest.as_bytes();
    match bytes {
        [b'-', b'-', ..] => Ok(Step { length: rest.find('\n').unwrap_or(rest.len()), is_comment: true }),
        [b'/', b'*', ..] => Ok(Step { length: comment(bytes).ok_or("a comment that does not end")?, is_comment: true }),
        [b'E' | b'e', b'\'', ..] => token(1 + quoted(&bytes[1..], b'\'', true).ok_or("a text that does not end")?),
        [b'\'', ..] => token(quoted(bytes, b'\'', false).ok_or("a text that does not end")?),
        [b'"', ..] => token(quoted(bytes, b'"', false).ok_or("a name in quotes that does not end")?),
        [b'$', ..] => match tag(rest) {
            Some(tag) => match rest[tag.len()..].find(tag) {
                Some(end) => token(tag.len() + end + tag.len()),
                None => Err("a text in dollars that does not end"),
            },
            None => token(1),
        },
        // A word as a whole: neither its E nor its $ begins a text.
        [first, ..] if is_word(*first) => {
            token(bytes.iter().position(|byte| !is_word(*byte) && *byte != b'$').unwrap_or(bytes.len()))
        }
        _ => token(rest.chars().next().map_or(1, char::len_utf8)),
    }
}

/// The end of a comment; comments of PostgreSQL nest.
fn comment(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => (depth, at) = (depth + 1, at + 2),
            b"*/" => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The end of a text in quotes; a doubled quote does not end it.
fn quoted(bytes: &[u8], quote: u8, has_backslashes: bool) -> Option<usize> {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if has_backslashes => at += 2,
            byte if byte == quote && bytes.get(at + 1) == Some(&quote) => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// `$$` or `$tag$`, where `rest` begins with it.
fn tag(rest: &str) -> Option<&str> {
    let end = rest[1..].find('$')? + 1;
    let tag = &rest.as_bytes()[1..end];
    let is_tag = tag.iter().all(|byte| is_word(*byte)) && tag.first().is_none_or(|byte| !byte.is_ascii_digit());
    is_tag.then(|| &rest[..=end])
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

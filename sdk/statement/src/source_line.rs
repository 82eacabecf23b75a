//! Where a line of a statement was written, in its own file or in a part that stands there, and a mistake in one.
//!
//! A statement whose parts are written out keeps where each came from in two comments, which [`crate::expand`] writes and
//! [`crate::Statement::parse`] reads: `-- begin part NAME`, in the place of `{part.NAME}`, and `-- end part NAME`.

use crate::names::identifier;
use std::fmt::{Display, Formatter};
use std::sync::Arc;
use thiserror::Error;

/// A line of a statement's file, and the line of the part that stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// The line of the statement's file, from 1.
    pub number: usize,
    /// The part that stands on that line, and the line within it, from 1. Where parts stand within each other, the innermost.
    pub part: Option<(Arc<str>, usize)>,
}

impl From<usize> for SourceLine {
    fn from(number: usize) -> SourceLine {
        SourceLine { number, part: None }
    }
}

/// `7`, or `7 (line 2 of the part api_key)`.
impl Display for SourceLine {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match &self.part {
            None => write!(formatter, "{}", self.number),
            Some((part, line)) => write!(formatter, "{} (line {line} of the part {part})", self.number),
        }
    }
}

/// A mistake in a statement, with its line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct StatementError {
    pub line: SourceLine,
    pub message: String,
}

/// A comment that says which part the lines around it come from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Marker<'a> {
    Begin(&'a str),
    End,
}

impl Marker<'_> {
    pub(crate) fn read(text: &str) -> Option<Marker<'_>> {
        let (marker, name) = text.trim().strip_prefix("-- ")?.split_once(" part ")?;
        identifier(name).ok()?;
        match marker {
            "begin" => Some(Marker::Begin(name)),
            "end" => Some(Marker::End),
            _ => None,
        }
    }
}

/// The lines of a text, each with where it was written.
pub(crate) fn numbered(sql: &str) -> Result<Vec<(SourceLine, &str)>, StatementError> {
    let mut lines = Vec::new();
    let mut number = 0;
    let mut open: Vec<(Arc<str>, usize)> = Vec::new();
    for text in sql.lines() {
        let marker = Marker::read(text);
        if marker == Some(Marker::End) {
            if open.pop().is_none() {
                let message = "`-- end part` ends no part".to_owned();
                return Err(StatementError { line: (number + 1).into(), message });
            }
            continue;
        }
        match open.last_mut() {
            Some((_, line)) => *line += 1,
            None => number += 1,
        }
        match marker {
            Some(Marker::Begin(part)) => open.push((part.into(), 0)),
            _ => lines.push((SourceLine { number, part: open.last().cloned() }, text)),
        }
    }
    match open.pop() {
        Some((part, _)) => {
            Err(StatementError { line: number.into(), message: format!("the part {part} is never ended") })
        }
        None => Ok(lines),
    }
}

//! SQL of one engine as it is written piece by piece: its text so far, and what to bind.

use crate::{ParameterType, SourceLine};

/// The engine whose SQL is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// ClickHouse: named, typed parameters that the server binds.
    ClickHouse,
    /// Numbered parameters with explicit casts; a list is one parameter, a JSON array.
    Sqlite,
    /// Numbered parameters with explicit casts; a list is one parameter, an array.
    Postgres,
    /// As the app store's, for programs that read SQL and run nothing: a list is written like one of its items.
    Numbered,
}

/// SQL that is ready to be prepared, and what to bind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rendered {
    pub sql: String,
    /// Names to bind, each once; in the order of `$1`, `$2`, … where parameters are numbered. `page.limit` and `after.1`,
    /// `after.2`, … stand for the host's own values.
    pub bindings: Vec<String>,
    /// The line of the file that each line of `sql` came from.
    pub lines: Vec<SourceLine>,
}

impl Rendered {
    /// The file's line for a line of the SQL (both from 1); the first that stands when there is no such line.
    pub fn line_of_file(&self, line: usize) -> SourceLine {
        let index = line.saturating_sub(1);
        self.lines.get(index).or(self.lines.first()).cloned().unwrap_or_else(|| 1.into())
    }
}

pub(crate) struct Writer {
    pub(crate) dialect: Dialect,
    pub(crate) rendered: Rendered,
}

impl Writer {
    /// The place of a name among the bindings, from 1: the same wherever it stands.
    pub(crate) fn number(&mut self, name: &str) -> usize {
        let bindings = &mut self.rendered.bindings;
        let place = bindings.iter().position(|bound| bound == name).unwrap_or_else(|| {
            bindings.push(name.to_owned());
            bindings.len() - 1
        });
        place + 1
    }
}

/// The type that a value, or an item of a list, is cast to; none for bytes.
pub(crate) fn item_cast(kind: ParameterType) -> Option<&'static str> {
    match kind {
        ParameterType::Boolean => Some("BOOLEAN"),
        ParameterType::Float64 => Some("DOUBLE PRECISION"),
        ParameterType::Text | ParameterType::TextList => Some("TEXT"),
        ParameterType::Bytes | ParameterType::BytesList => None,
        _ => Some("BIGINT"),
    }
}

//! The form of a declared statement.
//!
//! A family's SQL lies in `sql/*.sql`. The SDK parses each file when the component is built (names and types are then
//! checked by the compiler) and the host parses the same text again when it loads the component, so both read it alike.
//! No text ever comes from a request: the only variants are those that the `-- when` lines allow.
//!
//! ```sql
//! -- Comments are dropped.
//! SELECT symbol, name
//! FROM tokens
//! WHERE chain_id = {chain_id:uint64}
//!   AND position(lower(symbol), lower({q:text})) > 0              -- when q
//!   AND {after(symbol:text asc, address:bytes asc)}
//! ORDER BY symbol, address
//! LIMIT {page_limit}
//! ```
//!
//! - `{name:type}` is a parameter; see [`ParameterType`] for the types. The same name has the same type throughout.
//! - A line that ends in `-- when NAME` stands only when the parameter NAME is given.
//! - `{after(column:type asc|desc, …)}` is the keyset comparison of a paged list. It becomes `TRUE` on the first page;
//!   the host binds the values from the cursor. The columns must be selected by the statement.
//! - `{page_limit}` is the page size plus one; the host binds it.
//! - Parameters named `caller_…` are bound by the host to who is asking.
//!
//! To add a parameter type: [`ParameterType`], its two renderings in `render`, and its Rust type in `quarry-sdk-macros`.

mod parse;
mod render;

pub use render::{Dialect, Rendered};

use thiserror::Error;

/// A parsed statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    lines: Vec<Line>,
    parameters: Vec<Parameter>,
    after: Vec<AfterColumn>,
    page_limit: bool,
}

/// A parameter that the caller of the statement binds, in order of first appearance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub kind: ParameterType,
    /// Whether every line that names it stands only under a `-- when`: then it may be left out.
    pub optional: bool,
}

impl Parameter {
    /// Bound by the host to who is asking; a guest cannot set it.
    pub fn is_bound_by_host(&self) -> bool {
        self.name.starts_with("caller_")
    }
}

/// The values a parameter can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterType {
    Boolean,
    Int64,
    Uint64,
    Float64,
    Text,
    /// Raw bytes, such as an address.
    Bytes,
    /// Microseconds since 1970-01-01T00:00:00Z.
    Timestamp,
    TextList,
    Int64List,
    Uint64List,
    BytesList,
}

impl ParameterType {
    const NAMES: &'static [(&'static str, ParameterType)] = &[
        ("boolean", ParameterType::Boolean),
        ("int64", ParameterType::Int64),
        ("uint64", ParameterType::Uint64),
        ("float64", ParameterType::Float64),
        ("text", ParameterType::Text),
        ("bytes", ParameterType::Bytes),
        ("timestamp", ParameterType::Timestamp),
        ("text[]", ParameterType::TextList),
        ("int64[]", ParameterType::Int64List),
        ("uint64[]", ParameterType::Uint64List),
        ("bytes[]", ParameterType::BytesList),
    ];

    /// The name used in `{name:type}`.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    fn from_name(name: &str) -> Option<ParameterType> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }

    /// Whether the value is a list.
    pub fn is_list(self) -> bool {
        matches!(self, Self::TextList | Self::Int64List | Self::Uint64List | Self::BytesList)
    }
}

/// One column of a keyset comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AfterColumn {
    /// As it stands in the SQL: may be qualified.
    pub expression: String,
    /// The name under which the statement selects it: the expression's last word.
    pub column: String,
    pub kind: ParameterType,
    pub descending: bool,
}

/// What is wrong with a statement, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct StatementError {
    /// From 1.
    pub line: usize,
    pub message: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    /// In the file, from 1.
    number: usize,
    when: Option<String>,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Sql(String),
    Parameter { name: String, kind: ParameterType },
    After,
    PageLimit,
}

impl Statement {
    /// Parses the text of a `sql/*.sql` file.
    pub fn parse(sql: &str) -> Result<Statement, StatementError> {
        parse::parse(sql)
    }

    /// Parameters in order of first appearance, those bound by the host included.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The columns of `{after(…)}`; empty when the statement does not page.
    pub fn after(&self) -> &[AfterColumn] {
        &self.after
    }

    /// Whether the host trims the rows to a page and makes the next cursor.
    pub fn is_paged(&self) -> bool {
        !self.after.is_empty()
    }

    /// Whether `{page_limit}` appears.
    pub fn has_page_limit(&self) -> bool {
        self.page_limit
    }
}

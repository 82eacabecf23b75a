//! A statement as it was parsed.

use crate::{FormedColumn, ParameterType, RowsColumn, SourceLine};
use std::time::Duration;

/// A parsed statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    pub(crate) lines: Vec<Line>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) orders: Vec<Order>,
    /// The columns of a statement without orders.
    pub(crate) after: Vec<AfterColumn>,
    pub(crate) page_limit: bool,
    /// Columns whose form the file declares.
    pub(crate) formed: Vec<FormedColumn>,
    pub(crate) time_limit: Option<Duration>,
}

/// A parameter that the caller of the statement binds, in order of first appearance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub kind: ParameterType,
    /// True if each place of it stands under a `-- when` or has an `else`: then it may be left out.
    pub optional: bool,
    /// True if it may be null: `{name:type?}`.
    pub nullable: bool,
    /// The columns of a parameter that is rows; otherwise empty.
    pub columns: Vec<RowsColumn>,
}

impl Parameter {
    /// Bound by the host; a guest cannot set it.
    pub fn is_bound_by_host(&self) -> bool {
        self.name.contains('.')
    }

    /// The namespace of a name that the host binds, one of [`crate::NAMESPACES`], and the name in it.
    pub fn in_namespace(&self) -> Option<(&str, &str)> {
        self.name.split_once('.')
    }
}

/// One of the orders that a statement offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) name: String,
    /// The line of its first block.
    pub(crate) line: SourceLine,
    pub(crate) after: Vec<AfterColumn>,
}

/// One column of a keyset comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AfterColumn {
    /// The expression as it stands in the SQL; it may be qualified.
    pub expression: String,
    /// The name under which the statement selects it: the expression's last word.
    pub column: String,
    pub kind: ParameterType,
    pub descending: bool,
    /// True if rows without a value come last; otherwise each row has one.
    pub nullable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) source: SourceLine,
    pub(crate) when: Option<String>,
    /// Index of the order that it stands in alone.
    pub(crate) order: Option<usize>,
    pub(crate) pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Sql(String),
    Parameter(Slot),
    After,
    PageLimit,
    /// The rows of a scope, by its name.
    Scope(String),
}

/// A place for a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) name: String,
    pub(crate) kind: ParameterType,
    pub(crate) nullable: bool,
    /// The column that stands where the parameter is not given.
    pub(crate) otherwise: Option<String>,
    /// The columns of rows.
    pub(crate) columns: Vec<RowsColumn>,
}

impl Statement {
    /// Parameters in order of first appearance, those bound by the host included.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The names of the orders, in the order of the file; none where the statement has one order alone.
    pub fn orders(&self) -> impl ExactSizeIterator<Item = &str> {
        self.orders.iter().map(|order| order.name.as_str())
    }

    /// The parameters that a `-- when` names, each once: what decides, beside order and cursor, which lines stand.
    pub fn conditions(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.lines.iter().filter_map(|line| line.when.as_deref()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The columns of `{after(…)}` in that order; empty when the statement does not page.
    pub fn after(&self, order: Option<&str>) -> &[AfterColumn] {
        match self.orders.iter().find(|known| Some(known.name.as_str()) == order) {
            Some(order) => &order.after,
            None => &self.after,
        }
    }

    /// True when the host trims the rows to a page and makes the next cursor.
    pub fn is_paged(&self) -> bool {
        !self.after.is_empty() || self.orders.iter().any(|order| !order.after.is_empty())
    }

    /// A list that stands elsewhere than alone between the brackets of `IN (…)`, with its line in the file: the app store
    /// is given a subquery in its place.
    pub fn list_elsewhere_than_in(&self) -> Option<(&SourceLine, &str)> {
        self.lines.iter().find_map(|line| {
            line.pieces.iter().enumerate().find_map(|(index, piece)| {
                let Piece::Parameter(Slot { name, kind, .. }) = piece else { return None };
                let is_alone = || {
                    let sql = |index: Option<usize>| match line.pieces.get(index?) {
                        Some(Piece::Sql(sql)) => Some(sql.as_str()),
                        _ => None,
                    };
                    let before = sql(index.checked_sub(1)).and_then(|sql| sql.trim_end().strip_suffix('('));
                    let word = before.and_then(|sql| sql.split_whitespace().next_back());
                    word.is_some_and(|word| word.eq_ignore_ascii_case("in"))
                        && sql(Some(index + 1)).is_some_and(|sql| sql.trim_start().starts_with(')'))
                };
                (kind.is_list() && !is_alone()).then_some((&line.source, name.as_str()))
            })
        })
    }

    /// The first line of the file with an `else`, which the app store alone reads.
    pub fn line_with_else(&self) -> Option<&SourceLine> {
        let has_else = |piece: &Piece| matches!(piece, Piece::Parameter(Slot { otherwise: Some(_), .. }));
        self.lines.iter().find(|line| line.pieces.iter().any(has_else)).map(|line| &line.source)
    }

    /// The first line of the file with rows as a parameter, and the parameter: the app store alone reads them.
    pub fn line_with_rows(&self) -> Option<(&SourceLine, &str)> {
        self.lines.iter().find_map(|line| {
            line.pieces.iter().find_map(|piece| match piece {
                Piece::Parameter(Slot { name, kind: ParameterType::Rows, .. }) => Some((&line.source, name.as_str())),
                _ => None,
            })
        })
    }

    /// The line of the file with a `{` that begins no place: one in quoted text. ClickHouse has places of its own, among them
    /// some that stand for names, and reads quotes its own way; so a statement of the warehouse has none.
    pub fn line_with_other_brace(&self) -> Option<&SourceLine> {
        let has_brace = |piece: &Piece| matches!(piece, Piece::Sql(sql) if sql.contains('{'));
        self.lines.iter().find(|line| line.pieces.iter().any(has_brace)).map(|line| &line.source)
    }

    /// The first word of the SQL; empty where a parameter comes first.
    pub fn first_word(&self) -> &str {
        match self.lines.first().and_then(|line| line.pieces.first()) {
            Some(Piece::Sql(sql)) => {
                sql.split(|letter: char| !letter.is_ascii_alphabetic()).find(|word| !word.is_empty())
            }
            _ => None,
        }
        .unwrap_or_default()
    }

    /// The columns whose form the file declares, in its order.
    pub fn formed_columns(&self) -> &[FormedColumn] {
        &self.formed
    }

    /// The time that the host waits for an answer, where the file sets one below the request's time.
    pub fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// True when `{page.limit}` appears.
    pub fn has_page_limit(&self) -> bool {
        self.page_limit
    }
}

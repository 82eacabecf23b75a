//! The form of a declared statement.
//!
//! A family's SQL lies in `sql/*.sql`. The SDK parses each file when the component is built (names and types are then
//! checked by the compiler) and the host parses the same text again when it loads the component, so both read it alike.
//! No text ever comes from a request: the only variants are those that the `-- when` lines and the orders allow.
//!
//! ```sql
//! -- Comments are dropped.
//! SELECT symbol, name, address, pools
//! FROM tokens
//! WHERE chain_id = {chain_id:uint64}
//!   AND position(lower(symbol), lower({q:text})) > 0              -- when q
//! -- order symbol
//!   AND {after(symbol:text asc, address:bytes asc)}
//! ORDER BY symbol, address
//! -- order pools
//!   AND {after(pools:uint64 desc, address:bytes asc)}
//! ORDER BY pools DESC, address
//! -- end order
//! LIMIT {page.limit}
//! ```
//!
//! - `{name:type}` is a parameter; see [`ParameterType`] for the types. The same name has the same type throughout.
//! - `{name:type?}` is a parameter that may be null.
//! - `{name:rows(column type, column type?)}` of the app store is rows, which stand as a table behind `FROM` or `JOIN`.
//! - `{name:type else column}` of the app store is the parameter where it is given, and otherwise the column: what a partial
//!   update leaves out stays, in one text however many members it has. With `type?`, null is told apart from absent.
//! - A line that ends in `-- when NAME` stands only when the parameter NAME is given; null is given where the type is `type?`.
//! - The lines from `-- order NAME` to the next order or to `-- end order` stand only in that order. An order may have
//!   several such blocks; the caller of the statement picks one order by its name.
//! - `{after(column:type asc|desc, …)}` is the keyset comparison of a paged list. It becomes `TRUE` on the first page;
//!   the host binds the values from the cursor. The columns must be selected by the statement. Where there are orders,
//!   each has its own. A column that can be null is `column:type?`; its nulls come last in either direction, and `ORDER BY`
//!   says so: `column DESC NULLS LAST`.
//! - `{page.limit}` is the page size plus one; the host binds it.
//! - `{caller.user_id:int64}` and the other names in a namespace of [`NAMESPACES`] are bound by the host.
//! - `{scope.NAME}` stands where a table stands: the rows of the scope NAME, whose statement the host writes there.
//! - A line `-- column NAME, NAME timestamp`, `boolean` or `json` says what columns of the app store hold, which keeps numbers
//!   and texts: see [`ColumnForm`].
//! - A line `-- within 3 seconds` ends the wait for an answer before the request's time does, for a handler that goes on without it.
//!
//! To add a parameter type: [`ParameterType`], its two renderings in `render`, and its Rust type in `quarry-sdk-macros`.

mod column_form;
mod columns;
mod dialects;
mod directive;
mod files;
mod parameter_type;
mod parse;
mod place;
mod render;
mod render_rows;
mod rows;
mod scopes;

pub use column_form::{ColumnForm, FormedColumn};
pub use columns::{AppStoreDialect, ColumnsError, columns_of_text, output_columns, warehouse_columns};
pub use dialects::{DialectError, same_form};
pub use files::{StatementFile, StatementFiles, StatementFilesError};
pub use parameter_type::ParameterType;
pub use render::{Dialect, Rendered, scope_table};
pub use rows::RowsColumn;
pub use scopes::ScopeError;

use std::time::Duration;
use thiserror::Error;

/// The name under which the caller of a statement picks its order.
pub const ORDER_PARAMETER: &str = "order";

/// A parsed statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    lines: Vec<Line>,
    parameters: Vec<Parameter>,
    orders: Vec<Order>,
    /// The columns of a statement without orders.
    after: Vec<AfterColumn>,
    page_limit: bool,
    /// Columns whose form the file declares.
    formed: Vec<FormedColumn>,
    time_limit: Option<Duration>,
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

    /// The namespace of a name that the host binds, one of [`NAMESPACES`], and the name in it.
    pub fn in_namespace(&self) -> Option<(&str, &str)> {
        self.name.split_once('.')
    }
}

/// One of the orders that a statement offers.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Order {
    name: String,
    /// The line of its first block, from 1.
    line: usize,
    after: Vec<AfterColumn>,
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

/// A mistake in a statement, with its line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct StatementError {
    /// The line, from 1.
    pub line: usize,
    pub message: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    /// The number of the line in the file, from 1.
    number: usize,
    when: Option<String>,
    /// Index of the order that it stands in alone.
    order: Option<usize>,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Sql(String),
    Parameter(Slot),
    After,
    PageLimit,
    /// The rows of a scope, by its name.
    Scope(String),
}

/// A place for a value.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Slot {
    name: String,
    kind: ParameterType,
    nullable: bool,
    /// The column that stands where the parameter is not given.
    otherwise: Option<String>,
    /// The columns of rows.
    columns: Vec<RowsColumn>,
}

/// The namespaces that the host binds: the caller, the row that the route's guard found, and, in the statement of a guard, the
/// request's path and the members of its body.
pub const NAMESPACES: [&str; 4] = ["body", "caller", "guard", "path"];

/// The place of the page's size, plus one.
pub const PAGE_LIMIT: &str = "page.limit";

/// The name of a binding where SQL has no dots in the names of parameters: the warehouse.
pub fn dotless(binding: &str) -> String {
    binding.replace('.', "__")
}

/// The name under which the host binds whether a parameter with an `else` is given.
pub fn binding_of_given(parameter: &str) -> String {
    format!("{parameter}{GIVEN}")
}

/// Behind the name of a parameter: whether it is given. No name has a question mark.
const GIVEN: &str = "?given";

/// The parameter whose being given a binding tells; none for a binding that is a value.
pub fn parameter_of_given(binding: &str) -> Option<&str> {
    binding.strip_suffix(GIVEN)
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
    pub fn list_elsewhere_than_in(&self) -> Option<(usize, &str)> {
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
                (kind.is_list() && !is_alone()).then_some((line.number, name.as_str()))
            })
        })
    }

    /// The first line of the file with an `else`, which the app store alone reads.
    pub fn line_with_else(&self) -> Option<usize> {
        let has_else = |piece: &Piece| matches!(piece, Piece::Parameter(Slot { otherwise: Some(_), .. }));
        self.lines.iter().find(|line| line.pieces.iter().any(has_else)).map(|line| line.number)
    }

    /// The first line of the file with rows as a parameter, and the parameter: the app store alone reads them.
    pub fn line_with_rows(&self) -> Option<(usize, &str)> {
        self.lines.iter().find_map(|line| {
            line.pieces.iter().find_map(|piece| match piece {
                Piece::Parameter(Slot { name, kind: ParameterType::Rows, .. }) => Some((line.number, name.as_str())),
                _ => None,
            })
        })
    }

    /// The line of the file with a `{` that begins no place: one in quoted text. ClickHouse has places of its own, among them
    /// some that stand for names, and reads quotes its own way; so a statement of the warehouse has none.
    pub fn line_with_other_brace(&self) -> Option<usize> {
        let has_brace = |piece: &Piece| matches!(piece, Piece::Sql(sql) if sql.contains('{'));
        self.lines.iter().find(|line| line.pieces.iter().any(has_brace)).map(|line| line.number)
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

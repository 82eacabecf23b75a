//! The examination of a declared statement, before it is ever run.
//!
//! The engine decides. Each text that a request could run, in every shape that its lines allow, is shown to the engine
//! that will run it ([`questions`]), and what the engine says that it touches is held against what the component was
//! given ([`verdict`]). A parser reads it first ([`relations`]): for sentences with file and line, and for the texts of
//! the engine that this deployment does not have. Where the parser and the engine see different tables or columns, the
//! text is refused with both readings.
//!
//! To allow one more function or table function: `functions`.

mod examination;
mod examples;
mod functions;
mod kind;
mod place;
mod questions;
mod readers;
mod relations;
mod shapes;
mod text;
mod verdict;

pub(in crate::capabilities) use examination::Examination;
pub use examination::StatementRefusal;
pub use questions::{ExaminationError, Questions};
pub(in crate::capabilities) use shapes::every_shape;

use crate::capabilities::language::Language;
use examination::Finding;
use quarry_statement::{Dialect, Statement};
use quarry_stores::app::AppStoreDialect;
use sqlparser::dialect::{ClickHouseDialect, Dialect as ParserDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::{Parser, ParserError};
use std::collections::BTreeSet;

/// Raise it whenever the examination of texts refuses more than before: a component that was found good is then examined
/// again, with the tables that it has made. 2: the engines themselves are asked. 3: statements of routes are held to tenants. 4: tables are
/// given by verb, those of people's secrets to nobody; a GET reads unless it says why it writes; guards, and what keeps an account, read.
/// 5: no rows are changed through a view; what the host asks for itself has one shape. 6: a row of others has the number that the store gives;
/// rows of append-only tables are neither changed nor deleted.
pub const EXAMINATION_VERSION: u32 = 6;

/// The deepest nesting of a statement.
const MAX_DEPTH: usize = 40;

impl Examination<'_> {
    /// Checks every shape that the statement's lines allow, and gives the tables of all of them.
    pub(super) fn examine(
        &self,
        file: &str,
        language: Language,
        statement: &Statement,
    ) -> Result<BTreeSet<String>, StatementRefusal> {
        let mut tables = BTreeSet::new();
        let refused = |line, reason| StatementRefusal { file: file.to_owned(), line, reason };
        for shape in every_shape(statement) {
            // Written with numbered parameters whatever the store: the text around them is the same, and every dialect of
            // the parser reads `$1`, while none reads ClickHouse's `{name:Type}`.
            let rendered = shape.render(Dialect::Numbered);
            let (read, _) = self
                .examine_text(language, &rendered.sql)
                .map_err(|finding| refused(rendered.line_of_file(finding.line as usize), finding.reason))?;
            tables.extend(read);
        }
        Ok(tables)
    }

    /// The tables that the parser sees in one text, and those of them whose rows it changes.
    fn examine_text(&self, language: Language, sql: &str) -> Result<(BTreeSet<String>, BTreeSet<String>), Finding> {
        text::check(sql)?;
        let dialect: Box<dyn ParserDialect> = match language {
            Language::ClickHouse => Box::new(ClickHouseDialect {}),
            Language::AppStore(AppStoreDialect::Sqlite) => Box::new(SQLiteDialect {}),
            Language::AppStore(AppStoreDialect::Postgres) => Box::new(PostgreSqlDialect {}),
        };
        let parsed = Parser::new(&*dialect)
            .with_recursion_limit(MAX_DEPTH)
            .try_with_sql(sql)
            .and_then(|mut parser| parser.parse_statements())
            .map_err(unreadable)?;
        let [statement] = parsed.as_slice() else {
            return Err(Finding::new(0, format!("a statement is one statement, and these are {}", parsed.len())));
        };
        kind::check(language.store(), statement)?;
        relations::check(self, language.store(), statement)
    }
}

/// `… at Line: 3, Column: 14` → the line and the sentence before it.
fn unreadable(error: ParserError) -> Finding {
    let message = match error {
        ParserError::TokenizerError(message) | ParserError::ParserError(message) => message,
        ParserError::RecursionLimitExceeded => format!("it nests deeper than {MAX_DEPTH}"),
    };
    let (reason, place) = message.rsplit_once(" at Line: ").unwrap_or((&message, ""));
    let line = place.split(',').next().and_then(|line| line.trim().parse().ok()).unwrap_or(0);
    Finding::new(line, format!("the host cannot read it, so it cannot tell what it asks for: {reason}"))
}

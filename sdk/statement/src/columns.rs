//! The names of the columns that a statement answers with, read off its text.
//!
//! Two texts of one statement must answer alike. Names that an engine makes up (`count(*)` is `count` on PostgreSQL and
//! `count(*)` on SQLite) and `*` (whatever the table has today) are refused, so that what is compared is what comes.

use crate::{Dialect, Statement};
use sqlparser::ast::{Expr, Query, SelectItem, SetExpr, Statement as Parsed};
use sqlparser::dialect::{ClickHouseDialect, Dialect as ParserDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;
use thiserror::Error;

/// An engine of the app store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppStoreDialect {
    Sqlite,
    Postgres,
}

impl AppStoreDialect {
    pub const ALL: [AppStoreDialect; 2] = [AppStoreDialect::Sqlite, AppStoreDialect::Postgres];

    /// The word in the name of a file: `name.sqlite.sql`.
    pub fn word(self) -> &'static str {
        match self {
            AppStoreDialect::Sqlite => "sqlite",
            AppStoreDialect::Postgres => "postgres",
        }
    }

    fn parser(self) -> &'static dyn ParserDialect {
        match self {
            AppStoreDialect::Sqlite => &SQLiteDialect {},
            AppStoreDialect::Postgres => &PostgreSqlDialect {},
        }
    }
}

/// The reason why the columns cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ColumnsError {
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    #[error("`{0}` has no name of its own: write `… AS name`")]
    Unnamed(String),
    #[error("`{0}` names no columns: write them out")]
    Wildcard(String),
}

/// The columns in the order in which they come: one list for each order of the statement, or one for all. A statement
/// that answers with no rows has none.
pub fn output_columns(statement: &Statement, engine: AppStoreDialect) -> Result<Vec<Vec<String>>, ColumnsError> {
    let of = |order| {
        let rendered = statement.render(Dialect::Numbered, order, |_| true, false);
        columns_of(&rendered.sql, engine.parser())
    };
    match statement.orders().len() {
        0 => Ok(vec![of(None)?]),
        _ => statement.orders().map(|order| of(Some(order))).collect(),
    }
}

/// The columns of a statement of the warehouse, in one of its orders, with all of its optional lines.
pub fn warehouse_columns(statement: &Statement, order: Option<&str>) -> Result<Vec<String>, ColumnsError> {
    // Every dialect of the parser reads `$1`, and none ClickHouse's `{name:Type}`.
    let rendered = statement.render(Dialect::Numbered, order, |_| true, false);
    columns_of(&rendered.sql, &ClickHouseDialect {})
}

/// The columns of one rendered text with numbered parameters: of an engine of the app store, or, without one, of the
/// warehouse.
pub fn columns_of_text(sql: &str, engine: Option<AppStoreDialect>) -> Result<Vec<String>, ColumnsError> {
    columns_of(sql, engine.map_or(&ClickHouseDialect {}, AppStoreDialect::parser))
}

fn columns_of(sql: &str, dialect: &dyn ParserDialect) -> Result<Vec<String>, ColumnsError> {
    let parsed = Parser::parse_sql(dialect, sql).map_err(|error| ColumnsError::Unreadable(error.to_string()))?;
    let items: &[SelectItem] = match parsed.first() {
        Some(Parsed::Query(query)) => projection(query),
        Some(Parsed::Insert(insert)) => insert.returning.as_deref().unwrap_or_default(),
        Some(Parsed::Update(update)) => update.returning.as_deref().unwrap_or_default(),
        Some(Parsed::Delete(delete)) => delete.returning.as_deref().unwrap_or_default(),
        _ => &[],
    };
    items.iter().map(name_of).collect()
}

fn projection(query: &Query) -> &[SelectItem] {
    let mut body = &*query.body;
    loop {
        // The first part of a union names the columns of all.
        body = match body {
            SetExpr::Select(select) => return &select.projection,
            SetExpr::Query(query) => &query.body,
            SetExpr::SetOperation { left, .. } => left,
            _ => return &[],
        };
    }
}

fn name_of(item: &SelectItem) -> Result<String, ColumnsError> {
    match item {
        SelectItem::ExprWithAlias { alias, .. } => Ok(alias.value.clone()),
        SelectItem::UnnamedExpr(Expr::Identifier(name)) => Ok(name.value.clone()),
        SelectItem::UnnamedExpr(Expr::CompoundIdentifier(names)) if !names.is_empty() => {
            Ok(names[names.len() - 1].value.clone())
        }
        SelectItem::UnnamedExpr(other) => Err(ColumnsError::Unnamed(other.to_string())),
        other => Err(ColumnsError::Wildcard(other.to_string())),
    }
}

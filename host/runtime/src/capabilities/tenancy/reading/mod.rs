//! A statement's text, read for what it says of the rows of tenants.
//!
//! Conditions count where they decide which rows there are: joined by `AND` in a `WHERE`, in the `ON` of a join (of an outer
//! one for its own side alone), and in an `EXISTS` or `IN` among them. A subquery elsewhere is held by what it says itself.

mod duties;
mod duty;
mod queries;
mod reader;
mod terms;
mod writes;

use crate::capabilities::tenancy::facts::Facts;
use quarry_contract::TenantTable;
use quarry_statement::Rendered;
use quarry_stores::app::AppStoreDialect;
use reader::{Reader, Refusal};
use sqlparser::ast::Statement;
use sqlparser::dialect::{Dialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;
use std::collections::HashMap;

/// Checks that every row of a tenant that the text reaches is held.
pub(super) fn check(
    engine: AppStoreDialect,
    rendered: &Rendered,
    tables: &HashMap<String, TenantTable>,
) -> Result<(), Refusal> {
    let dialect: &dyn Dialect = match engine {
        AppStoreDialect::Sqlite => &SQLiteDialect {},
        AppStoreDialect::Postgres => &PostgreSqlDialect {},
    };
    let unreadable = || (1, "the host cannot read it, so it cannot tell whose rows it reaches".to_owned());
    let parsed = Parser::parse_sql(dialect, &rendered.sql).map_err(|_| unreadable())?;
    let [statement] = parsed.as_slice() else { return Err(unreadable()) };
    let mut reader = Reader {
        bindings: &rendered.bindings,
        tables,
        facts: Facts::default(),
        blocks: Vec::new(),
        made: Vec::new(),
        duties: Vec::new(),
    };
    reader.statement(statement);
    reader.conclude()
}

impl Reader<'_> {
    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Query(query) => drop(self.query(query)),
            Statement::Insert(insert) => self.insert(insert),
            Statement::Update(update) => self.update(update),
            Statement::Delete(delete) => self.delete(delete),
            // No other is let in.
            _ => {}
        }
    }
}

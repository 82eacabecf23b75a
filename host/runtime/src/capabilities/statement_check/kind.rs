//! The kind of a statement: a query, or, for the app store, a change of rows.

use super::examination::Finding;
use quarry_contract::Store;
use sqlparser::ast::{Spanned, Statement};

pub(super) fn check(store: Store, statement: &Statement) -> Result<(), Finding> {
    let line = statement.span().start.line;
    match (store, statement) {
        (_, Statement::Query(_)) => Ok(()),
        // A row that is replaced is deleted, which the statement does not say and the engine does not report.
        (Store::AppStore, Statement::Insert(insert)) if insert.or.is_some() || insert.replace_into => {
            Err(Finding::new(line, "write INSERT … ON CONFLICT in the place of REPLACE and INSERT OR …"))
        }
        (Store::AppStore, Statement::Update(update)) if update.or.is_some() => {
            Err(Finding::new(line, "write UPDATE in the place of UPDATE OR …"))
        }
        (Store::AppStore, Statement::Insert(_) | Statement::Update(_) | Statement::Delete(_)) => Ok(()),
        (Store::Warehouse, _) => Err(Finding::new(line, "a warehouse statement is one SELECT, with its WITH")),
        (Store::AppStore, _) => {
            Err(Finding::new(line, "an app-store statement is one SELECT, INSERT, UPDATE or DELETE"))
        }
    }
}

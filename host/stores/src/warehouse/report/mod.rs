//! The report of ClickHouse's analyzer on a query, before it is run.
//!
//! Two questions. The first asks for the tree as it was written ([`unresolved`]): which names stand where tables do, which
//! functions are called. Resolving would run scalar subqueries and constant functions, so a text that names anything that
//! its component may not use is answered now. The second asks what the names are ([`resolved`]).
//!
//! Always true here: a form that is not known is refused; no value of a constant leaves this module, whatever is refused.

mod error;
mod functions;
mod outline;
mod question;
mod resolved;
mod table_functions;
mod text;
mod unresolved;

pub use error::ReportError;
pub use functions::{is_computing_function, is_judged_function};

use self::unresolved::Unresolved;
use super::row_binary::DecodeError;
use super::{QuerySettings, Warehouse, WarehouseError};
use crate::report::Report;
use crate::result_set::{Column, Value};
use std::collections::BTreeSet;
use std::time::Duration;

/// For what is asked of the catalogue.
const BOUNDS: QuerySettings =
    QuerySettings { deadline: Duration::from_secs(10), max_rows: 10_000, max_memory_bytes: 256 << 20, readonly: true };

impl Warehouse {
    /// Tells what the query would touch, without running it. `is_given` says by the plain name which tables may be resolved:
    /// a query that names others is answered with their names before anything of it is resolved. `params` are examples of
    /// the right types.
    pub async fn report(
        &self,
        sql: &str,
        params: &[(String, Value)],
        is_given: &(dyn Fn(&str) -> bool + Send + Sync),
    ) -> Result<Report, ReportError> {
        text::check(sql, params)?;
        let tree = self.unresolved_tree(sql, params).await?;
        let unresolved = Unresolved::read(&tree).ok_or_else(|| ReportError::Refused {
            line: None,
            reason: "a warehouse statement is one SELECT, with its WITH".to_owned(),
        })?;
        let (made, tables): (BTreeSet<_>, BTreeSet<_>) =
            unresolved.tables.iter().cloned().partition(|name| unresolved.made.contains(name));
        let made = made.into_iter().filter(|name| !is_given(name)).collect();
        let mut report = Report { tables, functions: unresolved.functions.clone(), ..Report::default() };
        report.forbidden.clone_from(&unresolved.forbidden);
        // `WITH RECURSIVE t AS (SELECT * FROM t)` reads the table t: a WITH may not be called as a table that is not given.
        report.tables.extend(self.existing_tables(made).await?);
        let is_good = report.forbidden.is_empty() && report.tables.iter().all(|name| is_given(name));
        if is_good {
            let tree = self.resolved_tree(sql, params).await?;
            resolved::read(&tree, self.database(), &unresolved, &mut report);
        }
        Ok(report)
    }

    /// A digest of what its answers to [`Warehouse::report`] depend on, beside the question: its version, and the tables
    /// and columns of the database.
    pub async fn form(&self) -> Result<String, WarehouseError> {
        const FORM: &str = "SELECT toString(sipHash64(version(), groupArray((table, name, type)))) AS form FROM (
            SELECT table, name, type FROM system.columns WHERE database = currentDatabase() ORDER BY table, position)";
        let rows = self.query(FORM, &[], BOUNDS).await?.rows;
        match rows.columns.first().filter(|_| rows.row_count == 1).map(|column| column.value(0)) {
            Some(Value::Text(form)) => Ok(form),
            _ => Err(DecodeError::InvalidValue { column: "form".to_owned() }.into()),
        }
    }

    /// Those of the names that are tables of the warehouse.
    async fn existing_tables(&self, names: BTreeSet<String>) -> Result<Vec<String>, ReportError> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let params = [("names".to_owned(), Value::TextList(names.into_iter().collect()))];
        let sql = "SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN {names:Array(String)}";
        let rows = self.query(sql, &params, BOUNDS).await?.rows;
        let text = |value| if let Value::Text(name) = value { Some(name) } else { None };
        let of_column = |column: &Column| (0..rows.row_count).filter_map(|row| text(column.value(row))).collect();
        Ok(rows.columns.first().map_or_else(Vec::new, of_column))
    }
}

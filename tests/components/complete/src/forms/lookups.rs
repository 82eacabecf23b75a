//! Rows of people that outlive their accounts.

use quarry_sdk::prelude::*;

statement!(app_store, CountLookup, "sql/count_lookup.sql");
statement!(app_store, ExportLookups, "sql/export_lookups.sql");

#[derive(Schema)]
pub struct Lookup {
    #[schema(example = 1)]
    pub lookups: i64,
}

#[derive(Schema)]
pub struct Counted {
    #[schema(rows = CountLookup)]
    pub lookup: Lookup,
}

/// Counts that somebody looked
#[endpoint(post = "/complete/lookups", key = "research:write", cache = no_store, body = Counted)]
pub fn count_lookup() -> Result<Answer, Problem> {
    Ok(Answer::object().row("lookup", CountLookup {}.query()?).into())
}

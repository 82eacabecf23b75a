//! A question that takes its store minutes.

use quarry_sdk::prelude::*;

statement!(app_store, CountSlowly, "sql/count_slowly.sql");

/// What it is asked with. It is required and has no example, so that no self-test waits for it.
#[derive(Parameters)]
pub struct Meant {
    /// Whether it is meant.
    #[expect(dead_code, reason = "being there is all it is for")]
    meant: bool,
}

/// How far it came.
#[derive(Schema)]
pub struct Counted {
    /// Rows of the answer.
    pub rows: u64,
}

/// Counts for minutes
#[endpoint(get = "/notebook/slow", key = "read", cache = no_store, body = Counted, statements = [CountSlowly])]
pub fn count_notebook_slowly(_request: &Request, _query: Meant) -> Result<Answer, Problem> {
    let rows = (CountSlowly {}).query()?.row_count();
    Ok(Answer::object().member("rows", &rows).into())
}

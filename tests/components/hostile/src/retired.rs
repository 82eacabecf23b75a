//! An operation that is to be retired, with pages, so that its `Link` has two things to say.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectNumbers, "sql/numbers.sql");

#[derive(Schema)]
pub struct Number {
    /// A number.
    pub number: u64,
}

#[derive(Schema)]
pub struct Numbers {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Ascending.
    pub numbers: Vec<Number>,
}

/// Numbers that nobody needs any more
#[endpoint(
    get = "/hostile/retired",
    keyless,
    paged,
    body = Numbers,
    deprecated(since = "2026-01-01", sunset = "2026-07-01", successor = "/hostile/remember"),
)]
pub fn list_retired() -> Result<Answer, Problem> {
    Ok(Answer::object().page("numbers", (SelectNumbers {}).query()?).into())
}

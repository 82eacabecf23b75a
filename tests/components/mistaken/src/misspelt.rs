//! `GET /mistaken`.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectMisspelt, "sql/misspelt.sql");

/// An answer that is never given.
#[derive(Schema)]
pub struct Mistaken {
    #[schema(example = 1)]
    pub rows: u64,
}

/// List things that do not exist
#[endpoint(get = "/mistaken", keyless, cache = no_store, body = Mistaken)]
pub fn list_mistaken() -> Result<Answer, Problem> {
    Ok(Answer::object().rows("rows", SelectMisspelt { chain_id: 1 }.query()?).into())
}

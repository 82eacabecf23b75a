//! `GET /mistaken`.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectMisspelt, "sql/misspelt.sql");

/// Never answered.
#[derive(Schema)]
pub struct Mistaken {
    #[schema(example = 1)]
    pub rows: u64,
}

/// What is not there
#[endpoint(get = "/mistaken", keyless, cache = no_store, body = Mistaken)]
pub fn list_mistaken() -> Result<Answer, Problem> {
    Ok(Answer::object().rows("rows", SelectMisspelt { chain_id: 1 }.query()?).into())
}

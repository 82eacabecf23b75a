//! The chain that an answer is about, when the request may leave that open.

use quarry_sdk::prelude::*;

/// The chain of an answer.
pub struct Place {
    /// Its slug, or its id where it has none.
    pub chain: String,
    pub chain_id: u64,
    /// The row that belongs to it.
    pub row: usize,
}

/// The one chain among `rows`, which have the columns `_chain` and `_chain_id`; `None` when there is no row. When there
/// are several, the request has to say which one: 422 that names them. `subject` begins that sentence.
pub fn only_chain(rows: &ResultSet, subject: &str) -> Result<Option<Place>, Problem> {
    match rows.row_count() {
        0 => Ok(None),
        1 => Ok(place(rows, 0)),
        several => {
            let chains = (0..several).filter_map(|row| rows.text(row, "_chain")).collect();
            Err(Problem::several_chains(subject, chains))
        }
    }
}

fn place(rows: &ResultSet, row: usize) -> Option<Place> {
    let chain_id = rows.integer(row, "_chain_id").and_then(|id| u64::try_from(id).ok())?;
    Some(Place { chain: rows.text(row, "_chain")?, chain_id, row })
}

/// The part of a refusal that names the chain that was asked for.
pub fn on_chain(chain: Option<Chain>) -> String {
    chain.map(|chain| format!(" on chain {}", chain.0)).unwrap_or_default()
}

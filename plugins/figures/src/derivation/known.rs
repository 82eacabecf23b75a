//! The names in a request, held against what there is: columns, chains, pools.

use quarry_dataset_catalogue::{KnownChain, KnownNames, Selection};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectPoolChains, "src/derivation/pool_chains.sql", pool: Address);

/// A catalogue drops names that a dataset does not have. What is cited is exactly what was asked for.
pub(crate) fn refuse_unknown_columns(selection: &Selection) -> Result<(), Problem> {
    let unknown = selection.dropped_columns.iter().take(10).map(|name| format!("`{name:.100}`")).collect::<Vec<_>>();
    match unknown.is_empty() {
        true => Ok(()),
        false => {
            let known = selection.dataset.columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ");
            let sentence =
                format!("The dataset {} has no column {}: it has {known}.", selection.dataset.key, unknown.join(", "));
            Err(Problem::invalid_field("columns", sentence))
        }
    }
}

/// The chain of that slug or number.
pub fn known_chain(word: &str, field: &str) -> Result<KnownChain, Problem> {
    known_chain_among(&KnownNames::default(), word, field)
}

/// The same, of names that were asked for before.
pub(crate) fn known_chain_among(known: &KnownNames, word: &str, field: &str) -> Result<KnownChain, Problem> {
    let asked = word.trim().to_ascii_lowercase();
    let chains = known.chains()?;
    let found = chains.iter().find(|chain| chain.slug == asked || chain.chain_id.to_string() == asked);
    found.cloned().ok_or_else(|| Problem::invalid_field(field, KnownChain::none_of(chains, word)))
}

/// The chain of a pool: the one that is asked for, or the only one that has it.
pub(crate) fn chain_of(pool: &Address, asked: Option<String>) -> Result<String, Problem> {
    let asked = asked.as_deref().map(|word| known_chain(word, "chain")).transpose()?;
    let rows = SelectPoolChains { pool: pool.clone() }.query()?;
    let chains: Vec<String> = (0..rows.row_count()).filter_map(|row| rows.text(row, "chain")).collect();
    match (asked.map(|chain| chain.word()), chains.as_slice()) {
        (Some(asked), chains) if chains.contains(&asked) => Ok(asked),
        (None, [only]) => Ok(only.clone()),
        (None, [_, _, ..]) => {
            Err(Problem::several_chains_for_field(format_args!("The pool {}", pool.to_hex()), chains))
        }
        (asked, _) => {
            let of_chain = asked.map(|chain| format!(" on {chain}")).unwrap_or_default();
            let sentence = format!("No pool {} is tracked{of_chain}: GET /pairs lists those that are.", pool.to_hex());
            Err(Problem::invalid_field("pool", sentence))
        }
    }
}

//! Deriving one field of a transaction. Its names and statements are those of `quarry-transaction-fields`.

use crate::derivation::derived::Derived;
use quarry_dataset_catalogue::KnownChain;
use quarry_sdk::prelude::*;
pub use quarry_transaction_fields::{CitableField, CitableLog, Place, logs, own, places};
use std::collections::BTreeMap;

/// The chain of a transaction: the one that is asked for, or the only one that has it.
pub fn chain_of(transaction: &Hash, asked: Option<KnownChain>) -> Result<KnownChain, Problem> {
    let found = places(transaction, asked.as_ref().map(|chain| chain.chain_id))?;
    match found.as_slice() {
        [] => {
            let sentence = format!("No transaction {} is known{}.", transaction.to_hex(), on(asked.as_ref()));
            Err(Problem::invalid_field("transaction_hash", sentence))
        }
        [only] => Ok(KnownChain { chain_id: only.chain_id, slug: only.slug.clone() }),
        several => {
            let chains = several.iter().map(Place::chain).collect();
            Err(Problem::several_chains_for_field(format_args!("The transaction {}", transaction.to_hex()), chains))
        }
    }
}

fn on(chain: Option<&KnownChain>) -> String {
    chain.map(|chain| format!(" on {}", chain.word())).unwrap_or_default()
}

/// The value of one field, as the data have it now.
pub fn derive(chain: &KnownChain, transaction: &Hash, field: &str) -> Result<Derived, Problem> {
    let nothing = Derived { value: None, rows: 0, as_of: None, blocks: BTreeMap::new(), newest_entry: None };
    let found = places(transaction, Some(chain.chain_id))?;
    let Some(place) = found.first() else { return Ok(nothing) };
    let index = field.strip_prefix("logs.").and_then(|rest| rest.split_once('.')).map(|(index, _)| index);
    let (fields, as_of) = match index.map(str::parse) {
        Some(Ok(index)) => {
            let (logs, at) = logs(transaction, place, index, 1)?;
            let of_log = logs.into_iter().filter(|log| log.log_index == index).flat_map(|log| log.fields);
            (of_log.collect::<Vec<_>>(), at)
        }
        _ => own(transaction, place)?,
    };
    let value = fields.into_iter().find(|known| known.field == field).and_then(|known| known.value);
    Ok(Derived {
        rows: u64::from(value.is_some()),
        value,
        as_of,
        blocks: BTreeMap::from([(place.chain_id, place.block_number)]),
        newest_entry: None,
    })
}

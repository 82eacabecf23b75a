//! Computing a figure for the first time: open ends are frozen before it is hashed.

use crate::canonical::{canonical, sha256};
use crate::cited::{CitationKind, Cited, CitedParameters};
use crate::derivation::Subject;
use crate::derivation::derived::Derived;
use quarry_dataset_catalogue::{Filter, Filters, Frozen, FrozenBy, KnownChain, Selection};
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

/// A figure, and what is kept of it.
pub struct Figure {
    pub cited: Cited,
    /// The hashed text, byte for byte.
    pub canonical: String,
    pub hash: Hash,
    pub derived: Derived,
    /// The chain; none where the figure is of several chains or of none.
    pub chain_id: Option<i64>,
}

/// Computes it now. 422 where there is nothing to compute it of.
pub fn derive(kind: CitationKind, subject: &Subject) -> Result<Figure, Problem> {
    let frozen = match subject.selection() {
        Some(selection) => Frozen::now(selection)?,
        None => Frozen::default(),
    };
    let derived = subject.derive(&frozen)?;
    let Some(value) = derived.value.clone() else { return Err(nothing_to_cite(subject)) };
    let mut cited = Cited {
        kind: kind.word().to_owned(),
        dataset: None,
        pool: None,
        parameters: CitedParameters::default(),
        value: Some(value),
        as_of_block: None,
        as_of_blocks: None,
    };
    let chain_id = match subject {
        Subject::Figure { selection, aggregate, column } => {
            cited.dataset = Some(selection.dataset.key.to_owned());
            cited.parameters.aggregate = Some(aggregate.word().to_owned());
            cited.parameters.column = column.map(|column| column.name.to_owned());
            freeze(&mut cited, selection, &frozen, &derived)?;
            selection.chain_id()
        }
        Subject::Rows { selection, pool } => {
            match pool {
                Some(pool) => cited.pool = Some(pool.to_hex()),
                None => cited.dataset = Some(selection.dataset.key.to_owned()),
            }
            cited.parameters.columns = Some(selection.columns.iter().map(|name| (*name).to_owned()).collect());
            freeze(&mut cited, selection, &frozen, &derived)?;
            if pool.is_some() {
                cited.parameters.filters.addresses = None;
            }
            selection.chain_id()
        }
        Subject::Field { chain, transaction, field } => {
            cited.parameters.transaction_hash = Some(transaction.to_hex());
            cited.parameters.field = Some(field.clone());
            cited.parameters.filters.chain = Some(chain.word());
            cited.as_of_block = derived.blocks.get(&chain.chain_id).copied();
            Some(chain.chain_id)
        }
    };
    let canonical = canonical(&cited.json())?;
    let hash = sha256(&canonical);
    Ok(Figure { cited, canonical, hash, derived, chain_id: chain_id.and_then(|id| i64::try_from(id).ok()) })
}

/// Closes an open range: at the newest row that was taken in, or without any row at the newest data.
fn freeze(cited: &mut Cited, selection: &Selection, frozen: &Frozen, derived: &Derived) -> Result<(), Problem> {
    let parameters = &mut cited.parameters;
    // The period has its own place.
    parameters.filters = Filters { period: None, ..selection.filters.clone() };
    parameters.period = selection.period.map(str::to_owned);
    let blocks = if derived.blocks.is_empty() { frozen.newest_blocks() } else { derived.blocks.clone() };
    match selection.dataset.frozen_by() {
        FrozenBy::Blocks => {}
        FrozenBy::Ends => parameters.until = derived.as_of.or(frozen.last_end()),
        FrozenBy::Numbers => parameters.newest_entry = derived.newest_entry.or(frozen.newest_entry),
        FrozenBy::Nothing => return Ok(()),
    }
    // Rows without a time are left out where a first day is named, so a last day leaves no further ones out.
    if selection.dataset.takes(Filter::DateTo)
        && parameters.filters.date_from.is_some()
        && let (None, Some(as_of)) = (&parameters.filters.date_to, derived.as_of)
    {
        parameters.filters.date_to = Some(as_of.day());
    }
    if selection.dataset.frozen_by() == FrozenBy::Numbers {
        return Ok(());
    }
    match selection.chain_id() {
        Some(chain_id) => cited.as_of_block = blocks.get(&chain_id).copied(),
        None => {
            let known = KnownChain::known()?;
            let word = |chain_id: &u64| {
                let found = known.iter().find(|chain| chain.chain_id == *chain_id);
                found.map_or_else(|| chain_id.to_string(), KnownChain::word)
            };
            let named = blocks.iter().map(|(chain_id, block)| (word(chain_id), *block));
            cited.as_of_blocks = Some(named.collect::<BTreeMap<_, _>>());
        }
    }
    Ok(())
}

fn nothing_to_cite(subject: &Subject) -> Problem {
    let sentence = match subject {
        Subject::Field { transaction, field, .. } => {
            format!("The transaction {} has no field `{field:.200}` with a value.", transaction.to_hex())
        }
        Subject::Figure { .. } => "No row has a value that this could be computed of: widen the filters.".to_owned(),
        Subject::Rows { .. } => "No row matches: widen the filters.".to_owned(),
    };
    Problem::new(422, "nothing_to_cite", sentence)
}

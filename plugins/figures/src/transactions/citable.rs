//! Fields of a transaction that can be cited.

use crate::transactions::fields::{self, CitableField, CitableLog, Place};
use quarry_sdk::prelude::*;

/// Logs that an answer shows at most.
const MOST_LOGS: u64 = 500;

/// The fields of a transaction that can be cited.
#[derive(Schema, Serialize)]
pub struct CitableFields {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    #[schema(example = 1)]
    pub chain_id: u64,
    pub transaction_hash: Hash,
    /// The transaction's block.
    #[schema(example = 23_479_210)]
    pub as_of_block: u64,
    /// The time of its block; null until the block is known.
    pub as_of: Option<Time>,
    /// Fields of the transaction itself; none where its logs alone are known.
    pub fields: Vec<CitableField>,
    /// The logs, by their index, at most 500.
    pub logs: Vec<CitableLog>,
    /// The index at which the next logs begin, for `log_from`; null behind the last one.
    #[schema(example = 641)]
    pub next_log: Option<u64>,
}

/// Reads what can be cited of a transaction, with its logs from that index in the block on. 404 where no chain has it, 422 where several do
/// and none is named.
pub fn citable_fields(hash: Hash, chain: Option<Chain>, log_from: Option<i64>) -> Result<CitableFields, Problem> {
    let found = fields::places(&hash, chain.map(|chain| chain.0))?;
    let place = match found.as_slice() {
        [] => return Err(Problem::not_found(format!("No transaction {} is known here.", hash.to_hex()))),
        [only] => only,
        several => {
            let chains = several.iter().map(Place::chain).collect();
            return Err(Problem::several_chains(format_args!("The transaction {}", hash.to_hex()), chains));
        }
    };
    let first_log = log_from.unwrap_or_default().unsigned_abs();
    let (own, own_time) = fields::own(&hash, place)?;
    let (mut logs, log_time) = fields::logs(&hash, place, first_log, MOST_LOGS + 1)?;
    let next_log = logs.get(MOST_LOGS as usize).map(|log| log.log_index);
    logs.truncate(MOST_LOGS as usize);
    Ok(CitableFields {
        chain: place.chain(),
        chain_id: place.chain_id,
        transaction_hash: hash,
        as_of_block: place.block_number,
        as_of: own_time.or(log_time),
        fields: own,
        logs,
        next_log,
    })
}

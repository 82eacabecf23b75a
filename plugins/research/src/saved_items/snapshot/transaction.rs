//! The copy of a transaction: its fields and those of its logs by the names of citations, and what they were read of under `raw`.

use crate::saved_items::snapshot::{KnownChain, MOST_BYTES, MOST_LOGS, Snapshot, too_large};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Map, Value as Json};
use quarry_transaction_fields::{self as fields, CitableLog, Place};

statement!(warehouse, SelectSavedTransaction, "src/saved_items/snapshot/saved_transaction.sql", hash: Hash);
statement!(warehouse, SelectSavedLogSize, "src/saved_items/snapshot/saved_log_size.sql", hash: Hash);
statement!(warehouse, SelectSavedRawLogs, "src/saved_items/snapshot/saved_raw_logs.sql", hash: Hash);

#[derive(Row)]
struct RawTransaction {
    block_hash: String,
    input_bytes: u64,
    /// Null where the file did not say.
    input: Option<String>,
}

#[derive(Row)]
struct LogSize {
    logs: u64,
    data_bytes: u64,
    block_hash: String,
}

#[derive(Row)]
struct RawLog {
    log_index: u64,
    topic_count: u64,
    topic0: String,
    topic1: String,
    topic2: String,
    topic3: String,
    data: String,
}

/// Reads the transaction of that hash.
pub fn copy_of_transaction(hash: &Hash, chain: Option<&KnownChain>) -> Result<Snapshot, Problem> {
    let found = fields::places(hash, chain.map(|chain| chain.chain_id))?;
    let place = match found.as_slice() {
        [] => return Err(unknown(hash, chain)),
        [only] => only,
        several => {
            let chains = several.iter().map(Place::chain).collect();
            return Err(Problem::several_chains_for_field(format_args!("The transaction {}", hash.to_hex()), chains));
        }
    };
    let Place { chain_id, block_number, transaction_index, .. } = *place;
    let raw: Option<RawTransaction> =
        SelectSavedTransaction { chain_id, block_number, transaction_index, hash: hash.clone() }.one()?;
    let size: Option<LogSize> =
        SelectSavedLogSize { chain_id, block_number, transaction_index, hash: hash.clone() }.one()?;
    let size = size.unwrap_or(LogSize { logs: 0, data_bytes: 0, block_hash: String::new() });
    let bytes = 2 * (size.data_bytes + raw.as_ref().map_or(0, |raw| raw.input_bytes));
    if size.logs > MOST_LOGS || bytes > MOST_BYTES as u64 {
        return Err(too_large(format!("The transaction has {} logs and {bytes} bytes of hex", size.logs)));
    }
    let (own, own_time) = fields::own(hash, place)?;
    let (logs, log_time) = fields::logs(hash, place, 0, MOST_LOGS + 1)?;
    let raw_logs: Vec<RawLog> =
        SelectSavedRawLogs { chain_id, block_number, transaction_index, hash: hash.clone(), most: MOST_LOGS + 1 }
            .all()?;
    let block_hash = raw.as_ref().map(|raw| raw.block_hash.clone()).filter(|hash| !hash.is_empty());
    let block_hash = block_hash.unwrap_or_else(|| size.block_hash.clone());
    let same = |(log, raw): (&CitableLog, &RawLog)| log.log_index == raw.log_index;
    let is_whole =
        logs.len() == raw_logs.len() && logs.len() as u64 == size.logs && logs.iter().zip(&raw_logs).all(same);
    if !is_whole || own.is_empty() != raw.is_none() {
        let sentence = "The transaction was replaced in the warehouse while it was read: try again.";
        return Err(Problem::new(409, "block_replaced", sentence));
    }
    let mut content = Map::new();
    let known = |hash: &str| if hash.is_empty() { Json::Null } else { json!(hash) };
    content.insert("chain".to_owned(), json!(place.chain()));
    content.insert("chain_id".to_owned(), json!(chain_id.to_string()));
    content.insert("transaction_hash".to_owned(), json!(hash.to_hex()));
    content.insert("block_hash".to_owned(), known(&block_hash));
    content.insert("block_number".to_owned(), json!(block_number.to_string()));
    content.insert("transaction_index".to_owned(), json!(transaction_index.to_string()));
    content.insert("block_timestamp".to_owned(), json!(own_time.or(log_time)));
    content.extend(own.into_iter().map(|field| (field.field, json!(field.value))));
    content.insert("logs".to_owned(), Json::Object(logs.into_iter().map(decoded).collect()));
    let input = raw.and_then(|raw| raw.input);
    let raw_logs: Map<String, Json> = raw_logs.into_iter().map(RawLog::json).collect();
    content.insert("raw".to_owned(), json!({ "input": input, "logs": raw_logs }));
    Ok(Snapshot { chain_id, block_number, hash: hash.to_hex(), block_hash, content: Json::Object(content) })
}

fn unknown(hash: &Hash, chain: Option<&KnownChain>) -> Problem {
    let on = chain.map(|chain| format!(" on {}", chain.word)).unwrap_or_default();
    Problem::invalid_field("hash", format!("No transaction {} is known{on}.", hash.to_hex()))
}

/// A log by its index in the block, so that `logs.3.args.amount` leads to what citations call so.
fn decoded(log: CitableLog) -> (String, Json) {
    let prefix = format!("logs.{}.", log.log_index);
    let mut content = Map::new();
    content.insert("event".to_owned(), json!(log.event));
    content.insert("signature".to_owned(), json!(log.signature));
    let mut args = Map::new();
    for field in log.fields {
        let name = field.field.strip_prefix(&prefix).unwrap_or(&field.field);
        match name.strip_prefix("args.") {
            Some(argument) => args.insert(argument.to_owned(), json!(field.value)),
            None => content.insert(name.to_owned(), json!(field.value)),
        };
    }
    content.insert("args".to_owned(), Json::Object(args));
    (log.log_index.to_string(), Json::Object(content))
}

impl RawLog {
    fn json(self) -> (String, Json) {
        let topics = [self.topic0, self.topic1, self.topic2, self.topic3];
        let mut content = Map::new();
        for (number, topic) in topics.into_iter().enumerate().take(usize::try_from(self.topic_count).unwrap_or(4)) {
            content.insert(format!("topic{number}"), json!(topic));
        }
        content.insert("data".to_owned(), json!(self.data));
        (self.log_index.to_string(), Json::Object(content))
    }
}

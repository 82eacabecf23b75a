//! The logs of a range as they were received, held against those that are stored.

use std::collections::HashMap;

use alloy_primitives::B256;
use alloy_rpc_types_eth::Log;

use super::super::error::IngestError;
use super::super::replacement::OF_RANGE;
use super::super::session::Session;
use super::super::staging::BlockRange;
use super::fault::Fault;

/// How many logs of each transaction were received, by block.
#[derive(Debug, Clone, Default)]
pub(super) struct ReceivedLogs {
    counts: HashMap<(u64, B256), u64>,
}

impl ReceivedLogs {
    /// Counts the logs of a block. Leaves out what came twice, and refuses two logs of one place: neither can be told to be the other.
    pub(super) fn take(&mut self, block: u64, logs: Vec<Log>) -> Result<Vec<Log>, Fault> {
        let mut places: HashMap<(Option<u64>, Option<u64>), usize> = HashMap::with_capacity(logs.len());
        let mut taken: Vec<Log> = Vec::with_capacity(logs.len());
        for log in logs {
            match places.get(&(log.transaction_index, log.log_index)) {
                Some(&place) if taken[place] == log => continue,
                Some(_) => return Err(Fault::OnePlace { block }),
                None => {}
            }
            places.insert((log.transaction_index, log.log_index), taken.len());
            *self.counts.entry((block, log.transaction_hash.unwrap_or_default())).or_default() += 1;
            taken.push(log);
        }
        Ok(taken)
    }

    /// The lowest block of the range of which a transaction has fewer logs in the store than were received.
    pub(super) async fn lowest_lost(&self, session: &Session, range: BlockRange) -> Result<Option<u64>, IngestError> {
        if self.counts.is_empty() {
            return Ok(None);
        }
        let sql = format!(
            "SELECT block_number, lower(hex(transaction_hash)), count() FROM logs FINAL WHERE {OF_RANGE} \
             GROUP BY block_number, transaction_hash"
        );
        let rows = session.rows("counting the logs that were stored", &sql, &range.parameters()).await?;
        let mut stored = HashMap::with_capacity(rows.count());
        for row in 0..rows.count() {
            stored.insert((rows.number(row, 0)?, rows.text(row, 1)?), rows.number(row, 2)?);
        }
        let is_lost = |block: u64, transaction: &B256, count: u64| {
            stored.get(&(block, const_hex::encode(transaction))).is_none_or(|stored| *stored < count)
        };
        let lost = self.counts.iter().filter(|((block, transaction), count)| is_lost(*block, transaction, **count));
        Ok(lost.map(|((block, _), _)| *block).min())
    }
}

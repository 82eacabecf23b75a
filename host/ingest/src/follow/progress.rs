//! The progress of a chain, as the warehouse's table `followed_chains` keeps it.

use jiff::Timestamp;

use super::super::error::IngestError;
use super::super::session::Session;
use super::wire::RpcHeader;
use quarry_stores::result_set::Value;

const OPERATION: &str = "keeping how far a chain is followed";

/// The row of one chain. Ranges are half open: `next_block` is the first that is not loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FollowProgress {
    pub(super) chain_id: u64,
    pub(super) first_block: u64,
    pub(super) next_block: u64,
    pub(super) touched_before: u64,
    pub(super) head_block: u64,
    /// Seconds since 1970, as the next one.
    pub(super) head_at: u64,
    pub(super) head_seen_at: u64,
    pub(super) finality_depth: u64,
    pub(super) problem: String,
    version: u64,
}

impl FollowProgress {
    /// A chain that begins at `first_block`.
    pub(super) fn beginning(chain_id: u64, first_block: u64, finality_depth: u64) -> FollowProgress {
        FollowProgress {
            chain_id,
            first_block,
            next_block: first_block,
            touched_before: first_block,
            head_block: 0,
            head_at: 0,
            head_seen_at: 0,
            finality_depth,
            problem: String::new(),
            version: 0,
        }
    }

    /// The newest loaded block; `None` before the first.
    pub(super) fn tip(&self) -> Option<u64> {
        (self.next_block > self.first_block).then(|| self.next_block - 1)
    }

    /// Takes down the server's newest block.
    pub(super) fn saw_head(&mut self, head: &RpcHeader, now: Timestamp) {
        self.head_block = head.inner.number;
        self.head_at = head.inner.timestamp;
        self.head_seen_at = u64::try_from(now.as_second()).unwrap_or_default();
    }

    /// The stored row of a chain.
    pub(super) async fn read(session: &Session, chain_id: u64) -> Result<Option<FollowProgress>, IngestError> {
        let sql = "SELECT first_block, next_block, touched_before, head_block, toUInt64(toUnixTimestamp(head_at)), \
                   toUInt64(toUnixTimestamp(head_seen_at)), finality_depth, version, problem \
                   FROM followed_chains FINAL WHERE chain_id = {chain_id:UInt64}";
        let rows = session.rows(OPERATION, sql, &[("chain_id", Value::UInt64(chain_id))]).await?;
        if rows.count() == 0 {
            return Ok(None);
        }
        Ok(Some(FollowProgress {
            chain_id,
            first_block: rows.number(0, 0)?,
            next_block: rows.number(0, 1)?,
            touched_before: rows.number(0, 2)?,
            head_block: rows.number(0, 3)?,
            head_at: rows.number(0, 4)?,
            head_seen_at: rows.number(0, 5)?,
            finality_depth: rows.number(0, 6)?,
            version: rows.number(0, 7)?,
            problem: rows.text(0, 8)?,
        }))
    }

    /// Stores the row over the earlier one.
    pub(super) async fn save(&mut self, session: &Session, now: Timestamp) -> Result<(), IngestError> {
        self.version = next_version(self.version, now);
        let sql = "INSERT INTO followed_chains (chain_id, first_block, next_block, touched_before, head_block, head_at, \
                   head_seen_at, finality_depth, problem, version) SELECT {chain_id:UInt64}, {first_block:UInt64}, \
                   {next_block:UInt64}, {touched_before:UInt64}, {head_block:UInt64}, \
                   toDateTime({head_at:UInt64}, 'UTC'), toDateTime({head_seen_at:UInt64}, 'UTC'), \
                   {finality_depth:UInt64}, {problem:String}, {version:UInt64}";
        let parameters = [
            ("chain_id", Value::UInt64(self.chain_id)),
            ("first_block", Value::UInt64(self.first_block)),
            ("next_block", Value::UInt64(self.next_block)),
            ("touched_before", Value::UInt64(self.touched_before)),
            ("head_block", Value::UInt64(self.head_block)),
            ("head_at", Value::UInt64(self.head_at)),
            ("head_seen_at", Value::UInt64(self.head_seen_at)),
            ("finality_depth", Value::UInt64(self.finality_depth)),
            ("problem", Value::Text(self.problem.clone())),
            ("version", Value::UInt64(self.version)),
        ];
        session.execute(OPERATION, sql, &parameters).await
    }
}

/// Above the last one even where the clock was set back.
pub(super) fn next_version(last: u64, now: Timestamp) -> u64 {
    u64::try_from(now.as_microsecond()).unwrap_or_default().max(last + 1)
}

//! The newest blocks of the chains, the heads of those that are followed, and what became of recent logs.

use crate::status_probe::warehouse_answer::{Answer, ask};
use quarry_stores::result_set::Value;
use quarry_stores::warehouse::{Warehouse, WarehouseError};

const HEADS: &str = include_str!("sql/chain_heads.sql");
const COVERAGE: &str = include_str!("sql/decode_coverage.sql");
/// The number of blocks that count as recent: a few hours of Ethereum, and few enough rows to be counted each minute.
const RECENT_BLOCKS: u64 = 1_000;

/// The newest ingested block of a chain.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ChainHead {
    pub(super) chain: String,
    pub(super) chain_id: u64,
    pub(super) latest_block: u64,
    /// Microseconds since the epoch, as all times here.
    pub(super) latest_block_at: i64,
    /// `None` where nobody follows the chain.
    pub(super) followed: Option<FollowedHead>,
    /// `None` where it could not be counted.
    pub(super) coverage: Option<DecodeCoverage>,
}

/// The newest block that a followed chain's server has.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FollowedHead {
    pub(super) block: u64,
    pub(super) block_at: i64,
    /// The time at which the server named it.
    pub(super) seen_at: i64,
}

/// Logs of the blocks from `first_block` to the chain's newest.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DecodeCoverage {
    pub(super) first_block: u64,
    pub(super) logs: u64,
    pub(super) decoded: u64,
    pub(super) undecoded: u64,
    pub(super) waiting: u64,
}

/// The chains, without their coverage.
pub(super) async fn read(warehouse: &Warehouse) -> Result<Vec<ChainHead>, WarehouseError> {
    let answer = ask(warehouse, HEADS, &[]).await?;
    Ok((0..answer.count()).filter_map(|row| head(&answer, row)).collect())
}

/// Counts what became of a chain's recent logs. A refusal is logged: the count is unknown then.
pub(super) async fn count_coverage(warehouse: &Warehouse, head: &mut ChainHead) {
    let first_block = head.latest_block.saturating_sub(RECENT_BLOCKS - 1);
    let parameters = [
        ("chain_id".to_owned(), Value::UInt64(head.chain_id)),
        ("first_block".to_owned(), Value::UInt64(first_block)),
        ("last_block".to_owned(), Value::UInt64(head.latest_block)),
    ];
    match ask(warehouse, COVERAGE, &parameters).await {
        Ok(answer) => head.coverage = coverage(&answer, first_block),
        Err(error) => tracing::warn!(chain = head.chain, %error, "recent logs could not be counted"),
    }
}

fn coverage(answer: &Answer, first_block: u64) -> Option<DecodeCoverage> {
    let undecoded = answer.number(0, "undecoded_logs")?;
    Some(DecodeCoverage {
        first_block,
        logs: answer.number(0, "recent_logs")?,
        decoded: answer.number(0, "known_logs")?.saturating_sub(undecoded),
        undecoded,
        waiting: answer.number(0, "waiting_logs")?,
    })
}

fn head(answer: &Answer, row: usize) -> Option<ChainHead> {
    let followed = match answer.number(row, "head_block")? {
        0 => None,
        block => Some(FollowedHead {
            block,
            block_at: answer.time(row, "head_block_at")?,
            seen_at: answer.time(row, "head_seen_at")?,
        }),
    };
    Some(ChainHead {
        chain: answer.text(row, "chain")?,
        chain_id: answer.number(row, "chain_id")?,
        latest_block: answer.number(row, "latest_block")?,
        latest_block_at: answer.time(row, "latest_block_at")?,
        followed,
        coverage: None,
    })
}

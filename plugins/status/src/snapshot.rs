//! A snapshot's rows as members of the body.

use crate::body::{ChainStatus, DecodeCoverage, PlatformTier};
use crate::get_public_status::time;
use quarry_sdk::prelude::*;

/// The chains, with their lags at `checked_at`.
pub fn chains(rows: &ResultSet, checked_at: Time) -> Vec<ChainStatus> {
    (0..rows.row_count()).filter_map(|row| chain(rows, row, checked_at)).collect()
}

fn chain(rows: &ResultSet, row: usize, checked_at: Time) -> Option<ChainStatus> {
    let latest_block = rows.integer(row, "latest_block")?;
    let latest_block_at = time(rows, row, "latest_block_at")?;
    let head_block = rows.integer(row, "head_block");
    let head_block_at = time(rows, row, "head_block_at");
    Some(ChainStatus {
        chain: rows.text(row, "chain")?,
        chain_id: rows.integer(row, "chain_id")?,
        latest_block,
        latest_block_at,
        ingest_lag_seconds: seconds_between(latest_block_at, checked_at),
        head_block,
        head_block_at,
        head_seen_at: time(rows, row, "head_seen_at"),
        head_lag_seconds: head_block_at.map(|head_block_at| seconds_between(latest_block_at, head_block_at)),
        head_lag_blocks: head_block.map(|head_block| (head_block - latest_block).max(0)),
        decode_coverage: coverage(rows, row),
    })
}

fn coverage(rows: &ResultSet, row: usize) -> Option<DecodeCoverage> {
    Some(DecodeCoverage {
        first_block: rows.integer(row, "coverage_first_block")?,
        logs: rows.integer(row, "recent_logs")?,
        decoded_logs: rows.integer(row, "decoded_logs")?,
        undecoded_logs: rows.integer(row, "undecoded_logs")?,
        waiting_logs: rows.integer(row, "waiting_logs")?,
    })
}

/// Whole seconds; none where the order is the other way round.
fn seconds_between(earlier: Time, later: Time) -> i64 {
    ((later.microseconds - earlier.microseconds) / 1_000_000).max(0)
}

/// The tiers.
pub fn tiers(rows: &ResultSet) -> Vec<PlatformTier> {
    let tier = |row| {
        Some(PlatformTier {
            tier: rows.text(row, "tier")?,
            state: rows.text(row, "state")?,
            response_milliseconds: rows.integer(row, "response_microseconds").map(|microseconds| microseconds / 1_000),
        })
    };
    (0..rows.row_count()).filter_map(tier).collect()
}

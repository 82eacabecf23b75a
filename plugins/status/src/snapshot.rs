//! A snapshot's rows as members of the body.

use crate::body::{ChainStatus, DecodeCoverage};
use quarry_sdk::prelude::*;

statement!(app_store, SelectShownSnapshot, "sql/shown_snapshot.sql");
statement!(app_store, SelectSnapshotChains, "sql/snapshot_chains.sql");

/// The snapshot that is shown, and the day of probes that it ends.
#[derive(Row)]
pub struct Snapshot {
    pub shown_from: Time,
    pub checked_at: Time,
    pub warehouse_reachable: bool,
    pub day_starts_at: Time,
    pub probes: i64,
    pub reachable_probes: i64,
}

impl Snapshot {
    /// The one that every host shows now.
    pub fn shown() -> Result<Snapshot, Problem> {
        SelectShownSnapshot { now: Time::now() }.one()?.ok_or_else(|| {
            let detail = "The service has only just been set up and was not probed yet: try again in a few seconds.";
            Problem::new(503, "data_source_unavailable", detail)
        })
    }

    /// Its chains.
    pub fn chains(&self) -> Result<Vec<ChainStatus>, Problem> {
        let rows = SelectSnapshotChains { shown_from: self.shown_from, checked_at: self.checked_at }.query()?;
        let mut chains: Vec<ChainStatus> = rows.read()?;
        for (chain, counts) in chains.iter_mut().zip(rows.read::<LogCounts>()?) {
            chain.decode_coverage = counts.coverage();
        }
        Ok(chains)
    }
}

/// The counts of a chain's logs; null where they could not be counted.
#[derive(Row)]
struct LogCounts {
    coverage_first_block: Option<i64>,
    recent_logs: Option<i64>,
    decoded_logs: Option<i64>,
    undecoded_logs: Option<i64>,
    waiting_logs: Option<i64>,
}

impl LogCounts {
    fn coverage(&self) -> Option<DecodeCoverage> {
        Some(DecodeCoverage {
            first_block: self.coverage_first_block?,
            logs: self.recent_logs?,
            decoded_logs: self.decoded_logs?,
            undecoded_logs: self.undecoded_logs?,
            waiting_logs: self.waiting_logs?,
        })
    }
}

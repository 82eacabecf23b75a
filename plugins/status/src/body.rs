//! What the public status says.

use quarry_sdk::prelude::*;
use serde::Serialize;
use serde_json::{Value as Json, json};

#[derive(Schema, Serialize)]
pub struct Warehouse {
    /// Whether the warehouse answered the probe.
    pub reachable: bool,
}

/// Ingestion of one chain.
#[derive(Schema, Serialize)]
pub struct ChainStatus {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: i64,
    /// The newest block that was ingested.
    #[schema(example = 18944480)]
    pub latest_block: i64,
    /// When that block was made.
    pub latest_block_at: Time,
    /// Seconds between that block and `checked_at`.
    #[schema(example = 14)]
    pub ingest_lag_seconds: i64,
}

/// The probes of one day (UTC).
#[derive(Schema, Serialize)]
pub struct ProbeDay {
    /// The day, UTC.
    pub day: Day,
    /// Probes made, one a minute while a host runs.
    #[schema(example = 1440)]
    pub probes: i64,
    /// Those that found the warehouse reachable.
    #[schema(example = 1439)]
    pub reachable_probes: i64,
}

/// Spans of missing data, known and filled.
#[derive(Schema, Serialize)]
pub struct CompletenessGaps {
    /// Gaps that are still there.
    pub open: NothingYet,
    /// Gaps that were filled.
    pub closed: NothingYet,
}

/// A list that nothing writes to so far: always empty.
#[derive(Serialize, Default)]
pub struct NothingYet([(); 0]);

impl Schema for NothingYet {
    fn schema() -> Json {
        json!({ "type": "array", "items": { "type": "object" } })
    }

    fn example() -> Json {
        json!([])
    }
}

#[derive(Schema)]
pub struct PublicStatus {
    /// When the warehouse was probed.
    pub checked_at: Time,
    /// How long this answer may be kept; the next snapshot is shown on the full minute.
    #[schema(example = 60)]
    pub cache_ttl_seconds: i64,
    pub warehouse: Warehouse,
    /// Seconds between `checked_at` and the newest ingested block of the chain that is furthest behind; null when
    /// nothing was ingested or the warehouse was not reachable.
    #[schema(example = 14)]
    pub ingest_lag_seconds: Option<i64>,
    /// Seconds between the head of the chain that is furthest behind and its newest ingested block; null while no
    /// source of heads is known.
    pub head_lag_seconds: Option<i64>,
    /// By chain id; empty when the warehouse was not reachable.
    pub chains: Vec<ChainStatus>,
    /// Health of the platform's tiers; empty while none is known.
    pub platform_tiers: NothingYet,
    pub completeness_gaps: CompletenessGaps,
    /// Notices of the people who run the service.
    pub notices: NothingYet,
    /// The last 90 days, oldest first; days without a probe are left out.
    pub probe_history: Vec<ProbeDay>,
}

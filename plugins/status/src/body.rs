//! The body of the public status.

use quarry_sdk::prelude::*;

statement!(app_store, SelectShownNotices, "sql/shown_notices.sql");

#[derive(Schema, Serialize)]
pub struct Warehouse {
    /// True when the warehouse answered the probe.
    pub reachable: bool,
}

/// The decoding of the logs of a chain's newest blocks.
#[derive(Schema, Serialize)]
pub struct DecodeCoverage {
    /// The first of the blocks that were counted; the last one is `latest_block`.
    #[schema(example = 18943481)]
    pub first_block: i64,
    /// Logs in these blocks, of whatever event.
    #[schema(example = 152345)]
    pub logs: i64,
    /// Logs of known events, decoded.
    #[schema(example = 41230)]
    pub decoded_logs: i64,
    /// Logs with the topic of a known event and another shape: kept, not guessed at.
    #[schema(example = 0)]
    pub undecoded_logs: i64,
    /// Logs that wait for the time of their block.
    #[schema(example = 0)]
    pub waiting_logs: i64,
}

/// Ingestion of one chain.
#[derive(Row, Schema, Serialize)]
pub struct ChainStatus {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: i64,
    /// The newest block that was ingested.
    #[schema(example = 18944480)]
    pub latest_block: i64,
    /// The time at which that block was made.
    pub latest_block_at: Time,
    /// Seconds between that block and `checked_at`.
    #[schema(example = 14)]
    pub ingest_lag_seconds: i64,
    /// The newest block that the chain's node has; null where the chain is not followed.
    #[schema(example = 18944481)]
    pub head_block: Option<i64>,
    /// The time at which that block was made.
    pub head_block_at: Option<Time>,
    /// The time at which the node named it.
    pub head_seen_at: Option<Time>,
    /// Seconds between the newest ingested block and the head.
    #[schema(example = 12)]
    pub head_lag_seconds: Option<i64>,
    /// Blocks between them.
    #[schema(example = 1)]
    pub head_lag_blocks: Option<i64>,
    /// Coverage of the decoders; null where it could not be counted.
    #[row(skip)]
    pub decode_coverage: Option<DecodeCoverage>,
}

/// One part of the platform.
#[derive(Row, Schema, Serialize)]
pub struct PlatformTier {
    /// `api`, `app_store`, `ingest`, `objects` or `warehouse`.
    #[schema(example = "warehouse")]
    pub tier: String,
    /// `operational`, `degraded`, `down`, `unknown` (it cannot be told while another tier is down) or `unused` (`ingest`
    /// where no chain is followed).
    #[schema(example = "operational")]
    pub state: String,
    /// The time that it took to answer the probe; null where it was not asked by itself.
    #[schema(example = 3)]
    pub response_milliseconds: Option<i64>,
}

/// The probes of one tier on one day.
#[derive(Row, Schema, Serialize)]
pub struct TierDay {
    /// Name of the tier, one of those under `tiers`.
    #[schema(example = "api")]
    pub tier: String,
    /// Probes that could tell; for `api` also the minutes in which no host served.
    #[schema(example = 1440)]
    pub probes: i64,
    /// Probes that found the tier operational.
    #[schema(example = 1440)]
    pub operational_probes: i64,
}

/// The probes of one day (UTC).
#[derive(Schema, Serialize)]
pub struct ProbeDay {
    /// The day, UTC.
    pub day: Day,
    /// Probes made, one a minute while a host runs.
    #[schema(example = 1440)]
    pub probes: i64,
    /// Probes that found the warehouse reachable.
    #[schema(example = 1439)]
    pub reachable_probes: i64,
    /// Tiers by name.
    pub tiers: Vec<TierDay>,
}

/// Blocks of a followed chain that are missing, or were.
#[derive(Row, Schema, Serialize)]
pub struct CompletenessGap {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: i64,
    /// The first block that is missing.
    #[schema(example = 18944001)]
    pub first_block: i64,
    /// The last block that is missing.
    #[schema(example = 18944003)]
    pub last_block: i64,
    /// `missing_block`, `incomplete_logs`, `logs_of_one_place`, `logs_not_stored`, `unreadable`, `refused`, `rejected`, `detached` or
    /// `not_fetched`.
    #[schema(example = "missing_block")]
    pub reason: String,
    /// The time at which it was found.
    pub opened_at: Time,
    /// The time at which it was filled; null while it is open.
    pub closed_at: Option<Time>,
}

/// Spans of missing data: the newest hundred of each kind.
#[derive(Schema, Serialize)]
pub struct CompletenessGaps {
    /// Gaps that are still there.
    pub open: Vec<CompletenessGap>,
    /// Gaps that were filled within the last 90 days.
    pub closed: Vec<CompletenessGap>,
}

/// A notice of the people who run the service.
#[derive(Schema)]
pub struct Notice {
    /// Id of the notice, which stays the same while the notice is shown.
    #[schema(example = 7)]
    pub id: i64,
    /// `information`, `maintenance`, `degradation` or `outage`.
    #[schema(example = "maintenance")]
    pub level: String,
    /// The notice's title, one line.
    #[schema(example = "Maintenance on Sunday")]
    pub title: String,
    /// The notice in plain text.
    #[schema(example = "Answers may be slow between 06:00 and 06:30 UTC.")]
    pub body: String,
    /// The time at which it was posted.
    pub posted_at: Time,
    /// The time at which the notice was resolved; null while it stands.
    pub resolved_at: Option<Time>,
}

#[derive(Schema)]
pub struct PublicStatus {
    /// The time at which the platform was probed.
    pub checked_at: Time,
    /// The time for which this answer may be kept; the next snapshot is shown on the full minute.
    #[schema(example = 60)]
    pub cache_ttl_seconds: i64,
    pub warehouse: Warehouse,
    /// Seconds between `checked_at` and the newest ingested block of the chain that is furthest behind; null when
    /// nothing was ingested or the warehouse was not reachable.
    #[schema(example = 14)]
    pub ingest_lag_seconds: Option<i64>,
    /// Seconds between the newest ingested block and the head of the chain that is furthest behind its head; null where
    /// no chain is followed.
    #[schema(example = 12)]
    pub head_lag_seconds: Option<i64>,
    /// Chains by chain id; empty when the warehouse was not reachable.
    pub chains: Vec<ChainStatus>,
    /// Tiers of the platform by name.
    pub platform_tiers: Vec<PlatformTier>,
    pub completeness_gaps: CompletenessGaps,
    /// Notices that stand and those that were resolved within a week, the newest first.
    #[schema(rows = SelectShownNotices)]
    pub notices: Vec<Notice>,
    /// The last 90 days, oldest first; days without a probe are left out.
    pub probe_history: Vec<ProbeDay>,
}

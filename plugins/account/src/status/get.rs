//! `GET /status`.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectChainHeads, "src/status/chain_heads.sql");

#[derive(Schema, Serialize)]
pub struct Warehouse {
    /// True when the warehouse answered just now.
    pub reachable: bool,
}

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
    /// Seconds between the newest ingested block and the head; null where the chain is not followed.
    #[schema(example = 12)]
    pub head_lag_seconds: Option<i64>,
}

#[derive(Schema, Serialize)]
pub struct Status {
    /// The time at which the warehouse was asked.
    pub checked_at: Time,
    /// The state of the warehouse, from which all data is read.
    pub warehouse: Warehouse,
    /// Seconds between `checked_at` and the newest ingested block of the chain that is furthest behind; null when
    /// nothing was ingested or the warehouse is down.
    #[schema(example = 14)]
    pub ingest_lag_seconds: Option<i64>,
    /// Seconds between the newest ingested block and the head of the chain that is furthest behind its head; null where
    /// no chain is followed.
    #[schema(example = 12)]
    pub head_lag_seconds: Option<i64>,
    /// Chains by chain id; empty while the warehouse is down.
    pub chains: Vec<ChainStatus>,
}

/// Show the warehouse's reachability and the lag of its data
///
/// Ask this before taking a missing recent row for a real absence. It is a 200 while the warehouse is down or does not answer
/// within 3 seconds, with `warehouse.reachable` false.
#[endpoint(
    get = "/status", key = "read", cache = no_store,
    tool(
        name = "platform_status",
        description = "Shows whether the data is reachable and how far it lags behind each chain. Look here before you conclude that a missing recent row does not exist."
    ),
    body = Status
)]
pub fn get_status() -> Result<Answer, Problem> {
    let now = Time::now();
    // A lag has no finer meaning than seconds.
    let checked_at = Time { microseconds: now.microseconds - now.microseconds.rem_euclid(1_000_000) };
    let chains: Option<Vec<ChainStatus>> = if_available(SelectChainHeads { checked_at }.all())?;
    let warehouse = Warehouse { reachable: chains.is_some() };
    let chains = chains.unwrap_or_default();
    Ok(Answer::json(&Status {
        checked_at,
        warehouse,
        ingest_lag_seconds: chains.iter().map(|chain| chain.ingest_lag_seconds).max(),
        head_lag_seconds: chains.iter().filter_map(|chain| chain.head_lag_seconds).max(),
        chains,
    }))
}

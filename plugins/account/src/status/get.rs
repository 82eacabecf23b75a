//! `GET /status`.

use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(warehouse, SelectChainHeads, "sql/chain_heads.sql");

#[derive(Schema, Serialize)]
pub struct Warehouse {
    /// Whether the warehouse answered just now.
    pub reachable: bool,
}

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
    /// The newest block that the chain's node has; null where the chain is not followed.
    #[schema(example = 18944481)]
    pub head_block: Option<i64>,
    /// Seconds between the newest ingested block and the head; null where the chain is not followed.
    #[schema(example = 12)]
    pub head_lag_seconds: Option<i64>,
}

#[derive(Schema)]
pub struct Status {
    /// When the warehouse was asked.
    pub checked_at: Time,
    /// Whether data can be read at all.
    pub warehouse: Warehouse,
    /// Seconds between `checked_at` and the newest ingested block of the chain that is furthest behind; null when
    /// nothing was ingested or the warehouse is down.
    #[schema(example = 14)]
    pub ingest_lag_seconds: Option<i64>,
    /// Seconds between the newest ingested block and the head of the chain that is furthest behind its head; null where
    /// no chain is followed.
    #[schema(example = 12)]
    pub head_lag_seconds: Option<i64>,
    /// By chain id; empty while the warehouse is down.
    pub chains: Vec<ChainStatus>,
}

/// Whether the warehouse is reachable, and how far behind its data is
///
/// Ask this before taking a missing recent row for a real absence. It is a 200 while the warehouse is down, with
/// `warehouse.reachable` false.
#[endpoint(
    get = "/status",
    key = "read",
    cache = no_store,
    tool(
        name = "platform_status",
        description = "Whether the data is reachable and how far it lags behind each chain: look here before you take a missing recent row for a real absence.",
    ),
    body = Status
)]
pub fn get_status(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    let checked_at = to_the_second(Time::now());
    let (reachable, chains) = match (SelectChainHeads {}).query() {
        Ok(heads) => (true, chains(&heads, checked_at)),
        Err(StatementFailure::Rejected(detail)) => return Err(StatementFailure::Rejected(detail).into()),
        Err(_) => (false, Vec::new()),
    };
    let lag = chains.iter().map(|chain| chain.ingest_lag_seconds).max();
    Ok(Answer::object()
        .member("checked_at", &checked_at)
        .member("warehouse", &Warehouse { reachable })
        .member("ingest_lag_seconds", &lag)
        .member("head_lag_seconds", &chains.iter().filter_map(|chain| chain.head_lag_seconds).max())
        .member("chains", &chains)
        .into())
}

fn chains(heads: &ResultSet, checked_at: Time) -> Vec<ChainStatus> {
    (0..heads.row_count())
        .filter_map(|row| {
            let latest_block_at = heads.time(row, "latest_block_at")?;
            let head_block = heads.integer(row, "head_block").filter(|block| *block > 0);
            let head_block_at = heads.time(row, "head_block_at").filter(|_| head_block.is_some());
            Some(ChainStatus {
                chain: heads.text(row, "chain")?,
                chain_id: heads.integer(row, "chain_id")?,
                latest_block: heads.integer(row, "latest_block")?,
                latest_block_at,
                ingest_lag_seconds: seconds_between(latest_block_at, checked_at),
                head_block,
                head_lag_seconds: head_block_at.map(|head_block_at| seconds_between(latest_block_at, head_block_at)),
            })
        })
        .collect()
}

/// Whole seconds; none where the order is the other way round.
fn seconds_between(earlier: Time, later: Time) -> i64 {
    ((later.microseconds - earlier.microseconds) / 1_000_000).max(0)
}

/// A lag has no finer meaning.
fn to_the_second(time: Time) -> Time {
    Time { microseconds: time.microseconds.div_euclid(1_000_000).saturating_mul(1_000_000) }
}

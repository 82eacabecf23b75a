//! `GET /watch-digest/pools`

use crate::watch_list::WatchedPool;
use quarry_sdk::prelude::*;

statement!(app_store, SelectWatchedPools, "sql/pools.sql");

#[derive(Schema)]
pub struct WatchedPools {
    #[schema(flatten)]
    pub page: PageMembers,
    /// By chain, then address.
    #[schema(rows = SelectWatchedPools)]
    pub pools: Vec<WatchedPool>,
}

/// The pools that the organization watches
#[endpoint(
    get = "/watch-digest/pools", key = "read", paged, body = WatchedPools
)]
pub fn list_watch_digest_pools() -> Result<Answer, Problem> {
    Ok(Answer::object().page("pools", SelectWatchedPools {}.query()?).into())
}

//! Summaries of favourites, kept in the app store for five minutes, so that a library that is looked at often asks the warehouse rarely.
//!
//! Always true here: a library costs one statement of the app store, at most one of the warehouse and one write, whatever it holds.

use crate::library::favourites::Favourite;
use quarry_pool_summaries::PoolSummary;
use quarry_sdk::prelude::*;

statement!(app_store, SelectFavourites, "src/library/favourites/favourites.sql");
statement!(app_store, KeepSummaries, "src/library/favourites/keep_summaries.sql");

/// Seconds for which a summary is shown.
const FRESH_SECONDS: i64 = 300;

#[derive(Row)]
struct Stored {
    id: i64,
    chain_id: i64,
    pool: Address,
    created_at: Time,
    #[row(json)]
    summary: Option<PoolSummary>,
}

/// The caller's favourites, in the order in which they were added.
pub fn of_caller() -> Result<Vec<Favourite>, Problem> {
    let now = Time::now();
    let stored: Vec<Stored> = SelectFavourites { fresh_since: now.minus_seconds(FRESH_SECONDS) }.all()?;
    let missing =
        stored.iter().filter(|favourite| favourite.summary.is_none()).map(|favourite| favourite.pool.0.clone());
    let mut missing: Vec<Vec<u8>> = missing.collect();
    missing.sort();
    missing.dedup();
    let read = quarry_pool_summaries::at(missing)?;
    if !read.is_empty() {
        let transaction = Transaction::begin()?;
        keep(&transaction, &read, now)?;
        transaction.commit()?;
    }
    let found = |pool: &Address, chain: i64| {
        read.iter().find(|summary| summary.address == *pool && i64::try_from(summary.chain_id) == Ok(chain)).cloned()
    };
    let shown = |stored: Stored| {
        let Stored { id, chain_id, pool, created_at, summary } = stored;
        Favourite { id, chain_id, summary: summary.or_else(|| found(&pool, chain_id)), address: pool, created_at }
    };
    Ok(stored.into_iter().map(shown).collect())
}

/// Keeps what the warehouse said for the next who ask.
pub fn keep(transaction: &Transaction, read: &[PoolSummary], now: Time) -> Result<(), Problem> {
    let row = |summary: &PoolSummary| KeepSummariesSummaries {
        chain_id: i64::try_from(summary.chain_id).unwrap_or(i64::MAX),
        pool: summary.address.0.clone(),
        summary: serde_json::to_string(summary).unwrap_or_default(),
    };
    transaction.execute(KeepSummaries { now, summaries: read.iter().map(row).collect() })?;
    Ok(())
}

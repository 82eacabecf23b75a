//! Summaries of favourites, kept in the app store for five minutes, so that a library that is looked at often asks the warehouse rarely.
//!
//! Always true here: a library costs one statement of the app store, at most one of the warehouse and one write, whatever it holds; it can be
//! read while the warehouse is down, with the summaries that were read last.

use crate::library::favourites::Favourite;
use quarry_pool_summaries::PoolSummary;
use quarry_sdk::log::{self, Level};
use quarry_sdk::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

statement!(app_store, SelectFavourites, "src/library/favourites/favourites.sql");
statement!(app_store, KeepSummaries, "src/library/favourites/keep_summaries.sql");

/// Seconds for which a summary is shown.
const FRESH_SECONDS: i64 = 300;

/// A chain, and the pool's address on it.
type Market = (i64, Vec<u8>);

#[derive(Row)]
struct Stored {
    id: i64,
    chain_id: i64,
    pool: Address,
    created_at: Time,
    /// Null where none was read yet, or the warehouse had none.
    #[row(json)]
    summary: Option<PoolSummary>,
    is_fresh: bool,
}

/// A page of the caller's favourites, in the order in which they were added.
pub fn of_caller(lists: &mut SideBySide<'_>) -> Result<Vec<Favourite>, Problem> {
    let now = Time::now();
    let fresh_since = now.minus_seconds(FRESH_SECONDS);
    let stored: Vec<Stored> = lists.read(
        |behind, most| SelectFavourites { fresh_since, behind: behind.map(|[id]| id), most }.all(),
        |favourite: &Stored| [favourite.id],
    )?;
    let stale: BTreeSet<Market> = stored
        .iter()
        .filter(|favourite| !favourite.is_fresh)
        .map(|favourite| (favourite.chain_id, favourite.pool.0.clone()))
        .collect();
    let read = read_again(&stale, now)?;
    let shown = |stored: Stored| {
        let Stored { id, chain_id, pool, created_at, summary, .. } = stored;
        let summary = match read.get(&(chain_id, pool.0.clone())) {
            Some(read) => read.clone(),
            None => summary,
        };
        Favourite { id, chain_id, summary, address: pool, created_at }
    };
    Ok(stored.into_iter().map(shown).collect())
}

/// Reads summaries of markets and keeps them, also that there is none, so that a market that is tracked no more is not asked for at every look.
/// Nothing is read while the warehouse does not answer.
fn read_again(stale: &BTreeSet<Market>, now: Time) -> Result<BTreeMap<Market, Option<PoolSummary>>, Problem> {
    if stale.is_empty() {
        return Ok(BTreeMap::new());
    }
    let pools: BTreeSet<Vec<u8>> = stale.iter().map(|(_, pool)| pool.clone()).collect();
    let Some(found) = if_available(quarry_pool_summaries::at(pools.into_iter().collect()))? else {
        log::emit(Level::Warn, "favourites are shown with the summaries that were read last");
        return Ok(BTreeMap::new());
    };
    let mut read: BTreeMap<_, _> = stale.iter().map(|market| (market.clone(), None)).collect();
    for summary in found {
        if let Some(place) = read.get_mut(&(chain_of(&summary), summary.address.0.clone())) {
            *place = Some(summary);
        }
    }
    let transaction = Transaction::begin()?;
    let row = |((chain_id, pool), summary): (&Market, &Option<PoolSummary>)| KeepSummariesSummaries {
        chain_id: *chain_id,
        pool: pool.clone(),
        summary: serde_json::to_string(summary).unwrap_or_default(),
    };
    transaction.execute(KeepSummaries { now, summaries: read.iter().map(row).collect() })?;
    transaction.commit()?;
    Ok(read)
}

/// Keeps what the warehouse said of a market that somebody adds.
pub fn keep(transaction: &Transaction, summary: &PoolSummary, now: Time) -> Result<(), Problem> {
    let kept = KeepSummariesSummaries {
        chain_id: chain_of(summary),
        pool: summary.address.0.clone(),
        summary: serde_json::to_string(summary).unwrap_or_default(),
    };
    transaction.execute(KeepSummaries { now, summaries: vec![kept] })?;
    Ok(())
}

fn chain_of(summary: &PoolSummary) -> i64 {
    i64::try_from(summary.chain_id).unwrap_or(i64::MAX)
}

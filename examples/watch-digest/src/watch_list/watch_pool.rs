//! `PUT /watch-digest/pools/{chain}/{address}`

use crate::clock;
use crate::watch_list::{PoolPath, WatchedPool};
use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(warehouse, SelectPool, "sql/pool.sql");
statement!(app_store, CountOtherPools, "sql/count_other_pools.sql");
statement!(app_store, UpsertPool, "sql/upsert_pool.sql");

const MOST_POOLS: i64 = 50;
const LONGEST_NOTE: usize = 200;
const LONGEST_SYMBOL: usize = 12;

/// The settings of a watched pool.
#[derive(Deserialize, Schema)]
pub struct NewWatch {
    /// At most 200 characters; left out, null or empty, there is no note.
    #[schema(optional, example = "Our treasury's pool")]
    note: Option<String>,
}

#[derive(Schema)]
pub struct OneWatchedPool {
    #[schema(rows = UpsertPool)]
    pub pool: WatchedPool,
}

/// Watches a pool
///
/// Of a pool that is watched already, the note is replaced.
#[endpoint(
    put = "/watch-digest/pools/{chain}/{address}",
    key = "research:write",
    cache = no_store,
    body = OneWatchedPool,
    refuses(422, "too_many_pools", "The organization watches 50 pools: take one off the list first."),
)]
pub fn watch_watch_digest_pool(path: PoolPath, sent: Option<JsonBody<NewWatch>>) -> Result<Answer, Problem> {
    let note = sent.and_then(|JsonBody(watch)| watch.note).unwrap_or_default();
    let length = note.chars().count();
    if length > LONGEST_NOTE {
        let sentence = format!("The note has {length} characters: it may have {LONGEST_NOTE}.");
        return Err(Problem::invalid_field("note", sentence));
    }
    let (chain_id, address) = (path.chain_id(), path.address.to_hex());
    let pool = SelectPool { chain_id: path.chain.0, address: path.address.0 }.query()?;
    if pool.is_empty() {
        return Err(Problem::not_found(format!("No pool of chain {chain_id} has the address {address}.")));
    }
    let others = CountOtherPools { chain_id, address: address.clone() }.query()?;
    if others.integer(0, "pools").unwrap_or_default() >= MOST_POOLS {
        let sentence = format!("The organization watches {MOST_POOLS} pools: take one off the list first.");
        return Err(Problem::new(422, "too_many_pools", sentence).with("limit", MOST_POOLS));
    }
    let chain = pool.text(0, "chain").unwrap_or_default();
    let pair = format!("{}/{}", symbol(&pool, "symbol0"), symbol(&pool, "symbol1"));
    let watched =
        UpsertPool { chain_id, address, chain, pair, note, added_at_seconds: clock::now_seconds() }.query()?;
    Ok(Answer::object().row("pool", watched).into())
}

/// A token's symbol is what its contract says, and that may be anything: digests show it in chats, so what could be read there as
/// markup or as a mention is left out.
fn symbol(pool: &ResultSet, column: &str) -> String {
    let plain = |letter: &char| letter.is_alphanumeric() || ['.', '-', '+', '$'].contains(letter);
    let symbol: String = pool.text(0, column).unwrap_or_default().chars().filter(plain).take(LONGEST_SYMBOL).collect();
    if symbol.is_empty() { "unknown".to_owned() } else { symbol }
}

//! `POST /session/watchlist`.

use crate::access::Oneself;
use crate::library::allowance::{Allowances, Shelf};
use crate::library::favourites::{Favourite, summaries};
use quarry_pool_summaries::{EnteredAddress, market};
use quarry_sdk::prelude::*;

statement!(app_store, SelectFavouriteCounts, "src/library/favourites/favourite_counts.sql", pool: Address);
statement!(app_store, InsertFavourite, "src/library/favourites/insert_favourite.sql", pool: Address);

/// A market to be kept.
#[derive(Schema, Deserialize)]
#[schema(example = { "address": "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8" })]
pub struct NewFavourite {
    /// The pool's address.
    address: EnteredAddress,
    /// Slug or id of the chain, for a pool that is on several.
    #[schema(optional, min_length = 1, max_length = 64, example = "ethereum")]
    chain: Option<String>,
}

#[derive(Row)]
struct Counts {
    used: i64,
    same: i64,
}

/// Add a market to the favourites
///
/// Adds the market to the library, and counts against the plan's allowance.
#[endpoint(
    post = "/session/watchlist", session, module = "prices", status = 201, guard = Oneself, changes_ranks,
    refuses(403, "plan_limit_reached", "The plan allows no further favourite: `limit`, `used` and `allowance` say which."),
    refuses(422, "unknown_market", "No market at that address is tracked."),
    refuses(422, "already_favourited", "The market is a favourite of yours already."),
    refuses(422, "library_full", "A library has at most 1,000 favourites, whatever the plan."),
    body = Favourite
)]
pub fn create_favourite(JsonBody(new): JsonBody<NewFavourite>) -> Result<Answer, Problem> {
    let address = new.address.read("address")?;
    let summary = market("address", &address, new.chain.as_deref())?;
    let allowances = Allowances::of_caller();
    let chain_id = i64::try_from(summary.chain_id).unwrap_or(i64::MAX);
    let created_at = Time::now();
    let transaction = Transaction::begin()?;
    let counts: Option<Counts> = transaction.one(SelectFavouriteCounts { chain_id, pool: address.clone() })?;
    let Counts { used, same } = counts.unwrap_or(Counts { used: 0, same: 0 });
    if same > 0 {
        let sentence = format!("The market {} is a favourite of yours already.", address.to_hex());
        return Err(Problem::new(422, "already_favourited", sentence.clone()).with_field("address", sentence));
    }
    allowances.refuse_if_spent(Shelf::Favourites, usize::try_from(used).unwrap_or(usize::MAX))?;
    let id = transaction.insert(InsertFavourite { chain_id, pool: address.clone(), now: created_at })?;
    summaries::keep(&transaction, &summary, created_at)?;
    transaction.commit()?;
    let favourite = Favourite { id, address, chain_id, summary: Some(summary), created_at };
    Ok(Answer::json(&favourite).with_status(201))
}

//! `POST /session/alerts/prices`.

use crate::access::{Oneself, space_of};
use crate::allowance::Allowance;
use crate::centre::SelectPriceAlerts;
use crate::prices::never_fires::reason;
use crate::prices::{PriceAlert, PriceCondition, magnitude};
use quarry_pool_summaries::{EnteredAddress, PoolSummary, market};
use quarry_sdk::prelude::*;

statement!(
    app_store,
    InsertPriceAlert,
    "src/prices/insert_price_alert.sql",
    unguarded = "The space is one of the caller's, by the scope in the statement itself; the guard holds the lock of the person."
);

statement!(app_store, KeepPool, "src/prices/keep_pool.sql");

/// A price threshold to keep.
#[derive(Schema, Deserialize)]
#[schema(example = { "pool_address": "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc", "condition": "above", "threshold": "5000" })]
pub struct NewPriceAlert {
    /// A tracked market.
    pool_address: EnteredAddress,
    /// Slug or id of the chain, for a pool that is on several.
    #[schema(optional, min_length = 1, max_length = 64, example = "ethereum")]
    chain: Option<String>,
    condition: PriceCondition,
    /// A decimal above zero with at most 19 digits: token0 per token1, or percent of a `percent_change_24h`.
    #[schema(min_length = 1, max_length = 64, example = "5000")]
    threshold: String,
    /// Id of one of the person's spaces; the active space by default.
    #[schema(optional, minimum = 1, example = 4)]
    space_id: Option<i64>,
}

/// Create a price alert
///
/// Creates an alert that fires once, when the newest price meets the condition; where it does so already, `waits_for_crossing` is true and
/// the alert fires the next time. `never_fires` says that the market has no price here. The alert counts against the one allowance of
/// alerts. A space that the person is not in is refused under `fields.space`.
#[endpoint(
    post = "/session/alerts/prices", session, module = "prices", status = 201, guard = Oneself, changes_ranks,
    refuses(403, "plan_limit_reached", "The plan allows no further alert of any type: `limit`, `used` and `allowance` say which."),
    refuses(422, "unknown_market", "No market at that address is tracked."),
    refuses(422, "too_many_alerts", "A person has at most 1,000 alerts, whatever the plan."),
    body = PriceAlert
)]
pub fn create_price_alert(JsonBody(new): JsonBody<NewPriceAlert>) -> Result<Answer, Problem> {
    let threshold = magnitude::threshold(&new.threshold)?;
    let address = new.pool_address.read("pool_address")?;
    let pool = market("pool_address", &address, new.chain.as_deref())?;
    let measured = match new.condition {
        PriceCondition::Above | PriceCondition::Below => pool.close.as_deref(),
        PriceCondition::PercentChange24h => pool.change_24h_percent.as_deref(),
    };
    let waits = magnitude::holds(new.condition, measured, &threshold);
    let chain_id = i64::try_from(pool.chain_id).unwrap_or(i64::MAX);
    let plan = PlanAtHand::of_caller();
    let transaction = Transaction::begin()?;
    let space_id = space_of(&transaction, new.space_id)?;
    Allowance::refuse_if_spent(&transaction, &plan)?;
    let id = transaction.insert(InsertPriceAlert {
        space_id,
        chain_id,
        chain: pool.chain.clone(),
        pool: address.0.clone(),
        condition: new.condition.word().to_owned(),
        threshold: threshold.text(),
        exponent: threshold.exponent,
        mantissa: threshold.mantissa(),
        sentence: sentence(&pool, new.condition, &threshold.text()),
        waits,
        now: Time::now(),
    })?;
    transaction.execute(KeepPool {
        chain_id,
        pool: address.0.clone(),
        close: pool.close.clone(),
        block_number: pool.as_of_block.map(u64::cast_signed),
        as_of: pool.as_of,
    })?;
    let made: Option<PriceAlert> = transaction.one(SelectPriceAlerts { id: Some(id), behind: None, most: 1 })?;
    transaction.commit()?;
    let made = made.ok_or_else(|| Problem::not_found(format!("There is no price alert {id} here.")))?;
    Ok(Answer::json(&PriceAlert { never_fires: reason(Some(&pool)), ..made }).with_status(201))
}

/// The condition in words.
fn sentence(pool: &PoolSummary, condition: PriceCondition, threshold: &str) -> String {
    let happens = match condition {
        PriceCondition::Above => format!("rises above {threshold}"),
        PriceCondition::Below => format!("falls below {threshold}"),
        PriceCondition::PercentChange24h => {
            format!("changes by {threshold}% or more in 24 hours, in either direction")
        }
    };
    let (priced, counted) = (pool.token1.word(), pool.token0.word());
    let (address, chain) = (pool.address.to_hex(), &pool.chain);
    format!("The price of {priced} in {counted} (pool {address} on {chain}) {happens}.")
}

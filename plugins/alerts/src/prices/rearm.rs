//! `PATCH /session/alerts/prices/{id}/rearm`.

use crate::access::AlertState;
use crate::prices::magnitude::{Magnitude, holds};
use crate::prices::never_fires::reason;
use crate::prices::{self, OwnPriceAlert, PriceAlert, PriceAlertPath, PriceCondition, SelectPriceAlert};
use quarry_pool_summaries::PoolSummary;
use quarry_sdk::prelude::*;

statement!(app_store, RearmPriceAlert, "src/prices/rearm_price_alert.sql");

/// Arm a price alert again
///
/// Arms a fired alert again; an alert that is watching stays as it is. `waits_for_crossing` says whether the condition holds now. Any
/// member of its space may.
#[endpoint(
    patch = "/session/alerts/prices/{id}/rearm", session, module = "prices", guard = OwnPriceAlert, body = PriceAlert
)]
pub fn rearm_price_alert(path: PriceAlertPath) -> Result<Answer, Problem> {
    let gone = || Problem::not_found(format!("There is no price alert {} here.", path.id));
    let before: PriceAlert = SelectPriceAlert {}.one()?.ok_or_else(gone)?;
    let pools = quarry_pool_summaries::at(vec![before.pool_address.0.clone()])?;
    let pool = pools.into_iter().find(|pool| pool.chain == before.chain);
    let never_fires = reason(pool.as_ref());
    if before.state == AlertState::Watching {
        return Ok(Answer::json(&PriceAlert { never_fires, ..before }));
    }
    let waits = pool.is_some_and(|pool| holds_now(&before, pool));
    let transaction = Transaction::begin()?;
    transaction.execute(RearmPriceAlert { waits, now: Time::now() })?;
    let alert = prices::of_guard(&transaction, path.id)?;
    transaction.commit()?;
    Ok(Answer::json(&PriceAlert { never_fires, ..alert }))
}

/// Tells whether the newest figures meet the condition.
fn holds_now(alert: &PriceAlert, pool: PoolSummary) -> bool {
    let Some(threshold) = Magnitude::read(&alert.threshold) else { return false };
    let measured = match alert.condition {
        PriceCondition::Above | PriceCondition::Below => pool.close,
        PriceCondition::PercentChange24h => pool.change_24h_percent,
    };
    holds(alert.condition, measured.as_deref(), &threshold)
}

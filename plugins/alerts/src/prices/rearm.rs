//! `PATCH /session/alerts/prices/{id}/rearm`.

use crate::access::AlertState;
use crate::prices::magnitude::{Magnitude, holds};
use crate::prices::{self, OwnPriceAlert, PriceAlert, PriceAlertPath, PriceCondition, SelectPriceAlert};
use quarry_sdk::prelude::*;

statement!(app_store, RearmPriceAlert, "src/prices/rearm_price_alert.sql");

/// Arm a price alert again
///
/// For any member of its space. `waits_for_crossing` says whether the condition holds now. One that is watching stays as it is.
#[endpoint(
    patch = "/session/alerts/prices/{id}/rearm", session, module = "prices", guard = OwnPriceAlert, body = PriceAlert
)]
pub fn rearm_price_alert(path: PriceAlertPath) -> Result<Answer, Problem> {
    let gone = || Problem::not_found(format!("There is no price alert {} here.", path.id));
    let before: PriceAlert = SelectPriceAlert {}.one()?.ok_or_else(gone)?;
    if before.state == AlertState::Watching {
        return Ok(Answer::json(&before));
    }
    let waits = holds_now(&before)?;
    let transaction = Transaction::begin()?;
    transaction.execute(RearmPriceAlert { waits, now: Time::now() })?;
    let after = prices::of_guard(&transaction, path.id)?;
    transaction.commit()?;
    Ok(Answer::json(&after))
}

/// Tells whether the newest figures meet the condition.
fn holds_now(alert: &PriceAlert) -> Result<bool, Problem> {
    let pools = quarry_pool_summaries::at(vec![alert.pool_address.0.clone()])?;
    let (Some(pool), Some(threshold)) =
        (pools.into_iter().find(|pool| pool.chain == alert.chain), Magnitude::read(&alert.threshold))
    else {
        return Ok(false);
    };
    let measured = match alert.condition {
        PriceCondition::Above | PriceCondition::Below => pool.close,
        PriceCondition::PercentChange24h => pool.change_24h_percent,
    };
    Ok(holds(alert.condition, measured.as_deref(), &threshold))
}

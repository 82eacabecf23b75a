//! `DELETE /session/alerts/prices/{id}`.

use crate::prices::{OwnPriceAlert, PriceAlertPath};
use quarry_sdk::prelude::*;

statement!(app_store, DeletePriceAlert, "src/prices/delete_price_alert.sql");

/// Remove a price alert
///
/// Removes the alert for the whole space. Any member of the space may.
#[endpoint(delete = "/session/alerts/prices/{id}", session, module = "prices", status = 204, guard = OwnPriceAlert)]
pub fn delete_price_alert(_path: PriceAlertPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(DeletePriceAlert {})?;
    transaction.commit()?;
    Ok(Answer::no_content())
}

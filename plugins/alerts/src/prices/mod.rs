//! Price thresholds.
//!
//! Always true here: a threshold is either watching or fired, and armed again by a member. `evaluation` fires it.

pub mod create;
pub mod delete;
pub mod magnitude;
pub mod never_fires;
pub mod rearm;

use crate::access::AlertState;
use quarry_price_orientation::PriceOrientation;
use quarry_sdk::prelude::*;

statement!(app_store, SelectPriceAlert, "src/prices/price_alert.sql");

/// A threshold of one of the caller's spaces: for any member.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/prices/own_price_alert.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no price alert {path.id} here."))]
pub struct OwnPriceAlert;

#[derive(Parameters)]
pub struct PriceAlertPath {
    /// The price alert.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
}

/// The condition on a price.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceCondition {
    /// The price is higher than the threshold.
    Above,
    /// The price is lower than the threshold.
    Below,
    /// The price changed in 24 hours by the threshold or more, in percent and in either direction.
    #[choice("percent_change_24h")]
    PercentChange24h,
}

/// The type of an alert.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceAlertType {
    Price,
}

/// The figure that was measured when it fired.
#[derive(Row, Schema, Serialize)]
pub struct FiredPrice {
    /// A decimal: the price, or the change in percent.
    #[schema(example = "2001.4")]
    pub measured_price: Option<String>,
    #[schema(example = 23_479_210)]
    pub block_number: Option<i64>,
    /// The time of the newest data that was measured.
    pub as_of: Option<Time>,
    pub at: Option<Time>,
}

/// A price threshold.
#[derive(Row, Schema, Serialize)]
pub struct PriceAlert {
    /// Id of the alert, unique among price alerts.
    #[schema(example = 1)]
    pub id: i64,
    pub r#type: PriceAlertType,
    /// The space that it belongs to.
    #[schema(example = 4)]
    pub space_id: i64,
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub pool_address: Address,
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    pub condition: PriceCondition,
    /// The orientation of the price that is measured.
    #[row(skip)]
    pub orientation: PriceOrientation,
    /// A decimal: token0 per token1, or percent.
    #[schema(example = "2000")]
    pub threshold: String,
    pub state: AlertState,
    /// True when it was made, or armed again, while its condition held: the condition has to cease before it counts.
    #[schema(example = false)]
    pub waits_for_crossing: bool,
    /// The reason for which it cannot fire with what is loaded here; null where it can, and while the warehouse, which knows that, does not
    /// answer.
    #[row(skip)]
    #[schema(
        example = "The market has no price here: no price event of it is loaded. The alert fires only once one is."
    )]
    pub never_fires: Option<String>,
    /// The condition in words.
    #[schema(
        example = "The price of WETH in USDC (pool 0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc on ethereum) rises above 2000."
    )]
    pub sentence: String,
    /// The measurement that fired the alert; null while it is watching.
    #[row(prefix = "fired_")]
    pub fired: Option<FiredPrice>,
    /// The person who made the alert.
    #[row(prefix = "created_by_")]
    pub created_by: NamedPerson,
    pub created_at: Time,
}

/// The alert of the guard, as the transaction sees it.
fn of_guard(transaction: &Transaction, id: i64) -> Result<PriceAlert, Problem> {
    let gone = || Problem::not_found(format!("There is no price alert {id} here."));
    transaction.one(SelectPriceAlert {})?.ok_or_else(gone)
}

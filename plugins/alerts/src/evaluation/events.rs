//! Events of alerts for the webhook endpoints of organizations.

use crate::prices::PriceCondition;
use quarry_chain_events::ChainEvent;
use quarry_liquidation_records::Liquidation;
use quarry_price_orientation::PriceOrientation;
use quarry_sdk::prelude::*;

/// A price alert fired.
#[derive(Schema, Serialize)]
pub struct PriceAlertTriggered {
    #[schema(example = 1)]
    pub alert_id: i64,
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub pool: Address,
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    pub condition: PriceCondition,
    /// The orientation of the price.
    pub orientation: PriceOrientation,
    /// A decimal: token0 per token1, or percent.
    #[schema(example = "2000")]
    pub threshold: String,
    /// A decimal: the price, or the change in percent.
    #[schema(example = "2001.4")]
    pub measured_price: String,
    #[schema(example = 23_479_210)]
    pub block_number: i64,
    /// The time of the newest data that was measured.
    pub as_of: Time,
}

impl Event for PriceAlertTriggered {
    const NAME: &'static str = "price_alert.triggered";
    const SUMMARY: &'static str = "A price alert of a member fired.";
}

/// A liquidation was recorded for which watches of the organization wait.
#[derive(Schema, Serialize)]
pub struct LiquidationRecorded {
    /// The watches that it meets, whether or not they have told already; the first 1,000.
    #[schema(example = [3])]
    pub watch_ids: Vec<i64>,
    /// The liquidation as `GET /liquidations` lists it.
    pub liquidation: Liquidation,
}

impl Event for LiquidationRecorded {
    const NAME: &'static str = "liquidation.recorded";
    const SUMMARY: &'static str = "A liquidation was recorded that a watch of the organization waits for.";
}

/// An event of the timeline was added for which watches of the organization wait.
#[derive(Schema, Serialize)]
pub struct ChainEventCreated {
    /// The watches that it meets, whether or not they have told already; the first 1,000.
    #[schema(example = [3])]
    pub watch_ids: Vec<i64>,
    /// The event as `GET /events` lists it. An event longer than 40 KiB has no sources, and then only the beginning of its summary.
    pub event: ChainEvent,
}

impl Event for ChainEventCreated {
    const NAME: &'static str = "chain_event.created";
    const SUMMARY: &'static str = "An event of the timeline was added that a watch of the organization waits for.";
}

//! What organizations' webhook endpoints are told of alerts.

use crate::prices::PriceCondition;
use quarry_event_categories::EventCategory;
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
    pub liquidation: RecordedLiquidation,
}

impl Event for LiquidationRecorded {
    const NAME: &'static str = "liquidation.recorded";
    const SUMMARY: &'static str = "A liquidation was recorded that a watch of the organization waits for.";
}

/// A token that was taken or repaid.
#[derive(Schema, Serialize, Clone)]
pub struct RecordedToken {
    /// Null where neither the event nor the registry of deployments names it.
    #[schema(example = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")]
    pub address: Option<Address>,
    /// Null when the token's contract is not in the registry.
    #[schema(example = "WETH")]
    pub symbol: Option<String>,
    /// Digits after the point of an amount; null when unknown.
    #[schema(example = 18)]
    pub decimals: Option<u64>,
}

/// A liquidation, as `GET /liquidations` lists it; its worth in dollars is there.
#[derive(Schema, Serialize, Clone)]
pub struct RecordedLiquidation {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    #[schema(example = 1)]
    pub chain_id: u64,
    #[schema(example = 19_529_493)]
    pub block_number: u64,
    pub block_timestamp: Time,
    /// `0x` and 64 hex digits.
    #[schema(example = "0xae7d664bdfcc54220df4f18d339005c6faf6e62c9ca79c56387bc0389274363b")]
    pub transaction_hash: String,
    /// The place of its log in the block; null where a file that somebody else decoded does not say.
    #[schema(example = 141)]
    pub log_index: Option<u64>,
    /// The protocol of the contract that emitted the event; null when nobody knows it.
    #[schema(example = "aave_v3")]
    pub protocol: Option<String>,
    /// Slug of the deployment; null when the registry does not know it.
    #[schema(example = "aave-v3")]
    pub deployment: Option<String>,
    /// Null where a file does not say.
    #[schema(example = "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2")]
    pub contract: Option<Address>,
    /// The account whose debt was repaid.
    #[schema(example = "0x80fb784b7ed66730e8b1dbd9820afd29931aab03")]
    pub borrower: Address,
    /// The account that repaid it and took the collateral.
    #[schema(example = "0x0e0478bb78c8fe80ee74ca2155509e7927cc812e")]
    pub liquidator: Address,
    /// The token that was taken; of Compound V2 the cToken.
    pub collateral: RecordedToken,
    /// In raw units.
    #[schema(example = "1526315789473684210")]
    pub collateral_amount_raw: String,
    /// The token that was repaid.
    pub debt: RecordedToken,
    /// In raw units; null where a file that somebody else decoded does not say.
    #[schema(example = "4350000000")]
    pub debt_amount_raw: Option<String>,
}

/// An event of the timeline was added for which watches of the organization wait.
#[derive(Schema, Serialize)]
pub struct ChainEventCreated {
    /// The watches that it meets, whether or not they have told already; the first 1,000.
    #[schema(example = [3])]
    pub watch_ids: Vec<i64>,
    pub event: CreatedEvent,
}

impl Event for ChainEventCreated {
    const NAME: &'static str = "chain_event.created";
    const SUMMARY: &'static str = "An event of the timeline was added that a watch of the organization waits for.";
}

/// An event of the timeline, as `GET /events` lists it; its sources and transactions are there.
#[derive(Row, Schema, Serialize, Clone)]
pub struct CreatedEvent {
    #[schema(example = 17)]
    pub id: i64,
    /// The key that it has in the registry it comes from.
    #[schema(example = "defihacklabs/src/test/2020-04/LendfMe_exp.sol")]
    pub key: String,
    pub category: EventCategory,
    #[schema(example = "LendfMe - ERC777 Reentrancy")]
    pub title: Option<String>,
    #[schema(example = "A reentrant token let one account withdraw its deposit twice.")]
    pub summary: Option<String>,
    /// Null when the day is unknown.
    #[schema(example = "2020-04-19T00:00:00Z")]
    pub occurred_at: Option<Time>,
    /// Slug of the chain, or its id where it has no slug; null when it happened on none or is not known.
    #[schema(example = "ethereum")]
    pub chain: Option<String>,
    /// EIP-155 chain id; null with `chain`.
    #[schema(example = 1)]
    pub chain_id: Option<i64>,
    #[schema(example = 9_899_725)]
    pub block_number: Option<i64>,
    /// The loss in the words of its sources.
    #[schema(example = "$25,000,000")]
    pub reported_loss: Option<String>,
    /// From 1 (small) to 5; null until somebody judged it.
    #[schema(example = 4)]
    pub severity: Option<i64>,
    /// True when somebody checked the event against its sources.
    pub verified: bool,
}

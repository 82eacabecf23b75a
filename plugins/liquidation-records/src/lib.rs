//! Liquidations, for families that list them or tell of them.
//!
//! Always true here: [`SelectLiquidationRecords`] gives of a liquidation what the family `lending` lists of it, digit for digit: both
//! read the rows that ingest finished. A figure that could not be derived is null.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectLiquidationRecords, "src/liquidation_records.sql");

/// A token that was owed, held or taken.
#[derive(Row, Schema, Serialize, Clone)]
pub struct LendingToken {
    /// The token's contract. Null where the event does not name it and the registry of deployments does not either.
    #[schema(example = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")]
    pub address: Option<Address>,
    /// The token's short name. Null when the token's contract is not in the registry.
    #[schema(example = "WETH")]
    pub symbol: Option<String>,
    /// Digits after the point of an amount; null when unknown: scaled amounts are then null too.
    #[schema(example = 18)]
    pub decimals: Option<u64>,
}

/// The decoder of a row.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecodedFrom {
    /// The warehouse, from the log.
    Log,
    /// Somebody else: the row was loaded as it is. Where the log is there too, that is served.
    File,
}

/// A liquidation: a liquidator repaid the debt of an account that was no longer healthy, and took collateral for it.
///
/// Decoded from `LiquidationCall` of Aave V1, V2, V3 and their forks, and `LiquidateBorrow` of Compound V2.
#[derive(Row, Schema, Serialize, Clone)]
pub struct Liquidation {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// The block that it happened in.
    #[schema(example = 19529493)]
    pub block_number: u64,
    /// The time of that block.
    pub block_timestamp: Time,
    /// The transaction that it happened in.
    // As a hash says it, in a pattern that is cheap to hold an event against.
    #[schema(pattern = "^0x[0-9a-f]+$", min_length = 66, max_length = 66)]
    pub transaction_hash: Hash,
    /// The place of its log in the block; null where a file that another program decoded does not say.
    #[schema(example = 141)]
    pub log_index: Option<u64>,
    /// `log`: decoded here; `file`: loaded as another program decoded it.
    pub decoded_from: DecodedFrom,
    /// The protocol of the contract that emitted the event; else what a file calls it; null when nobody knows it.
    #[schema(example = "aave_v3")]
    pub protocol: Option<String>,
    /// Slug of the deployment that the contract belongs to; null when the registry does not know it.
    #[schema(example = "aave-v3")]
    pub deployment: Option<String>,
    /// The contract that emitted the event: a pool, of Compound V2 the cToken that was borrowed. Null where a file does not say.
    #[schema(example = "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2")]
    pub contract: Option<Address>,
    /// The account whose debt was repaid.
    #[schema(example = "0x80fb784b7ed66730e8b1dbd9820afd29931aab03")]
    pub borrower: Address,
    /// The account that repaid it and took the collateral.
    #[schema(example = "0x0e0478bb78c8fe80ee74ca2155509e7927cc812e")]
    pub liquidator: Address,
    /// The token that was taken; of Compound V2 the cToken.
    #[row(prefix = "collateral_")]
    pub collateral: LendingToken,
    /// The amount that was taken, in raw units.
    #[schema(example = "1526315789473684210")]
    pub collateral_amount_raw: DecimalText,
    /// The amount that was taken, decimals applied; null while they are unknown.
    #[schema(example = "1.52631578947368421")]
    pub collateral_amount: Option<DecimalText>,
    /// The value that was taken in US dollars, at the newest hourly close before the hour of the event in a pool with a dollar
    /// token; where no such pool had a close in the day before, by a second hop over wrapped ether, which `collateral_usd_via`
    /// names. Null without either.
    #[schema(example = "4578.947368421052631578")]
    pub collateral_usd: Option<DecimalText>,
    /// The token in the middle, where the worth was found by a second hop; else null.
    #[schema(example = "WETH")]
    pub collateral_usd_via: Option<String>,
    /// The token that was repaid; of Compound V2 the underlying token of the contract.
    #[row(prefix = "debt_")]
    #[schema(example = { "address": "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "symbol": "USDC", "decimals": 6 })]
    pub debt: LendingToken,
    /// The amount that was repaid, in raw units; null where a file that another program decoded does not say.
    #[schema(example = "4350000000")]
    pub debt_amount_raw: Option<DecimalText>,
    /// The amount that was repaid, decimals applied; null while they are unknown.
    #[schema(example = "4350")]
    pub debt_amount: Option<DecimalText>,
    /// The value that was repaid in US dollars, derived as `collateral_usd` is.
    #[schema(example = "4350")]
    pub debt_usd: Option<DecimalText>,
    /// The token in the middle, as in `collateral_usd_via`.
    pub debt_usd_via: Option<String>,
    /// Interest that the debt had accrued, in raw units; null where the event does not say (all but Aave V1).
    #[schema(example = "47673437250000000")]
    pub accrued_interest_amount_raw: Option<DecimalText>,
    /// The interest with decimals applied.
    #[schema(example = "0.04767343725")]
    pub accrued_interest_amount: Option<DecimalText>,
    /// True when the liquidator took aTokens instead of the tokens that they stand for; null where the event does not say
    /// (Compound V2).
    #[schema(example = false)]
    pub receives_deposit_token: Option<bool>,
}

/// A liquidation's place on its chain.
#[derive(Debug, Clone, Copy)]
pub struct LiquidationPlace {
    pub block_number: u64,
    pub block_timestamp: Time,
    /// The place of its log in the block or, where a file does not say, what stands for it.
    pub log_place: u64,
}

/// A liquidation at its place.
#[derive(Row)]
pub struct PlacedLiquidation {
    #[row(flatten)]
    pub liquidation: Liquidation,
    pub log_place: u64,
}

/// Reads the liquidations that stand at these places of one chain; what was taken back since is left out.
pub fn liquidations_at(chain_id: u64, places: &[LiquidationPlace]) -> Result<Vec<PlacedLiquidation>, Problem> {
    let times = || places.iter().map(|place| place.block_timestamp);
    let (Some(from), Some(to)) = (times().min(), times().max()) else { return Ok(Vec::new()) };
    let blocks = places.iter().map(|place| place.block_number).collect();
    let places = places.iter().map(|place| place.log_place).collect();
    SelectLiquidationRecords { chain_id, from, to, blocks, places }.all()
}

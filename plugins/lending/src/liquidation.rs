//! Liquidations: the rows that `GET /liquidations` and the tracking pages list.

use crate::filters::{EARLIEST, LATEST};
use crate::token::LendingToken;
use quarry_sdk::ObjectBuilder;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectLiquidations, "sql/liquidations.sql");
statement!(warehouse, CountLiquidations, "sql/count_liquidations.sql");

/// The source of the rows, as bodies name it.
pub const SOURCE: &str = "event_logs";

/// The decoder of a row.
#[derive(Choice, Clone, Copy)]
pub enum DecodedFrom {
    /// The warehouse, from the log.
    Log,
    /// Somebody else: the row was loaded as it is. Where the log is there too, that is served.
    File,
}

/// Somebody repaid the debt of an account that was no longer healthy, and took collateral for it.
///
/// Decoded from `LiquidationCall` of Aave V1, V2, V3 and their forks, and `LiquidateBorrow` of Compound V2.
#[derive(Schema)]
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
    pub transaction_hash: Hash,
    /// The place of its log in the block; null where a file that somebody else decoded does not say.
    #[schema(example = 141)]
    pub log_index: Option<u64>,
    /// `log`: decoded here; `file`: loaded as somebody else decoded it.
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
    #[schema(example = { "address": "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "symbol": "USDC", "decimals": 6 })]
    pub debt: LendingToken,
    /// The amount that was repaid, in raw units; null where a file that somebody else decoded does not say.
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
    /// The same, decimals applied.
    #[schema(example = "0.04767343725")]
    pub accrued_interest_amount: Option<DecimalText>,
    /// True when the liquidator took aTokens instead of the tokens that they stand for; null where the event does not say
    /// (Compound V2).
    #[schema(example = false)]
    pub receives_deposit_token: Option<bool>,
}

/// The filters of the lists.
#[derive(Clone)]
pub struct Filter {
    pub from: Time,
    /// Exclusive.
    pub to: Time,
    pub block_from: u64,
    /// Inclusive.
    pub block_to: u64,
    pub chain: Option<Chain>,
    pub protocol: Option<String>,
    /// The slug of the deployment.
    pub slug: Option<String>,
    /// The token that was taken.
    pub collateral: Option<Token>,
    /// The token that was taken or repaid.
    pub side: Option<Token>,
    /// The account whose debt was repaid.
    pub borrower: Option<Address>,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            from: EARLIEST,
            to: LATEST,
            block_from: 0,
            block_to: u64::MAX,
            chain: None,
            protocol: None,
            slug: None,
            collateral: None,
            side: None,
            borrower: None,
        }
    }
}

/// Adds a page of matching liquidations with `as_of`, `as_of_block`, `source` and `matching` before it.
pub fn add_page(object: ObjectBuilder, filter: Filter) -> Result<ObjectBuilder, Problem> {
    let matching = count(filter.clone())?;
    let is_one_chain = filter.chain.is_some();
    let rows = select(filter)?;
    let as_of_block = if is_one_chain { rows.integer(0, "block_number") } else { None };
    Ok(object
        .member("as_of", &rows.time(0, "block_timestamp"))
        .member("as_of_block", &as_of_block)
        .member("source", SOURCE)
        .member("matching", &matching)
        .page("liquidations", rows))
}

fn select(filter: Filter) -> Result<ResultSet, Problem> {
    let (collateral_symbol, collateral_address) = Token::split(filter.collateral);
    let (side_symbol, side_address) = Token::split(filter.side);
    let statement = SelectLiquidations {
        from: filter.from,
        to: filter.to,
        block_from: filter.block_from,
        block_to: filter.block_to,
        chain_id: filter.chain.map(|chain| chain.0),
        protocol: filter.protocol,
        slug: filter.slug,
        collateral_symbol,
        collateral_address,
        side_symbol,
        side_address,
        borrower: filter.borrower.map(|borrower| borrower.0),
    };
    Ok(statement.query()?)
}

fn count(filter: Filter) -> Result<i64, Problem> {
    let (collateral_symbol, collateral_address) = Token::split(filter.collateral);
    let (side_symbol, side_address) = Token::split(filter.side);
    let statement = CountLiquidations {
        from: filter.from,
        to: filter.to,
        block_from: filter.block_from,
        block_to: filter.block_to,
        chain_id: filter.chain.map(|chain| chain.0),
        protocol: filter.protocol,
        slug: filter.slug,
        collateral_symbol,
        collateral_address,
        side_symbol,
        side_address,
        borrower: filter.borrower.map(|borrower| borrower.0),
    };
    Ok(statement.query()?.integer(0, "matching").unwrap_or_default())
}

//! `GET /absorptions`.

use crate::filters;
use crate::liquidation::SOURCE;
use crate::words;
use quarry_lending_words::LendingWordKind;
use quarry_liquidation_records::{DecodedFrom, LendingToken};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectAbsorptions, "sql/absorptions.sql");
statement!(warehouse, CountAbsorptions, "sql/count_absorptions.sql");

#[derive(Parameters)]
pub struct AbsorptionsQuery {
    /// Only of this market: the slug of its deployment, or its address.
    #[parameter(example = "compound-v3-usdc")]
    market: Option<Token>,
    /// Only at or after this day or time.
    #[parameter(example = "2026-09-01")]
    from: Option<TimeFrom>,
    /// Only before this time, or on or before this day.
    #[parameter(example = "2026-10-31")]
    to: Option<TimeTo>,
    /// Only on this chain: slug or chain id.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

/// The part of an account that was absorbed.
#[derive(Choice, Clone, Copy)]
pub enum AbsorptionKind {
    /// `AbsorbDebt`: the market took the debt over.
    Debt,
    /// `AbsorbCollateral`: and this collateral for it.
    Collateral,
}

/// A market of Compound III took over the debt of an account that was no longer healthy, or one of its collaterals.
///
/// Decoded from `AbsorbDebt` and `AbsorbCollateral`. An absorption is one `debt` and as many `collateral` as the account
/// had, in one transaction.
#[derive(Schema)]
pub struct Absorption {
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
    /// The place of its log in the block; null where a file that another program decoded does not say.
    #[schema(example = 141)]
    pub log_index: Option<u64>,
    /// `log`: decoded here; `file`: loaded as another program decoded it.
    pub decoded_from: DecodedFrom,
    /// The contract of the market.
    #[schema(example = "0xc3d688b66703497daa19211eedff47f25384cdc3")]
    pub market: Address,
    /// Slug of the deployment that the market is; null when the registry of deployments does not know it.
    #[schema(example = "compound-v3-usdc")]
    pub deployment: Option<String>,
    /// `debt` or `collateral`.
    pub kind: AbsorptionKind,
    /// The account that called for it.
    #[schema(example = "0x36331e299247e5d0d3261e1d9852f6e0cffee95c")]
    pub absorber: Address,
    /// The account that was absorbed.
    #[schema(example = "0xb7b7eb7e9611975bc9715f22ce7e6ee288296fd4")]
    pub borrower: Address,
    /// The token that was absorbed; of a debt the base token of the market, as the registry of deployments names it.
    #[schema(example = { "address": "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "symbol": "USDC", "decimals": 6 })]
    pub asset: LendingToken,
    /// The amount in raw units of the asset.
    #[schema(example = "10182652793952")]
    pub amount_raw: DecimalText,
    /// The amount with decimals applied; null while they are unknown.
    #[schema(example = "10182652.793952")]
    pub amount: Option<DecimalText>,
    /// Value in US dollars, as the market valued it. The value of a debt is that of its collateral times the liquidation factor: adding the
    /// two kinds up counts twice.
    #[schema(example = "10178581.02477991")]
    pub usd_value: DecimalText,
}

#[derive(Schema)]
pub struct Absorptions {
    /// Always `compound_v3`: no other protocol absorbs.
    #[schema(example = "compound_v3")]
    pub protocol: String,
    /// Time of the newest absorption in this page; null when it is empty.
    pub as_of: Option<Time>,
    /// Block of that absorption, where one chain was asked for; else null.
    #[schema(example = 19529493)]
    pub as_of_block: Option<u64>,
    /// Always `event_logs`: decoded from the logs of the markets.
    #[schema(example = "event_logs")]
    pub source: String,
    /// Absorptions that match, on all pages together.
    #[schema(example = 321)]
    pub matching: u64,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Absorptions, the newest first.
    #[schema(rows = SelectAbsorptions)]
    pub absorptions: Vec<Absorption>,
}

/// Absorptions of Compound III, newest first
///
/// Compound III has no liquidators who repay: a market absorbs the account, takes its debt over, and sells the collateral
/// later.
#[endpoint(get = "/absorptions", key = "read", module = "lending", answers = everyone, paged, body = Absorptions)]
pub fn list_absorptions(query: AbsorptionsQuery) -> Result<Answer, Problem> {
    let (from, to) = filters::bounds(query.from, query.to);
    let (market_slug, market_address) = Token::split(query.market);
    let chain_id = query.chain.map(|chain| chain.0);
    let slug = market_slug.as_deref().filter(|slug| !slug.is_empty()).map(str::to_lowercase);
    words::check("market", LendingWordKind::Deployment, slug.as_deref())?;
    let counted = CountAbsorptions {
        from,
        to,
        chain_id,
        market_slug: market_slug.clone(),
        market_address: market_address.clone(),
    };
    let matching = counted.query()?.integer(0, "matching").unwrap_or_default();
    let rows = SelectAbsorptions { from, to, chain_id, market_slug, market_address }.query()?;
    let as_of_block = chain_id.and_then(|_| rows.integer(0, "block_number"));
    Ok(Answer::object()
        .member("protocol", "compound_v3")
        .member("as_of", &rows.time(0, "block_timestamp"))
        .member("as_of_block", &as_of_block)
        .member("source", SOURCE)
        .member("matching", &matching)
        .page("absorptions", rows)
        .into())
}

//! Pools ranked by activity: what `GET /pairs` and `GET /public/prices` list.

use crate::hours::RankingHours;
use crate::pool::{PairSource, PoolToken};
use crate::series::Orientation;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectRankedPools, "sql/ranked_pools.sql", source: PairSource);
statement!(warehouse, SelectEarlierRankedPools, "sql/earlier_ranked_pools.sql", source: PairSource);
statement!(warehouse, SelectPriceBlock, "sql/price_block.sql");

/// The data that the figures are made of, as bodies name it.
pub const SOURCE: &str = "price_bars";

/// The reason why a pool has no price.
#[derive(Choice, Clone, Copy)]
pub enum PriceReason {
    /// Nothing happened in it that sets a price.
    NoPriceEvent,
    /// The decimals of a token are unknown.
    DecimalsUnknown,
    /// It is like Solidly's, and nobody said whether it is stable.
    CurveUnknown,
}

/// A pool and what happened in it in the 24 hours before `ranked_at`.
#[derive(Schema)]
pub struct RankedPool {
    /// The pool's contract.
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub address: Address,
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// Slug of the exchange that the pool belongs to.
    #[schema(example = "uniswap_v2")]
    pub protocol: String,
    /// `v2`: priced by its reserves; `v3`: priced by its swaps.
    pub source: PairSource,
    /// The pool's fee in hundredths of a basis point (3000 is 0.3%); null where the pool does not say.
    #[schema(example = 3000)]
    pub fee: Option<u64>,
    /// The token that prices are counted in.
    pub token0: PoolToken,
    /// The token that is priced.
    #[schema(example = { "address": "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", "symbol": "WETH", "decimals": 18 })]
    pub token1: PoolToken,
    /// The full hour that the pool's chain is ranked at: the one that its newest event falls in. Null while the chain has none.
    pub ranked_at: Option<Time>,
    /// Swaps in the 24 hours before `ranked_at`.
    #[schema(example = 5120)]
    pub trades_24h: u64,
    /// token0 that changed hands in those hours; null while its decimals are unknown.
    #[schema(example = "8963867.257726")]
    pub volume_token0_24h: Option<DecimalText>,
    /// token1 that changed hands in those hours; null while its decimals are unknown.
    #[schema(example = "3944.060241338290047152")]
    pub volume_token1_24h: Option<DecimalText>,
    /// The newest price before `ranked_at`, token0 per token1, or, of a pool that had none before, its newest one; null without one
    /// or while decimals are unknown.
    pub price: Option<DecimalText>,
    /// The time at which that price was set; null when the pool had no price event yet.
    pub price_at: Option<Time>,
    /// The reason why there is no price; null where there is a price.
    pub price_reason: Option<PriceReason>,
    /// The volume of those hours in US dollars: that of a side whose value is known, by a dollar token or the busiest pool with
    /// one. Null where neither side's value is known.
    #[schema(example = "8963867.257726")]
    pub volume_usd_24h: Option<DecimalText>,
    /// The change of the price in those hours, in percent; null where there was no price in the day before them.
    #[schema(example = "-1.250417")]
    pub change_24h_percent: Option<DecimalText>,
    /// The value in the pool in US dollars, by the reserves after its newest event; null for V3 pools, whose swaps do not tell
    /// it, and where no side's value is known.
    #[schema(example = "105932411.2804")]
    pub liquidity_usd: Option<DecimalText>,
    /// The time at which those reserves were set.
    pub liquidity_at: Option<Time>,
}

/// The filters of the ranked lists.
pub struct Filter {
    pub base: Option<Token>,
    pub quote: Option<Token>,
    pub q: Option<String>,
    pub source: Option<PairSource>,
    pub chain: Option<Chain>,
}

/// One page of the ranking. The first page takes each chain's ranking as of its newest full hour in the warehouse and pins it,
/// so that a walk sees one ranking however long it takes.
pub fn page(request: &Request, filter: Filter) -> Result<Answer, Problem> {
    let chain_id = filter.chain.map(|chain| chain.0);
    let hours = RankingHours::of(request, chain_id)?;
    let (base_symbol, base_address) = Token::split(filter.base);
    let (quote_symbol, quote_address) = Token::split(filter.quote);
    let (q_digits, q) = (filter.q.as_deref().map(address_digits), filter.q);
    let source = filter.source;
    let pools = match hours.are_newest() {
        true => {
            SelectRankedPools { base_symbol, base_address, quote_symbol, quote_address, q_digits, q, source, chain_id }
                .query()?
        }
        false => SelectEarlierRankedPools {
            base_symbol,
            base_address,
            quote_symbol,
            quote_address,
            q_digits,
            q,
            source,
            chain_id,
            chain_ids: hours.chain_ids(),
            starts: hours.starts(),
            hours: hours.seconds(),
        }
        .query()?,
    };
    let shown = pools.row_count().min(request.page_size());
    let newest = |column| (0..shown).filter_map(|row| pools.time(row, column)).max();
    let as_of = newest("price_at").max(newest("liquidity_at"));
    let as_of_block = match chain_id {
        Some(chain_id) => newest_block(&pools, shown, chain_id)?,
        None => None,
    };
    Ok(Answer::object()
        .member("orientation", Orientation::Token0PerToken1.word())
        .member("ranked_at", &hours.newest())
        .member("as_of", &as_of)
        .member("as_of_block", &as_of_block)
        .member("source", SOURCE)
        .page("pools", pools)
        .pin("ranked_at", hours.pinned())
        .into())
}

/// The block of the newest price that is shown.
fn newest_block(pools: &ResultSet, shown: usize, chain_id: u64) -> Result<Option<i64>, Problem> {
    let newest = (0..shown).filter_map(|row| Some((pools.time(row, "price_at")?, row))).max();
    let Some((at, row)) = newest else { return Ok(None) };
    let Value::Bytes(pool) = pools.value(row, "address") else { return Ok(None) };
    let hour = 3_600_000_000;
    let start = Time { microseconds: at.microseconds.div_euclid(hour) * hour };
    Ok(SelectPriceBlock { chain_id, pool, start }.query()?.integer(0, "block"))
}

/// Digits of an address that somebody searches for: what begins with `0x`, or at least six hex digits. Empty for anything else.
pub fn address_digits(text: &str) -> String {
    let text = text.trim().to_ascii_lowercase();
    let (digits, is_marked) = match text.strip_prefix("0x") {
        Some(digits) => (digits, true),
        None => (text.as_str(), false),
    };
    let is_hex = digits.chars().all(|digit| digit.is_ascii_hexdigit());
    if is_hex && (is_marked || digits.len() >= 6) { digits.to_owned() } else { String::new() }
}

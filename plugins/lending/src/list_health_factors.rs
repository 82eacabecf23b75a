//! `GET /health_factors`.

use crate::filters::{self, ALL};
use crate::words;
use quarry_lending_words::LendingWordKind;
use quarry_sdk::Decimal;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectNearestSnapshot, "sql/nearest_snapshot.sql");
statement!(warehouse, SelectSnapshotChains, "sql/snapshot_chains.sql");
statement!(warehouse, SelectHealthFactors, "sql/health_factors.sql");

/// The source of the rows, as bodies name it.
pub const SOURCE: &str = "snapshots";
/// Digits that the warehouse keeps of a health factor, before the point and behind it.
const WHOLE_DIGITS: usize = 40;
const FRACTION_DIGITS: usize = 18;

#[derive(Parameters)]
pub struct HealthFactorsQuery {
    /// Only accounts of this protocol.
    #[parameter(max_length = 64, example = "aave_v3")]
    protocol: Option<String>,
    /// The snapshot taken at this block, else the newest before it. Left out, it is the newest of all.
    #[parameter(minimum = 0, example = "30000000")]
    block: Option<i64>,
    /// Only this account.
    #[parameter(example = "0x80fb784b7ed66730e8b1dbd9820afd29931aab03")]
    account: Option<Address>,
    /// Only accounts whose health factor is this or more.
    #[parameter(example = "1")]
    min_hf: Option<Decimal>,
    /// Only accounts whose health factor is this or less.
    #[parameter(example = "1.1")]
    max_hf: Option<Decimal>,
    /// The snapshot's chain, slug or id; needed with `block` when several chains have snapshots.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

/// The amount of one token that an account has or owes.
#[derive(Schema)]
pub struct Balance {
    /// The token's contract.
    #[schema(example = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")]
    pub address: Address,
    /// The token's short name. Null when the token's contract is not in the registry.
    #[schema(example = "WETH")]
    pub symbol: Option<String>,
    /// Digits after the point of an amount; null when unknown: the scaled amount is then null too.
    #[schema(example = 18)]
    pub decimals: Option<u64>,
    /// The amount in raw units.
    #[schema(example = "1526315789473684210")]
    pub amount_raw: DecimalText,
    /// The amount with decimals applied.
    #[schema(example = "1.52631578947368421")]
    pub amount: Option<DecimalText>,
}

/// An account in a snapshot.
#[derive(Schema)]
pub struct HealthFactor {
    /// The protocol that the account is one of.
    #[schema(example = "aave_v3")]
    pub protocol: String,
    /// The account that has the position.
    #[schema(example = "0x80fb784b7ed66730e8b1dbd9820afd29931aab03")]
    pub account: Address,
    /// Collateral at its liquidation thresholds over debt: below 1 the account can be liquidated. Null when it owes nothing.
    #[schema(example = "1.042718281828459045")]
    pub health_factor: Option<DecimalText>,
    /// All collateral in US dollars; null when the snapshot does not say.
    #[schema(example = "4578.94")]
    pub collateral_usd: Option<DecimalText>,
    /// All debt in US dollars; null when the snapshot does not say.
    #[schema(example = "3644.28")]
    pub debt_usd: Option<DecimalText>,
    /// The amounts that it has, by token.
    pub collaterals: Vec<Balance>,
    /// The amounts that it owes, by token.
    #[schema(example = [{ "address": "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "symbol": "USDC", "decimals": 6, "amount_raw": "3644280000", "amount": "3644.28" }])]
    pub debts: Vec<Balance>,
}

#[derive(Schema)]
pub struct HealthFactors {
    /// The protocol that was asked for, or `all`.
    #[schema(example = "aave_v3")]
    pub protocol: String,
    /// The chain of the snapshot; null without one.
    #[schema(example = "ethereum")]
    pub chain: Option<String>,
    /// The block that the snapshot was taken at: the one that was asked for, or the nearest before it; null without one.
    #[schema(example = 19529493)]
    pub snapshot_block: Option<u64>,
    /// Time of the snapshot's block.
    pub snapshot_at: Option<Time>,
    /// The time that the answer stands for: `snapshot_at`.
    pub as_of: Option<Time>,
    /// The block that the answer stands for: `snapshot_block`.
    #[schema(example = 19529493)]
    pub as_of_block: Option<u64>,
    /// Always `snapshots`: computed elsewhere and loaded from files.
    #[schema(example = "snapshots")]
    pub source: String,
    #[schema(flatten)]
    pub page: PageMembers,
    /// The least healthy first; those without a health factor last.
    #[schema(rows = SelectHealthFactors)]
    pub health_factors: Vec<HealthFactor>,
}

/// Health factors at a snapshot block
///
/// The accounts of one snapshot, that of `block` or the nearest before it: `snapshot_block` names it. All protocols that
/// have a snapshot at that very block are in it. A walk by cursor stays in the snapshot of its first page.
#[endpoint(get = "/health_factors", key = "read", module = "lending", answers = everyone, paged, body = HealthFactors)]
pub fn list_health_factors(request: &Request, query: HealthFactorsQuery) -> Result<Answer, Problem> {
    let min_hf = query.min_hf.map(|decimal| comparable("min_hf", decimal)).transpose()?;
    let max_hf = query.max_hf.map(|decimal| comparable("max_hf", decimal)).transpose()?;
    if let (Some(min), Some(max)) = (&min_hf, &max_hf)
        && is_above(min, max)
    {
        let detail = format!("min_hf is {min} and max_hf is {max}: no health factor lies between them.");
        return Err(Problem::invalid_parameter("min_hf", detail));
    }
    words::check("protocol", LendingWordKind::Protocol, query.protocol.as_deref())?;
    let protocol = query.protocol;
    let (chain_id, block) = match (request.pinned("chain_id"), request.pinned("block")) {
        (Some(Value::Uint64(chain_id)), Some(Value::Uint64(block))) => (Some(*chain_id), Some(*block)),
        _ => {
            let chain_id = query.chain.map(|chain| chain.0);
            let block = query.block.map(filters::block_number);
            if let (None, Some(block)) = (chain_id, block) {
                refuse_several_chains(block, protocol.clone())?;
            }
            (chain_id, block)
        }
    };
    let snapshot = SelectNearestSnapshot { block, chain_id, protocol: protocol.clone() }.query()?;
    let number = |column| snapshot.integer(0, column).map(filters::block_number);
    let (chain_id, block_number) = (number("chain_id"), number("block_number"));
    let rows = SelectHealthFactors {
        chain_id: chain_id.unwrap_or_default(),
        block_number: block_number.unwrap_or_default(),
        protocol: protocol.clone(),
        account: query.account.map(|account| account.0),
        min_hf,
        max_hf,
    }
    .defer()?;
    let taken_at = snapshot.time(0, "block_timestamp");
    Ok(Answer::object()
        .member("protocol", protocol.as_deref().unwrap_or(ALL))
        .member("chain", &snapshot.text(0, "chain"))
        .member("snapshot_block", &block_number)
        .member("snapshot_at", &taken_at)
        .member("as_of", &taken_at)
        .member("as_of_block", &block_number)
        .member("source", SOURCE)
        .page("health_factors", rows)
        .pin("chain_id", Value::Uint64(chain_id.unwrap_or_default()))
        .pin("block", Value::Uint64(block_number.unwrap_or_default()))
        .into())
}

/// A block number means something on one chain only.
fn refuse_several_chains(block: u64, protocol: Option<String>) -> Result<(), Problem> {
    let rows = SelectSnapshotChains { protocol }.query()?;
    let chains: Vec<String> = (0..rows.row_count()).filter_map(|row| rows.text(row, "chain")).collect();
    match chains.len() {
        0 | 1 => Ok(()),
        _ => Err(Problem::invalid_parameter(
            "chain",
            format!(
                "Several chains have snapshots and each counts its own blocks: pass chain with block {block}, one of {}.",
                chains.join(", ")
            ),
        )
        .with("chains", chains)),
    }
}

/// True when one decimal is above another: by sign, then by the digits before the point, then by those behind it.
fn is_above(one: &str, other: &str) -> bool {
    let parts = |text: &str| {
        let is_negative = text.starts_with('-');
        let digits = text.trim_start_matches(['-', '+']);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let whole = whole.trim_start_matches('0');
        (is_negative, format!("{whole:0>WHOLE_DIGITS$}{fraction:0<FRACTION_DIGITS$}"))
    };
    let ((is_negative, digits), (is_other_negative, other_digits)) = (parts(one), parts(other));
    match (is_negative, is_other_negative) {
        (false, false) => digits > other_digits,
        (true, true) => digits < other_digits,
        (false, true) => digits.bytes().chain(other_digits.bytes()).any(|digit| digit != b'0'),
        (true, false) => false,
    }
}

/// A bound that the warehouse can compare with a health factor exactly.
fn comparable(parameter: &str, decimal: Decimal) -> Result<String, Problem> {
    let digits = decimal.0.trim_start_matches('-');
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() > WHOLE_DIGITS || fraction.len() > FRACTION_DIGITS {
        return Err(Problem::invalid_parameter(
            parameter,
            format!(
                "{parameter} is {}: give at most {WHOLE_DIGITS} digits before the point and {FRACTION_DIGITS} behind it.",
                decimal.0
            ),
        ));
    }
    Ok(decimal.0)
}

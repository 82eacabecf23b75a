//! `GET /liquidations`.

use crate::filters::{self, ALL};
use crate::liquidation::{self, Filter, SelectLiquidations};
use crate::words;
use quarry_lending_words::LendingWordKind;
use quarry_liquidation_records::Liquidation;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct LiquidationsQuery {
    /// Only this protocol's: `aave_v1`, `aave_v2`, `aave_v3`, `compound_v2`, or the word of any deployment that is registered.
    #[parameter(max_length = 64, example = "aave_v3")]
    protocol: Option<String>,
    /// Only the contracts of this deployment, by its slug: it tells forks of one protocol apart.
    #[parameter(max_length = 64, example = "aave-v3")]
    deployment: Option<String>,
    /// Only where this token was taken: a symbol or an address. Of Compound V2 that is a cToken.
    #[parameter(example = "WETH")]
    collateral: Option<Token>,
    /// Only at or after this day or time.
    #[parameter(example = "2026-09-01")]
    from: Option<TimeFrom>,
    /// Only before this time, or on or before this day.
    #[parameter(example = "2026-10-31")]
    to: Option<TimeTo>,
    /// Only in this block and later ones. Each chain counts its own blocks: give `chain` too.
    #[parameter(minimum = 0, example = "18000000")]
    block_from: Option<i64>,
    /// Only in this block and earlier ones.
    #[parameter(minimum = 0, example = "30000000")]
    block_to: Option<i64>,
    /// Only on this chain: slug or chain id.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

#[derive(Schema)]
pub struct Liquidations {
    /// The protocol that was asked for, or `all`.
    #[schema(example = "aave_v3")]
    pub protocol: String,
    /// Time of the newest liquidation in this page; null when it is empty.
    pub as_of: Option<Time>,
    /// Block of that liquidation, where one chain was asked for; else null.
    #[schema(example = 19529493)]
    pub as_of_block: Option<u64>,
    /// Always `event_logs`: decoded from the logs of the lending contracts.
    #[schema(example = "event_logs")]
    pub source: String,
    /// Liquidations that match, on all pages together.
    #[schema(example = 1234)]
    pub matching: u64,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Liquidations, the newest first.
    #[schema(rows = SelectLiquidations)]
    pub liquidations: Vec<Liquidation>,
}

/// Liquidations of pool lenders, newest first
///
/// Liquidations of Aave V1, V2, V3, their forks and Compound V2, decoded from their logs. Pools of several protocols emit
/// the same event: each row belongs to the protocol and deployment that the registry names for the contract that emitted
/// it. Contracts that the registry does not know are listed with `protocol` null, and only when no protocol is asked for.
#[endpoint(get = "/liquidations", key = "read", module = "lending", answers = everyone, paged, body = Liquidations)]
pub fn list_liquidations(query: LiquidationsQuery) -> Result<Answer, Problem> {
    let (from, to) = filters::bounds(query.from, query.to);
    words::check("protocol", LendingWordKind::Protocol, query.protocol.as_deref())?;
    words::check("deployment", LendingWordKind::Deployment, query.deployment.as_deref())?;
    let protocol = query.protocol;
    let object = Answer::object().member("protocol", protocol.as_deref().unwrap_or(ALL));
    let filter = Filter {
        from,
        to,
        block_from: query.block_from.map_or(0, filters::block_number),
        block_to: query.block_to.map_or(u64::MAX, filters::block_number),
        chain: query.chain,
        protocol,
        slug: query.deployment,
        collateral: query.collateral,
        ..Filter::default()
    };
    Ok(liquidation::add_page(object, filter)?.into())
}

//! Pages of liquidations: the rows that `GET /liquidations` and the tracking pages list.

use crate::filters::{EARLIEST, LATEST};
use quarry_sdk::ObjectBuilder;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectLiquidations, "sql/liquidations.sql");
statement!(warehouse, CountLiquidations, "sql/count_liquidations.sql");

/// The source of the rows, as bodies name it.
pub const SOURCE: &str = "event_logs";

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

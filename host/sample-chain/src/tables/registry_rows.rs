//! Rows of what exists before anything happens: tokens and pools.

use super::csv::Line;
use crate::ledger::opening_step;
use crate::market::{Calendar, STEP_SECONDS};
use crate::registry::{self, Lender, PoolEntry, Protocol, Token};
use crate::{SampleChain, SampleNetwork};

pub(super) const TOKEN_COLUMNS: &str = "address,symbol,name,decimals,total_supply,block_number";
pub(super) const POOL_COLUMNS: &str = "address,protocol,source,token0,token1,fee,created_block_number";

/// The tokens of the chosen pools and of the lenders, each once; how many rows were written.
pub(super) fn write_tokens(chain: &SampleChain, network: SampleNetwork, buffer: &mut Vec<u8>) -> u64 {
    let mut tokens: Vec<&Token> = Vec::new();
    let traded = chain.pools(network).flat_map(|pool| [pool.token0, pool.token1]);
    for token in traded.chain(registry::lenders(network).flat_map(Lender::tokens)) {
        if !tokens.contains(&token) {
            tokens.push(token);
        }
    }
    for token in &tokens {
        let mut line = Line::new(buffer);
        line.hex(token.address).text(token.symbol).text(token.name);
        if token.decimals_published {
            line.number(token.decimals)
        } else {
            line.empty(1)
        };
        line.empty(2).end();
    }
    tokens.len() as u64
}

/// The chosen pools; how many rows were written.
pub(super) fn write_pools(chain: &SampleChain, network: SampleNetwork, buffer: &mut Vec<u8>) -> u64 {
    let mut rows = 0;
    for pool in chain.pools(network) {
        let mut line = Line::new(buffer);
        line.hex(pool.address()).text(pool.protocol.name()).text(pool.protocol.source());
        line.hex(pool.token0.address).hex(pool.token1.address);
        match pool.protocol {
            Protocol::UniswapV3 { fee } => line.number(fee),
            Protocol::UniswapV2 | Protocol::Sushiswap => line.empty(1),
        };
        line.number(created_block_number(chain, pool)).end();
        rows += 1;
    }
    rows
}

/// The block in which the simulation creates the pool.
fn created_block_number(chain: &SampleChain, pool: &PoolEntry) -> u64 {
    let clock = &pool.network.facts().clock;
    let moment = Calendar::new(chain.options()).moment(opening_step(pool, chain.options().days));
    let slots = (STEP_SECONDS / clock.slot_seconds).unsigned_abs() as u32;
    let slot = i64::from(pool.opening_slot(slots));
    clock.number_at(clock.slot_at_or_after(moment.second) + slot * clock.slot_seconds)
}

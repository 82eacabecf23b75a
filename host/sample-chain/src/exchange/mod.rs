//! Pools, and the people who trade and provide liquidity in them.
//!
//! `desk` decides when somebody acts; `v2_pair` and `v3_pool` decide how much, hold the pool's state and write the logs;
//! `v2_math`, `v3_math` and `tick_math` are the contracts' arithmetic on whole numbers; `numbers` leads from the
//! market's floating point to it.

mod desk;
mod numbers;
mod tick_math;
mod v2_math;
mod v2_pair;
mod v3_math;
mod v3_pool;

use alloy_primitives::{Address, U256};

pub(super) use desk::PoolDesk;

use super::ledger::{Draft, Entry, erc20};
use super::market::{Market, Moment};
use super::random::RandomStream;
use super::registry::Token;

/// Something on a network that makes transactions: a pool with its traders, and whatever is added later.
pub(super) trait Participant: Send {
    /// Adds this step's transactions, in the order of their slots. Called once a step, in order.
    fn act(&mut self, context: &StepContext<'_>, drafts: &mut Vec<Draft>);
}

/// The view that a participant has of a step.
pub(super) struct StepContext<'a> {
    pub moment: &'a Moment,
    pub market: &'a Market,
    /// The number of slots, so of blocks at most, that the step has on this network.
    pub slots: u32,
}

/// One thing to be done in a pool.
struct Order<'a> {
    slot: u32,
    /// Until when the transaction would be valid, in seconds since 1970.
    deadline: u64,
    /// The trader.
    trader: Address,
    /// The value of a smallest unit of token 0 in smallest units of token 1.
    fair_price: f64,
    stream: &'a mut RandomStream,
}

/// A kind of pool contract.
trait Exchange: Send {
    /// Creates the pool at the fair price and makes the first deposit.
    fn open(&mut self, order: Order<'_>) -> Draft;

    /// Trades: towards the fair price where the pool is off by more than its fee, otherwise this way or that.
    /// Nothing when the pool cannot move.
    fn trade(&mut self, order: Order<'_>) -> Option<Draft>;

    /// Deposits or withdraws liquidity.
    fn change_liquidity(&mut self, order: Order<'_>) -> Draft;
}

/// A pool is left alone while it is off by less than this beyond its fee.
const ARBITRAGE_MARGIN: f64 = 0.0006;

/// The size of a trade that follows nothing but its trader's wish, as a fraction of what the pool offers: most are small.
fn trade_fraction(stream: &mut RandomStream) -> f64 {
    let draw = stream.unit();
    0.000_03 + 0.0035 * draw * draw * draw * draw
}

/// The log of a token's transfer.
fn transfer(token: &Token, from: Address, to: Address, value: U256) -> Entry {
    Entry::new(token.address, &erc20::Transfer { from, to, value })
}

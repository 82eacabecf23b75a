//! A pool's desk: decides when somebody trades or moves liquidity, and lets the pool do it.

use alloy_primitives::Address;

use super::numbers::power_of_ten;
use super::v2_pair::V2Pair;
use super::v3_pool::V3Pool;
use super::{Exchange, Order, Participant, StepContext};
use crate::ledger::{Draft, opening_step};
use crate::market::STEPS_PER_DAY;
use crate::options::SampleChainOptions;
use crate::people::account;
use crate::random::RandomStream;
use crate::registry::{PoolEntry, Protocol, Rhythm};

/// Everybody who trades, over all pools.
const POPULATION: u32 = 600;
/// The number of them that know one pool.
const REGULARS: u32 = 48;
/// One trade in this many is followed by another in the same block.
const COMPANIONS: u32 = 12;
const DEADLINE_SECONDS: u64 = 1200;

/// A pool and those who come to it.
pub(crate) struct PoolDesk {
    pool: &'static PoolEntry,
    exchange: Box<dyn Exchange>,
    traders: Vec<Address>,
    stream: RandomStream,
    opening_step: u32,
}

/// The errand of a participant.
#[derive(Clone, Copy)]
enum Errand {
    Trade,
    ChangeLiquidity,
}

impl PoolDesk {
    pub(crate) fn new(pool: &'static PoolEntry, options: &SampleChainOptions) -> Self {
        let address = pool.address();
        let mut stream = RandomStream::named(options.seed, &format!("pool {} {address:?}", pool.network.slug()));
        let traders =
            (0..REGULARS).map(|_| account(options.seed, "trader", &stream.below(POPULATION).to_be_bytes())).collect();
        let provider = account(options.seed, "liquidity provider", address.as_slice());
        let exchange: Box<dyn Exchange> = match pool.protocol {
            Protocol::UniswapV2 | Protocol::Sushiswap => Box::new(V2Pair::new(pool, provider)),
            Protocol::UniswapV3 { fee } => {
                let owner = account(options.seed, "liquidity contract", address.as_slice());
                Box::new(V3Pool::new(pool, fee, provider, owner))
            }
        };
        Self { pool, exchange, traders, stream, opening_step: opening_step(pool, options.days) }
    }

    /// The errands of this step with their slots, in order.
    fn errands(&mut self, context: &StepContext<'_>) -> Vec<(u32, Errand)> {
        let moment = context.moment;
        let trades_now = match self.pool.rhythm {
            Rhythm::Steady | Rhythm::Quiet => true,
            Rhythm::MostlyReserves => moment.hour.is_multiple_of(6),
        };
        // The trades of six hours come in one.
        let crowding = if self.pool.rhythm == Rhythm::MostlyReserves { 6.0 } else { 1.0 };
        let per_step = |per_day: f64| per_day / f64::from(STEPS_PER_DAY);
        let mut errands = Vec::new();
        if trades_now {
            for _ in 0..self.stream.count(per_step(self.pool.trades_per_day) * moment.activity * crowding) {
                let slot = self.stream.below(context.slots);
                errands.push((slot, Errand::Trade));
                if self.stream.below(COMPANIONS) == 0 {
                    errands.push((slot, Errand::Trade));
                }
            }
        }
        for _ in 0..self.stream.count(per_step(self.pool.liquidity_changes_per_day)) {
            errands.push((self.stream.below(context.slots), Errand::ChangeLiquidity));
        }
        errands.sort_by_key(|(slot, _)| *slot);
        errands
    }

    fn fair_price(&self, context: &StepContext<'_>) -> f64 {
        let (token0, token1) = (self.pool.token0, self.pool.token1);
        let ratio = context.market.price_usd(token0.asset) / context.market.price_usd(token1.asset);
        ratio * power_of_ten(token1.decimals) / power_of_ten(token0.decimals)
    }
}

impl Participant for PoolDesk {
    fn act(&mut self, context: &StepContext<'_>, drafts: &mut Vec<Draft>) {
        let moment = context.moment;
        let opens = moment.step == self.opening_step;
        let asleep = self.pool.rhythm == Rhythm::Quiet && !moment.day.is_multiple_of(5);
        if moment.step < self.opening_step || (asleep && !opens) {
            return;
        }
        let fair_price = self.fair_price(context);
        let deadline = moment.second.unsigned_abs() + DEADLINE_SECONDS;
        if opens {
            let (slot, trader) = (self.pool.opening_slot(context.slots), self.traders[0]);
            drafts.push(self.exchange.open(Order { slot, deadline, trader, fair_price, stream: &mut self.stream }));
            return;
        }
        for (slot, errand) in self.errands(context) {
            let trader = self.traders[self.stream.below(REGULARS) as usize];
            let order = Order { slot, deadline, trader, fair_price, stream: &mut self.stream };
            match errand {
                Errand::Trade => drafts.extend(self.exchange.trade(order)),
                Errand::ChangeLiquidity => drafts.push(self.exchange.change_liquidity(order)),
            }
        }
    }
}

//! A Uniswap V3 pool with one position: within its range liquidity is the same everywhere, so no tick is ever crossed.
//!
//! The order of the logs is that of the contracts: a swap pays out, then is paid, then emits `Swap`.

use alloy_primitives::aliases::{I24, U24, U160};
use alloy_primitives::{Address, Bytes, I256, U256};
use alloy_sol_types::SolCall;

use super::numbers::{from_fixed_point_96, power_of_ten, to_fixed_point_96};
use super::tick_math::{sqrt_price_at_tick, tick_at_sqrt_price};
use super::v3_math::{Rounding, amount_between, swap};
use super::{ARBITRAGE_MARGIN, Exchange, Order, trade_fraction, transfer};
use crate::ledger::{Draft, Entry, v3};
use crate::registry::{PoolEntry, Shape};

pub(super) struct V3Pool {
    pool: &'static PoolEntry,
    address: Address,
    /// In pips.
    fee: u32,
    /// The address that sends the transactions that move liquidity, and the contract that does it for them and owns the
    /// position.
    provider: Address,
    owner: Address,
    range: Range,
    sqrt_price: U256,
    liquidity: u128,
    /// Liquidity stays near what the pool opened with.
    opening_liquidity: u128,
}

/// The position's range.
#[derive(Default)]
struct Range {
    lower_tick: i32,
    upper_tick: i32,
    lower_sqrt_price: U256,
    upper_sqrt_price: U256,
}

impl Range {
    fn around(tick: i32, half_width: i32, spacing: i32) -> Self {
        let lower_tick = (tick - half_width).div_euclid(spacing) * spacing;
        let upper_tick = (tick + half_width).div_euclid(spacing) * spacing;
        Self {
            lower_tick,
            upper_tick,
            lower_sqrt_price: sqrt_price_at_tick(lower_tick),
            upper_sqrt_price: sqrt_price_at_tick(upper_tick),
        }
    }

    /// The nearest price that is inside, off the edges.
    fn clamp(&self, sqrt_price: U256) -> U256 {
        sqrt_price.clamp(self.lower_sqrt_price + U256::from(1), self.upper_sqrt_price - U256::from(1))
    }
}

/// The reach of the range either way, in ticks, and the share of the virtual reserves that it really holds
/// (`1 - 1.0001^(-half_width / 2)`).
fn reach(shape: Shape) -> (i32, f64) {
    match shape {
        Shape::Volatile => (46_000, 0.90),
        Shape::Pegged => (2_400, 0.113),
    }
}

/// The distance between usable ticks, which the factory ties to the fee.
fn tick_spacing(fee: u32) -> i32 {
    match fee {
        100 => 1,
        500 => 10,
        3000 => 60,
        _ => 200,
    }
}

impl V3Pool {
    pub(super) fn new(pool: &'static PoolEntry, fee: u32, provider: Address, owner: Address) -> Self {
        Self {
            pool,
            address: pool.address(),
            fee,
            provider,
            owner,
            range: Range::default(),
            sqrt_price: U256::ZERO,
            liquidity: 0,
            opening_liquidity: 0,
        }
    }

    fn own(&self, event: &impl alloy_sol_types::SolEvent) -> Entry {
        Entry::new(self.address, event)
    }

    /// The tokens of a change of liquidity at the present price.
    fn amounts(&self, liquidity: u128, rounding: Rounding) -> (U256, U256) {
        (
            amount_between(self.sqrt_price, self.range.upper_sqrt_price, liquidity, true, rounding),
            amount_between(self.range.lower_sqrt_price, self.sqrt_price, liquidity, false, rounding),
        )
    }

    fn position_ticks(&self) -> (I24, I24) {
        (tick(self.range.lower_tick), tick(self.range.upper_tick))
    }

    fn deposit(&mut self, liquidity: u128, logs: &mut Vec<Entry>) -> Vec<u8> {
        let (amount0, amount1) = self.amounts(liquidity, Rounding::Up);
        let (tick_lower, tick_upper) = self.position_ticks();
        self.liquidity += liquidity;
        logs.push(transfer(self.pool.token0, self.owner, self.address, amount0));
        logs.push(transfer(self.pool.token1, self.owner, self.address, amount1));
        logs.push(self.own(&v3::Mint {
            sender: self.owner,
            owner: self.owner,
            tickLower: tick_lower,
            tickUpper: tick_upper,
            amount: liquidity,
            amount0,
            amount1,
        }));
        v3::mintCall {
            recipient: self.owner,
            tickLower: tick_lower,
            tickUpper: tick_upper,
            amount: liquidity,
            data: Bytes::new(),
        }
        .abi_encode()
    }

    fn withdraw(&mut self, liquidity: u128, logs: &mut Vec<Entry>) -> Vec<u8> {
        let (amount0, amount1) = self.amounts(liquidity, Rounding::Down);
        let (tick_lower, tick_upper) = self.position_ticks();
        self.liquidity -= liquidity;
        logs.push(self.own(&v3::Burn {
            owner: self.owner,
            tickLower: tick_lower,
            tickUpper: tick_upper,
            amount: liquidity,
            amount0,
            amount1,
        }));
        logs.push(transfer(self.pool.token0, self.address, self.provider, amount0));
        logs.push(transfer(self.pool.token1, self.address, self.provider, amount1));
        logs.push(self.own(&v3::Collect {
            owner: self.owner,
            recipient: self.provider,
            tickLower: tick_lower,
            tickUpper: tick_upper,
            amount0: amount0.saturating_to(),
            amount1: amount1.saturating_to(),
        }));
        v3::burnCall { tickLower: tick_lower, tickUpper: tick_upper, amount: liquidity }.abi_encode()
    }

    /// The most that comes in, and the price at which the trade ends at the latest.
    fn choose_trade(&self, order: &mut Order<'_>) -> (U256, U256) {
        let sqrt_price = from_fixed_point_96(self.sqrt_price);
        let fee = f64::from(self.fee) / 1e6;
        let gap = sqrt_price * sqrt_price / order.fair_price - 1.0;
        if gap.abs() > fee + ARBITRAGE_MARGIN {
            let target = self.range.clamp(to_fixed_point_96(order.fair_price.sqrt()));
            return (U256::from(u128::MAX), target);
        }
        let zero_for_one = order.stream.chance(0.5);
        let liquidity = self.liquidity as f64;
        let virtual_reserve = if zero_for_one { liquidity / sqrt_price } else { liquidity * sqrt_price };
        // People trade against what the pool holds, not against what its curve pretends to hold.
        let (_, held_share) = reach(self.pool.shape);
        let amount = (trade_fraction(order.stream) * virtual_reserve * held_share) as u128;
        let edge = if zero_for_one { U256::ZERO } else { U256::MAX };
        (U256::from(amount), self.range.clamp(edge))
    }
}

impl Exchange for V3Pool {
    fn open(&mut self, order: Order<'_>) -> Draft {
        let (token0, token1) = (self.pool.token0, self.pool.token1);
        let (half_width, held_share) = reach(self.pool.shape);
        self.sqrt_price = to_fixed_point_96(order.fair_price.sqrt());
        let opening_tick = tick_at_sqrt_price(self.sqrt_price);
        self.range = Range::around(opening_tick, half_width, tick_spacing(self.fee));
        let amount1 = self.pool.worth_usd / 2.0 / token1.asset.opening_price_usd() * power_of_ten(token1.decimals);
        self.opening_liquidity = (amount1 / order.fair_price.sqrt() / held_share) as u128;
        let created = v3::PoolCreated {
            token0: token0.address,
            token1: token1.address,
            fee: U24::saturating_from(self.fee),
            tickSpacing: tick(tick_spacing(self.fee)),
            pool: self.address,
        };
        let mut logs = vec![
            Entry::new(self.pool.deployment().factory, &created),
            self.own(&v3::Initialize {
                sqrtPriceX96: U160::saturating_from(self.sqrt_price),
                tick: tick(opening_tick),
            }),
        ];
        let input = self.deposit(self.opening_liquidity, &mut logs);
        Draft { slot: order.slot, from: self.provider, to: self.owner, input, gas_used: 4_980_000, logs }
    }

    fn trade(&mut self, mut order: Order<'_>) -> Option<Draft> {
        let (amount, limit) = self.choose_trade(&mut order);
        let zero_for_one = limit <= self.sqrt_price;
        let step = swap(self.sqrt_price, limit, self.liquidity, amount, self.fee);
        if step.amount_in.is_zero() || step.amount_out.is_zero() {
            return None;
        }
        self.sqrt_price = step.sqrt_price;
        let (token_in, token_out) =
            if zero_for_one { (self.pool.token0, self.pool.token1) } else { (self.pool.token1, self.pool.token0) };
        // Seen from the pool: what comes in is positive.
        let (given, taken) = (I256::from_raw(step.amount_in), -I256::from_raw(step.amount_out));
        let (amount0, amount1) = if zero_for_one { (given, taken) } else { (taken, given) };
        let router = self.pool.deployment().router;
        let logs = vec![
            transfer(token_out, self.address, order.trader, step.amount_out),
            transfer(token_in, order.trader, self.address, step.amount_in),
            self.own(&v3::Swap {
                sender: router,
                recipient: order.trader,
                amount0,
                amount1,
                sqrtPriceX96: U160::saturating_from(self.sqrt_price),
                liquidity: self.liquidity,
                tick: tick(tick_at_sqrt_price(self.sqrt_price)),
            }),
        ];
        let input = v3::exactInputSingleCall {
            params: v3::ExactInputSingleParams {
                tokenIn: token_in.address,
                tokenOut: token_out.address,
                fee: U24::saturating_from(self.fee),
                recipient: order.trader,
                amountIn: step.amount_in,
                amountOutMinimum: step.amount_out * U256::from(99) / U256::from(100),
                sqrtPriceLimitX96: U160::ZERO,
            },
        }
        .abi_encode();
        Some(Draft { slot: order.slot, from: order.trader, to: router, input, gas_used: 128_000, logs })
    }

    fn change_liquidity(&mut self, order: Order<'_>) -> Draft {
        let change = (self.opening_liquidity as f64 * order.stream.between(0.005, 0.03)) as u128;
        // Full pools see withdrawals more often, empty ones deposits.
        let fullness = self.liquidity as f64 / self.opening_liquidity as f64;
        let mut logs = Vec::with_capacity(4);
        let (input, gas_used) = if order.stream.chance(fullness - 0.5) {
            (self.withdraw(change, &mut logs), 205_000)
        } else {
            (self.deposit(change, &mut logs), 187_000)
        };
        Draft { slot: order.slot, from: self.provider, to: self.owner, input, gas_used, logs }
    }
}

/// A tick as the contracts have it. All ticks fit: they are within ±887,272.
fn tick(value: i32) -> I24 {
    I24::try_from(value).unwrap_or_default()
}

//! A Uniswap V2 pair, or a copy of one: its reserves, and the logs of what is done in it.
//!
//! The order of the logs is that of the contracts: tokens move first, then `Sync`, then `Swap`, `Mint` or `Burn`.

use alloy_primitives::aliases::U112;
use alloy_primitives::{Address, U256};
use alloy_sol_types::SolCall;

use super::numbers::power_of_ten;
use super::v2_math::{MINIMUM_LIQUIDITY, amount_out, first_liquidity, share};
use super::{ARBITRAGE_MARGIN, Exchange, Order, trade_fraction, transfer};
use crate::ledger::{Draft, Entry, erc20, v2};
use crate::registry::PoolEntry;

const FEE: f64 = 0.003;
/// No trade puts in more than this share of a reserve.
const LARGEST_TRADE: f64 = 0.25;

pub(super) struct V2Pair {
    pool: &'static PoolEntry,
    address: Address,
    /// The address that makes all deposits and so holds all LP tokens.
    provider: Address,
    reserve0: u128,
    reserve1: u128,
    /// LP tokens in existence.
    supply: u128,
}

impl V2Pair {
    pub(super) fn new(pool: &'static PoolEntry, provider: Address) -> Self {
        Self { pool, address: pool.address(), provider, reserve0: 0, reserve1: 0, supply: 0 }
    }

    fn router(&self) -> Address {
        self.pool.deployment().router
    }

    fn own(&self, event: &impl alloy_sol_types::SolEvent) -> Entry {
        Entry::new(self.address, event)
    }

    fn sync(&self) -> Entry {
        self.own(&v2::Sync {
            reserve0: U112::saturating_from(self.reserve0),
            reserve1: U112::saturating_from(self.reserve1),
        })
    }

    fn liquidity_transfer(&self, from: Address, to: Address, value: u128) -> Entry {
        self.own(&erc20::Transfer { from, to, value: U256::from(value) })
    }

    /// The amount that comes in, and true when it is token 0.
    fn choose_trade(&self, order: &mut Order<'_>) -> (u128, bool) {
        let (reserve0, reserve1) = (self.reserve0 as f64, self.reserve1 as f64);
        let gap = reserve1 / reserve0 / order.fair_price - 1.0;
        let (wanted, zero_for_one) = if gap > FEE + ARBITRAGE_MARGIN {
            ((reserve0 * reserve1 / order.fair_price).sqrt() - reserve0, true)
        } else if gap < -(FEE + ARBITRAGE_MARGIN) {
            ((reserve0 * reserve1 * order.fair_price).sqrt() - reserve1, false)
        } else {
            let zero_for_one = order.stream.chance(0.5);
            (trade_fraction(order.stream) * if zero_for_one { reserve0 } else { reserve1 }, zero_for_one)
        };
        let reserve_in = if zero_for_one { reserve0 } else { reserve1 };
        (wanted.min(reserve_in * LARGEST_TRADE) as u128, zero_for_one)
    }

    fn deposit_call(&self, amount0: u128, amount1: u128, deadline: u64) -> Vec<u8> {
        v2::addLiquidityCall {
            tokenA: self.pool.token0.address,
            tokenB: self.pool.token1.address,
            amountADesired: U256::from(amount0),
            amountBDesired: U256::from(amount1),
            amountAMin: U256::ZERO,
            amountBMin: U256::ZERO,
            to: self.provider,
            deadline: U256::from(deadline),
        }
        .abi_encode()
    }

    /// Takes a deposit and adds its logs. The first one also mints the LP tokens that belong to nobody.
    fn deposit(&mut self, amount0: u128, amount1: u128, liquidity: u128, logs: &mut Vec<Entry>) {
        logs.push(transfer(self.pool.token0, self.provider, self.address, U256::from(amount0)));
        logs.push(transfer(self.pool.token1, self.provider, self.address, U256::from(amount1)));
        if self.supply == 0 {
            self.supply = MINIMUM_LIQUIDITY;
            logs.push(self.liquidity_transfer(Address::ZERO, Address::ZERO, MINIMUM_LIQUIDITY));
        }
        logs.push(self.liquidity_transfer(Address::ZERO, self.provider, liquidity));
        self.supply += liquidity;
        self.reserve0 += amount0;
        self.reserve1 += amount1;
        logs.push(self.sync());
        logs.push(self.own(&v2::Mint {
            sender: self.router(),
            amount0: U256::from(amount0),
            amount1: U256::from(amount1),
        }));
    }

    fn withdraw(&mut self, fraction: f64, order: &Order<'_>) -> Draft {
        let liquidity = ((self.supply - MINIMUM_LIQUIDITY) as f64 * fraction) as u128;
        let amount0 = share(liquidity, self.reserve0, self.supply);
        let amount1 = share(liquidity, self.reserve1, self.supply);
        let mut logs = vec![
            self.liquidity_transfer(self.provider, self.address, liquidity),
            self.liquidity_transfer(self.address, Address::ZERO, liquidity),
            transfer(self.pool.token0, self.address, self.provider, U256::from(amount0)),
            transfer(self.pool.token1, self.address, self.provider, U256::from(amount1)),
        ];
        self.supply -= liquidity;
        self.reserve0 -= amount0;
        self.reserve1 -= amount1;
        logs.push(self.sync());
        logs.push(self.own(&v2::Burn {
            sender: self.router(),
            amount0: U256::from(amount0),
            amount1: U256::from(amount1),
            to: self.provider,
        }));
        let input = v2::removeLiquidityCall {
            tokenA: self.pool.token0.address,
            tokenB: self.pool.token1.address,
            liquidity: U256::from(liquidity),
            amountAMin: U256::ZERO,
            amountBMin: U256::ZERO,
            to: self.provider,
            deadline: U256::from(order.deadline),
        }
        .abi_encode();
        Draft { slot: order.slot, from: self.provider, to: self.router(), input, gas_used: 168_000, logs }
    }
}

impl Exchange for V2Pair {
    fn open(&mut self, order: Order<'_>) -> Draft {
        let (token0, token1) = (self.pool.token0, self.pool.token1);
        // Half the worth on each side, token 1 counted at the price with which the period began.
        let amount1 = self.pool.worth_usd / 2.0 / token1.asset.opening_price_usd() * power_of_ten(token1.decimals);
        let (amount0, amount1) = ((amount1 / order.fair_price) as u128, amount1 as u128);
        let liquidity = first_liquidity(amount0, amount1).saturating_sub(MINIMUM_LIQUIDITY);
        let created = v2::PairCreated {
            token0: token0.address,
            token1: token1.address,
            pair: self.address,
            allPairsLength: U256::from(400_000 + order.stream.below(10_000)),
        };
        let mut logs = vec![Entry::new(self.pool.deployment().factory, &created)];
        self.deposit(amount0, amount1, liquidity, &mut logs);
        let input = self.deposit_call(amount0, amount1, order.deadline);
        Draft { slot: order.slot, from: self.provider, to: self.router(), input, gas_used: 2_690_000, logs }
    }

    fn trade(&mut self, mut order: Order<'_>) -> Option<Draft> {
        let (amount_in, zero_for_one) = self.choose_trade(&mut order);
        let (reserve_in, reserve_out) =
            if zero_for_one { (self.reserve0, self.reserve1) } else { (self.reserve1, self.reserve0) };
        let amount_out = amount_out(amount_in, reserve_in, reserve_out);
        if amount_in == 0 || amount_out == 0 {
            return None;
        }
        let (token_in, token_out) = if zero_for_one {
            self.reserve0 += amount_in;
            self.reserve1 -= amount_out;
            (self.pool.token0, self.pool.token1)
        } else {
            self.reserve1 += amount_in;
            self.reserve0 -= amount_out;
            (self.pool.token1, self.pool.token0)
        };
        let (given, taken) = (U256::from(amount_in), U256::from(amount_out));
        let on_side = |amount: U256, side: bool| if side { amount } else { U256::ZERO };
        let logs = vec![
            transfer(token_in, order.trader, self.address, given),
            transfer(token_out, self.address, order.trader, taken),
            self.sync(),
            self.own(&v2::Swap {
                sender: self.router(),
                amount0In: on_side(given, zero_for_one),
                amount1In: on_side(given, !zero_for_one),
                amount0Out: on_side(taken, !zero_for_one),
                amount1Out: on_side(taken, zero_for_one),
                to: order.trader,
            }),
        ];
        let input = v2::swapExactTokensForTokensCall {
            amountIn: given,
            amountOutMin: taken * U256::from(99) / U256::from(100),
            path: vec![token_in.address, token_out.address],
            to: order.trader,
            deadline: U256::from(order.deadline),
        }
        .abi_encode();
        Some(Draft { slot: order.slot, from: order.trader, to: self.router(), input, gas_used: 112_000, logs })
    }

    fn change_liquidity(&mut self, order: Order<'_>) -> Draft {
        let fraction = order.stream.between(0.002, 0.02);
        if order.stream.chance(0.5) {
            return self.withdraw(fraction, &order);
        }
        let amount0 = (self.reserve0 as f64 * fraction) as u128;
        let amount1 = share(amount0, self.reserve1, self.reserve0);
        let liquidity = share(amount0, self.supply, self.reserve0).min(share(amount1, self.supply, self.reserve1));
        let mut logs = Vec::with_capacity(5);
        self.deposit(amount0, amount1, liquidity, &mut logs);
        let input = self.deposit_call(amount0, amount1, order.deadline);
        Draft { slot: order.slot, from: self.provider, to: self.router(), input, gas_used: 154_000, logs }
    }
}

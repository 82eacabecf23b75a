//! The catalogue of pools, and how a pool's address follows from its tokens.
//!
//! To add a pool, add a line to [`CATALOGUE`]. The head of the list is what small samples take, so it holds both kinds of
//! pool, both networks and the odd cases; the rest goes at its end.

use alloy_primitives::aliases::U24;
use alloy_primitives::{Address, Keccak256, keccak256};
use alloy_sol_types::SolValue;

use super::networks::{Deployment, SampleNetwork};
use super::tokens::{Token, base, ethereum};

/// The exchange that a pool belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    UniswapV2,
    Sushiswap,
    /// With the pool's fee in pips (hundredths of a basis point).
    UniswapV3 {
        fee: u32,
    },
}

impl Protocol {
    /// The value of the column `protocol`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::UniswapV2 => "uniswap_v2",
            Self::Sushiswap => "sushiswap",
            Self::UniswapV3 { .. } => "uniswap_v3",
        }
    }

    /// The value of the column `source`: the kind of pool contract.
    pub(crate) fn source(self) -> &'static str {
        match self {
            Self::UniswapV2 | Self::Sushiswap => "v2",
            Self::UniswapV3 { .. } => "v3",
        }
    }
}

/// When a pool sees trades.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rhythm {
    /// All day, following the market's seasons.
    Steady,
    /// Only on every fifth day, so that bars have gaps of days.
    Quiet,
    /// Trades only in one hour of six; in the others reserves change by deposits and withdrawals alone.
    MostlyReserves,
}

/// The spread of a pool's liquidity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Two assets that move apart.
    Volatile,
    /// Two assets worth nearly the same.
    Pegged,
}

/// A pool of the catalogue.
#[derive(Debug)]
pub(crate) struct PoolEntry {
    pub network: SampleNetwork,
    pub protocol: Protocol,
    pub token0: &'static Token,
    pub token1: &'static Token,
    /// The value of both sides together when the pool opens, in US dollars.
    pub worth_usd: f64,
    /// Expected trades on an ordinary day.
    pub trades_per_day: f64,
    /// Expected deposits and withdrawals on an ordinary day.
    pub liquidity_changes_per_day: f64,
    pub rhythm: Rhythm,
    pub shape: Shape,
    /// When the pool opens, in hundredths of the period; 0 for the first hour.
    pub opens_at_percent: u32,
}

impl PoolEntry {
    /// The exchange's contracts on the pool's network.
    pub(crate) fn deployment(&self) -> &'static Deployment {
        let facts = self.network.facts();
        match self.protocol {
            Protocol::UniswapV2 => &facts.uniswap_v2,
            Protocol::Sushiswap => &facts.sushiswap,
            Protocol::UniswapV3 { .. } => &facts.uniswap_v3,
        }
    }

    /// The pool's address, as its factory's CREATE2 gives it.
    pub(crate) fn address(&self) -> Address {
        let salt = match self.protocol {
            Protocol::UniswapV2 | Protocol::Sushiswap => {
                let mut hasher = Keccak256::new();
                hasher.update(self.token0.address);
                hasher.update(self.token1.address);
                hasher.finalize()
            }
            Protocol::UniswapV3 { fee } => {
                keccak256((self.token0.address, self.token1.address, U24::from(fee)).abi_encode())
            }
        };
        let deployment = self.deployment();
        deployment.factory.create2(salt, deployment.init_code_hash)
    }

    /// The slot of its opening step in which the pool is created; spread, so that not all are born in one block.
    pub(crate) fn opening_slot(&self, slots: u32) -> u32 {
        u32::from(self.address()[19]) % slots.max(1)
    }

    const fn quiet(mut self) -> Self {
        self.rhythm = Rhythm::Quiet;
        self
    }

    const fn mostly_reserves(mut self) -> Self {
        self.rhythm = Rhythm::MostlyReserves;
        self.liquidity_changes_per_day = 20.0;
        self
    }

    const fn pegged(mut self) -> Self {
        self.shape = Shape::Pegged;
        self
    }

    const fn opens_at(mut self, percent: u32) -> Self {
        self.opens_at_percent = percent;
        self
    }
}

/// An ordinary pool. The tokens are given in the order of their addresses, as the contract holds them.
const fn pool(
    network: SampleNetwork,
    protocol: Protocol,
    [token0, token1]: [&'static Token; 2],
    worth_usd: f64,
    trades_per_day: f64,
) -> PoolEntry {
    PoolEntry {
        network,
        protocol,
        token0,
        token1,
        worth_usd,
        trades_per_day,
        liquidity_changes_per_day: 0.8,
        rhythm: Rhythm::Steady,
        shape: Shape::Volatile,
        opens_at_percent: 0,
    }
}

const ETHEREUM: SampleNetwork = SampleNetwork::Ethereum;
const BASE: SampleNetwork = SampleNetwork::Base;
const UNISWAP_V2: Protocol = Protocol::UniswapV2;
const SUSHISWAP: Protocol = Protocol::Sushiswap;
const FEE_100: Protocol = Protocol::UniswapV3 { fee: 100 };
const FEE_500: Protocol = Protocol::UniswapV3 { fee: 500 };
const FEE_3000: Protocol = Protocol::UniswapV3 { fee: 3000 };
const FEE_10000: Protocol = Protocol::UniswapV3 { fee: 10_000 };

/// All pools.
#[rustfmt::skip]
pub(crate) static CATALOGUE: [PoolEntry; 40] = {
    use ethereum::{AAVE, COMP, CRV, DAI, DGD, ENS, GNO, LDO, LINK, MKR, PEPE, SUSHI, UNI, USDC, USDT, WBTC, WETH, WSTETH, YFI};
    [
        pool(ETHEREUM, FEE_500, [&USDC, &WETH], 120e6, 170.0),
        pool(ETHEREUM, UNISWAP_V2, [&USDC, &WETH], 45e6, 80.0),
        pool(BASE, FEE_500, [&base::WETH, &base::USDC], 30e6, 100.0),
        pool(BASE, UNISWAP_V2, [&base::WETH, &base::USDC], 4e6, 35.0),
        pool(ETHEREUM, FEE_3000, [&USDC, &WETH], 70e6, 70.0),
        pool(ETHEREUM, UNISWAP_V2, [&WETH, &DGD], 300e3, 10.0),
        pool(ETHEREUM, UNISWAP_V2, [&GNO, &WETH], 2e6, 14.0).quiet(),
        pool(ETHEREUM, SUSHISWAP, [&YFI, &WETH], 6e6, 10.0).mostly_reserves(),
        pool(ETHEREUM, FEE_3000, [&PEPE, &WETH], 12e6, 55.0).opens_at(30),
        pool(ETHEREUM, FEE_100, [&DAI, &USDC], 90e6, 35.0).pegged(),
        pool(ETHEREUM, UNISWAP_V2, [&WETH, &USDT], 60e6, 75.0),
        pool(ETHEREUM, FEE_500, [&WETH, &USDT], 40e6, 90.0),
        pool(ETHEREUM, FEE_3000, [&WBTC, &WETH], 80e6, 45.0),
        pool(ETHEREUM, FEE_500, [&WBTC, &WETH], 60e6, 55.0),
        pool(ETHEREUM, FEE_100, [&USDC, &USDT], 50e6, 45.0).pegged(),
        pool(ETHEREUM, FEE_100, [&WSTETH, &WETH], 40e6, 28.0).pegged(),
        pool(ETHEREUM, FEE_3000, [&UNI, &WETH], 18e6, 32.0),
        pool(ETHEREUM, FEE_3000, [&LINK, &WETH], 16e6, 34.0),
        pool(ETHEREUM, FEE_3000, [&LDO, &WETH], 7e6, 18.0),
        pool(ETHEREUM, FEE_3000, [&MKR, &WETH], 9e6, 18.0),
        pool(ETHEREUM, FEE_3000, [&AAVE, &WETH], 8e6, 20.0),
        pool(ETHEREUM, FEE_3000, [&WETH, &ENS], 4e6, 12.0),
        pool(ETHEREUM, FEE_10000, [&WETH, &CRV], 3e6, 10.0),
        pool(ETHEREUM, UNISWAP_V2, [&DAI, &WETH], 20e6, 40.0),
        pool(ETHEREUM, UNISWAP_V2, [&WBTC, &WETH], 15e6, 18.0),
        pool(ETHEREUM, UNISWAP_V2, [&UNI, &WETH], 6e6, 24.0),
        pool(ETHEREUM, UNISWAP_V2, [&LINK, &WETH], 8e6, 26.0),
        pool(ETHEREUM, UNISWAP_V2, [&COMP, &WETH], 1.5e6, 9.0),
        pool(ETHEREUM, SUSHISWAP, [&USDC, &WETH], 10e6, 26.0),
        pool(ETHEREUM, SUSHISWAP, [&SUSHI, &WETH], 5e6, 24.0),
        pool(BASE, FEE_3000, [&base::WETH, &base::USDC], 9e6, 28.0),
        pool(BASE, FEE_500, [&base::CBETH, &base::WETH], 6e6, 20.0).pegged(),
        pool(BASE, FEE_3000, [&base::WETH, &base::DEGEN], 3e6, 28.0),
        pool(BASE, FEE_500, [&base::USDC, &base::CBBTC], 12e6, 30.0),
        pool(BASE, FEE_10000, [&base::WETH, &base::BRETT], 4e6, 22.0),
        pool(BASE, FEE_3000, [&base::WETH, &base::AERO], 5e6, 26.0).opens_at(12),
        pool(BASE, FEE_100, [&base::DAI, &base::USDC], 2e6, 12.0).pegged(),
        pool(BASE, UNISWAP_V2, [&base::WETH, &base::DEGEN], 900e3, 14.0),
        pool(BASE, UNISWAP_V2, [&base::WETH, &base::BRETT], 1.2e6, 14.0),
        pool(BASE, SUSHISWAP, [&base::WETH, &base::USDC], 250e3, 9.0),
    ]
};

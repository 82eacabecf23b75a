//! The position of an account at one lender. Worth is in hundred-millionths of a US dollar, shares in ten-thousandths.

use alloy_primitives::{Address, U256};

use crate::market::Market;
use crate::registry::{Collateral, Loan, Token};

/// One US dollar as worth.
pub(super) const DOLLAR: u64 = 100_000_000;
/// One as a share.
pub(super) const WHOLE: u32 = 10_000;
/// One as a health factor.
const HEALTH_SCALE: u64 = 1_000_000_000_000_000_000;

/// An account with a collateral and a debt.
#[derive(Debug)]
pub(super) struct Position {
    pub account: Address,
    pub collateral: &'static Collateral,
    pub loan: &'static Loan,
    /// Raw units of the collateral.
    pub collateral_amount: U256,
    /// Raw units of the debt.
    pub debt_amount: U256,
}

impl Position {
    pub(super) fn collateral_worth(&self, market: &Market) -> U256 {
        collateral_worth(self.collateral, self.collateral_amount, market)
    }

    pub(super) fn debt_worth(&self, market: &Market) -> U256 {
        self.debt_amount * price(self.loan.token, market) / unit(self.loan.token)
    }

    /// With 18 decimals, as the contracts have it; none when nothing is owed.
    pub(super) fn health_factor(&self, market: &Market) -> Option<U256> {
        let debt = self.debt_worth(market);
        let carried = share(self.collateral_worth(market), self.collateral.threshold);
        (!debt.is_zero()).then(|| carried * U256::from(HEALTH_SCALE) / debt)
    }

    /// True when it can be liquidated.
    pub(super) fn is_unhealthy(&self, market: &Market) -> bool {
        self.health_factor(market).is_some_and(|factor| factor < U256::from(HEALTH_SCALE))
    }
}

/// A part of an amount, rounded down.
pub(super) fn share(amount: U256, ten_thousandths: u32) -> U256 {
    amount * U256::from(ten_thousandths) / U256::from(WHOLE)
}

/// The value of so many raw units of a collateral.
pub(super) fn collateral_worth(collateral: &Collateral, amount: U256, market: &Market) -> U256 {
    share(amount * price(collateral.token, market) / unit(collateral.token), collateral.asset_share)
}

/// The raw units of a collateral that are worth so much.
pub(super) fn collateral_amount(collateral: &Collateral, worth: U256, market: &Market) -> U256 {
    let whole_asset = worth * U256::from(WHOLE) / U256::from(collateral.asset_share);
    whole_asset * unit(collateral.token) / price(collateral.token, market)
}

/// The raw units of a token that are worth so much.
pub(super) fn token_amount(token: &Token, worth: U256, market: &Market) -> U256 {
    worth * unit(token) / price(token, market)
}

/// The value of one token of its asset; never zero.
fn price(token: &Token, market: &Market) -> U256 {
    U256::from((market.price_usd(token.asset) * DOLLAR as f64) as u64).max(U256::ONE)
}

/// Raw units of one token.
fn unit(token: &Token) -> U256 {
    U256::from(10).pow(U256::from(token.decimals))
}

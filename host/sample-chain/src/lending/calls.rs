//! A liquidation as it looks on a chain: the call, and the logs in the order in which the contracts emit them.

use alloy_primitives::{Address, U256};
use alloy_sol_types::SolCall;

use crate::ledger::{Draft, Entry, aave, aave_v1, comet, compound_v2, erc20};
use crate::people::account;
use crate::registry::{Lender, LenderKind, Loan, Token};

/// The collateral that was taken from an account.
pub(super) struct Seizure {
    pub account: Address,
    pub collateral: &'static Token,
    pub collateral_amount: U256,
    /// In hundred-millionths of a US dollar.
    pub collateral_worth: U256,
    pub loan: &'static Loan,
    pub debt_before: U256,
    /// Raw units of the debt; of Compound III what the market paid for the account.
    pub repaid: U256,
    /// In hundred-millionths of a US dollar, as Compound III values it.
    pub repaid_worth: U256,
}

/// The liquidator, the place and the time of a liquidation.
pub(super) struct Call {
    pub lender: &'static Lender,
    pub seed: u64,
    pub slot: u32,
    /// The time of the block.
    pub second: i64,
    pub liquidator: Address,
    /// True when the collateral is taken as deposit tokens.
    pub takes_deposit: bool,
}

impl Call {
    pub(super) fn draft(&self, seizure: &Seizure) -> Draft {
        let (input, logs, gas_used) = match self.lender.kind {
            LenderKind::AaveV1 | LenderKind::Aave => self.aave(seizure),
            LenderKind::CompoundV2 => self.compound_v2(seizure),
            LenderKind::Comet => self.comet(seizure),
        };
        Draft { slot: self.slot, from: self.liquidator, to: seizure.loan.contract, input, gas_used, logs }
    }

    fn aave(&self, seizure: &Seizure) -> (Vec<u8>, Vec<Entry>, u64) {
        let (collateral, debt) = (seizure.collateral.address, seizure.loan.token.address);
        let taken = match self.takes_deposit {
            true => transfer(self.vault(collateral), seizure.account, self.liquidator, seizure.collateral_amount),
            false => transfer(collateral, self.vault(collateral), self.liquidator, seizure.collateral_amount),
        };
        let repaid = transfer(debt, self.liquidator, self.vault(debt), seizure.repaid);
        let pool = seizure.loan.contract;
        let called = if self.lender.kind == LenderKind::AaveV1 {
            let event = aave_v1::LiquidationCall {
                _collateral: collateral,
                _reserve: debt,
                _user: seizure.account,
                _purchaseAmount: seizure.repaid,
                _liquidatedCollateralAmount: seizure.collateral_amount,
                _accruedBorrowInterest: seizure.debt_before / U256::from(400),
                _liquidator: self.liquidator,
                _receiveAToken: self.takes_deposit,
                _timestamp: U256::from(self.second.unsigned_abs()),
            };
            Entry::new(pool, &event)
        } else {
            let event = aave::LiquidationCall {
                collateralAsset: collateral,
                debtAsset: debt,
                user: seizure.account,
                debtToCover: seizure.repaid,
                liquidatedCollateralAmount: seizure.collateral_amount,
                liquidator: self.liquidator,
                receiveAToken: self.takes_deposit,
            };
            Entry::new(pool, &event)
        };
        let input = aave::liquidationCallCall {
            collateralAsset: collateral,
            debtAsset: debt,
            user: seizure.account,
            debtToCover: seizure.repaid,
            receiveAToken: self.takes_deposit,
        };
        (input.abi_encode(), vec![taken, repaid, called], 412_000)
    }

    fn compound_v2(&self, seizure: &Seizure) -> (Vec<u8>, Vec<Entry>, u64) {
        let contract = seizure.loan.contract;
        let event = compound_v2::LiquidateBorrow {
            liquidator: self.liquidator,
            borrower: seizure.account,
            repayAmount: seizure.repaid,
            cTokenCollateral: seizure.collateral.address,
            seizeTokens: seizure.collateral_amount,
        };
        let logs = vec![
            transfer(seizure.loan.token.address, self.liquidator, contract, seizure.repaid),
            transfer(seizure.collateral.address, seizure.account, self.liquidator, seizure.collateral_amount),
            Entry::new(contract, &event),
        ];
        let input = compound_v2::liquidateBorrowCall {
            borrower: seizure.account,
            repayAmount: seizure.repaid,
            cTokenCollateral: seizure.collateral.address,
        };
        (input.abi_encode(), logs, 395_000)
    }

    fn comet(&self, seizure: &Seizure) -> (Vec<u8>, Vec<Entry>, u64) {
        let market = seizure.loan.contract;
        let collateral = comet::AbsorbCollateral {
            absorber: self.liquidator,
            borrower: seizure.account,
            asset: seizure.collateral.address,
            collateralAbsorbed: seizure.collateral_amount,
            usdValue: seizure.collateral_worth,
        };
        let debt = comet::AbsorbDebt {
            absorber: self.liquidator,
            borrower: seizure.account,
            basePaidOut: seizure.repaid,
            usdValue: seizure.repaid_worth,
        };
        let mut logs = vec![Entry::new(market, &collateral), Entry::new(market, &debt)];
        let left_over = seizure.repaid.saturating_sub(seizure.debt_before);
        if !left_over.is_zero() {
            logs.push(transfer(market, Address::ZERO, seizure.account, left_over));
        }
        let input = comet::absorbCall { absorber: self.liquidator, accounts: vec![seizure.account] };
        (input.abi_encode(), logs, 310_000)
    }

    /// The contract that holds a token for the lender and stands for deposits of it.
    fn vault(&self, token: Address) -> Address {
        account(self.seed, self.lender.slug, token.as_slice())
    }
}

/// The log of a token's transfer.
fn transfer(token: Address, from: Address, to: Address, value: U256) -> Entry {
    Entry::new(token, &erc20::Transfer { from, to, value })
}

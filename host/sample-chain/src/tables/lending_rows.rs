//! Rows of lenders: their contracts, and snapshots of their accounts.

use alloy_primitives::{Address, U256, hex};

use super::csv::Line;
use crate::SampleNetwork;
use crate::lending::AccountSnapshot;
use crate::registry::{self, Token};

pub(super) const DEPLOYMENT_COLUMNS: &str = "chain,address,protocol,slug,name,underlying";
pub(super) const HEALTH_FACTOR_COLUMNS: &str =
    "chain,protocol,block_number,block_timestamp,account,health_factor,collateral_usd,debt_usd,collaterals,debts";

const HEALTH_DECIMALS: usize = 18;
const DOLLAR_DECIMALS: usize = 8;

/// The contracts of the lenders; how many rows were written.
pub(super) fn write_deployments(network: SampleNetwork, buffer: &mut Vec<u8>) -> u64 {
    let mut rows = 0;
    for lender in registry::lenders(network) {
        for (contract, underlying) in lender.contracts() {
            let mut line = Line::new(buffer);
            line.text(network.slug()).hex(contract).text(lender.protocol).text(lender.slug).text(lender.name);
            match underlying {
                Some(token) => line.hex(token),
                None => line.empty(1),
            };
            line.end();
            rows += 1;
        }
    }
    rows
}

/// The accounts of one snapshot; how many rows were written.
pub(super) fn write_snapshot(network: SampleNetwork, accounts: &[AccountSnapshot], buffer: &mut Vec<u8>) -> u64 {
    for snapshot in accounts {
        let mut line = Line::new(buffer);
        line.text(network.slug()).text(snapshot.protocol).number(snapshot.block_number).number(snapshot.second);
        line.hex(snapshot.account);
        match snapshot.health_factor {
            Some(factor) => line.text(&scaled(factor, HEALTH_DECIMALS)),
            None => line.empty(1),
        };
        line.text(&scaled(snapshot.collateral_usd, DOLLAR_DECIMALS));
        line.text(&scaled(snapshot.debt_usd, DOLLAR_DECIMALS));
        line.text(&balance(snapshot.collateral)).text(&balance(snapshot.debt)).end();
    }
    accounts.len() as u64
}

/// A JSON array of the one token, or an empty one, as a quoted field.
fn balance((token, amount): (&Token, U256)) -> String {
    if amount.is_zero() {
        return "[]".to_owned();
    }
    let Token { address, .. } = token;
    format!(r#""[{{""token"":""{}"",""amount"":""{amount}""}}]""#, hex_address(address))
}

fn hex_address(address: &Address) -> String {
    hex::encode_prefixed(address)
}

/// The digits with the point put in.
fn scaled(amount: U256, decimals: usize) -> String {
    let digits = format!("{amount:0>width$}", width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    format!("{whole}.{fraction}")
}

//! The lending deployments, with the real addresses of their contracts.
//!
//! Four of them emit the same `LiquidationCall`: Aave V2, its AMM market, Aave V3 and the fork Spark. To add one, add a
//! line to [`LENDERS`].

use alloy_primitives::{Address, address};

use super::networks::SampleNetwork;
use super::tokens::{Token, base, ethereum};

/// The contracts that a lender is made of, and so the events that it emits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LenderKind {
    AaveV1,
    /// Aave V2, V3 and their forks.
    Aave,
    CompoundV2,
    /// Compound III.
    Comet,
}

/// A token that a lender takes as collateral. Shares are in ten-thousandths.
#[derive(Debug)]
pub(crate) struct Collateral {
    pub token: &'static Token,
    /// The share of its asset that a token stands for, in ten-thousandths: 10,000 but for cTokens.
    pub asset_share: u32,
    /// The debt that its worth can carry.
    pub threshold: u32,
    /// The share of it that a liquidator gets, for each unit of debt; of Compound III the share that the market credits to the
    /// account.
    pub bonus: u32,
}

/// A token that a lender lends, and the contract that emits what happens to its debt.
#[derive(Debug)]
pub(crate) struct Loan {
    pub token: &'static Token,
    pub contract: Address,
}

/// A lending deployment on one network.
#[derive(Debug)]
pub(crate) struct Lender {
    pub network: SampleNetwork,
    pub kind: LenderKind,
    pub protocol: &'static str,
    pub slug: &'static str,
    pub name: &'static str,
    pub collaterals: &'static [Collateral],
    pub loans: &'static [Loan],
    /// Accounts that borrow in the course of the period.
    pub accounts: u32,
}

impl Lender {
    /// The contracts that the registry of deployments lists, each with the token that it lends where it lends only one.
    pub(crate) fn contracts(&self) -> Vec<(Address, Option<Address>)> {
        let lends_one = matches!(self.kind, LenderKind::CompoundV2 | LenderKind::Comet);
        let mut contracts: Vec<(Address, Option<Address>)> = Vec::new();
        for loan in self.loans {
            if !contracts.iter().any(|(contract, _)| *contract == loan.contract) {
                contracts.push((loan.contract, lends_one.then_some(loan.token.address)));
            }
        }
        contracts
    }

    /// Every token that is lent or taken.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = &'static Token> {
        let taken = self.collaterals.iter().map(|collateral| collateral.token);
        taken.chain(self.loans.iter().map(|loan| loan.token))
    }
}

const fn taken(token: &'static Token, threshold: u32, bonus: u32) -> Collateral {
    Collateral { token, asset_share: 10_000, threshold, bonus }
}

/// A cToken of Compound V2; about fifty of them stand for one unit of what they were given for.
const fn ctoken(token: &'static Token, threshold: u32) -> Collateral {
    Collateral { token, asset_share: 203, threshold, bonus: 10_800 }
}

const fn lent(token: &'static Token, contract: Address) -> Loan {
    Loan { token, contract }
}

const AAVE_V1: Address = address!("398eC7346DcD622eDc5ae82352F02bE94C62d119");
const AAVE_V2: Address = address!("7d2768dE32b0b80b7a3454c06BdAc94A69DDc7A9");
const AAVE_V2_AMM: Address = address!("7937D4799803FbBe595ed57278Bc4cA21f3bFfCB");
const AAVE_V3: Address = address!("87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2");
const SPARK: Address = address!("C13e21B648A5Ee794902342038FF3aDAB66BE987");
const COMPOUND_V2_USDC: Address = address!("39AA39c021dfbaE8faC545936693aC917d5E7563");
const COMPOUND_V2_DAI: Address = address!("5d3a536E4D6DbD6114cc1Ead35777bAB948E3643");
const COMPOUND_V3_USDC: Address = address!("c3d688B66703497DAA19211EEdff47f25384cdc3");
const BASE_AAVE_V3: Address = address!("A238Dd80C259a72e81d7e4664a9801593F98d1c5");
const BASE_COMPOUND_V3_USDC: Address = address!("b125E6687d4313864e53df431d5425969c15Eb2F");

const fn lender(
    network: SampleNetwork,
    kind: LenderKind,
    [protocol, slug, name]: [&'static str; 3],
    collaterals: &'static [Collateral],
    loans: &'static [Loan],
    accounts: u32,
) -> Lender {
    Lender { network, kind, protocol, slug, name, collaterals, loans, accounts }
}

const ETHEREUM: SampleNetwork = SampleNetwork::Ethereum;
const BASE: SampleNetwork = SampleNetwork::Base;

/// All lenders.
pub(crate) static LENDERS: [Lender; 9] = {
    use LenderKind::{Aave, AaveV1, Comet, CompoundV2};
    use ethereum::{CETH, CUSDC, DAI, LINK, USDC, USDT, WBTC, WETH, WSTETH};
    [
        lender(
            ETHEREUM,
            Aave,
            ["aave_v3", "aave-v3", "Aave V3"],
            &[taken(&WETH, 8300, 10_500), taken(&WBTC, 7800, 10_500), taken(&WSTETH, 8100, 10_600)],
            &[lent(&USDC, AAVE_V3), lent(&USDT, AAVE_V3), lent(&DAI, AAVE_V3)],
            70,
        ),
        lender(
            ETHEREUM,
            Aave,
            ["aave_v2", "aave-v2", "Aave V2"],
            &[taken(&WETH, 8600, 10_450), taken(&LINK, 8300, 10_700)],
            &[lent(&USDC, AAVE_V2), lent(&DAI, AAVE_V2)],
            36,
        ),
        lender(
            ETHEREUM,
            Aave,
            ["aave_v2_amm", "aave-v2-amm", "Aave V2 AMM market"],
            &[taken(&WETH, 8250, 10_500)],
            &[lent(&USDC, AAVE_V2_AMM)],
            12,
        ),
        lender(
            ETHEREUM,
            Aave,
            ["spark", "spark", "Spark"],
            &[taken(&WETH, 8300, 10_500), taken(&WSTETH, 8000, 10_700)],
            &[lent(&DAI, SPARK)],
            20,
        ),
        lender(
            ETHEREUM,
            AaveV1,
            ["aave_v1", "aave-v1", "Aave V1"],
            &[taken(&LINK, 7000, 11_000)],
            &[lent(&DAI, AAVE_V1), lent(&USDC, AAVE_V1)],
            14,
        ),
        lender(
            ETHEREUM,
            CompoundV2,
            ["compound_v2", "compound-v2", "Compound V2"],
            &[ctoken(&CETH, 8250), ctoken(&CUSDC, 8550)],
            &[lent(&USDC, COMPOUND_V2_USDC), lent(&DAI, COMPOUND_V2_DAI)],
            24,
        ),
        lender(
            ETHEREUM,
            Comet,
            ["compound_v3", "compound-v3-usdc", "Compound III USDC"],
            &[taken(&WETH, 8950, 9500), taken(&WBTC, 7700, 9500), taken(&LINK, 7900, 9300)],
            &[lent(&USDC, COMPOUND_V3_USDC)],
            30,
        ),
        lender(
            BASE,
            Aave,
            ["aave_v3", "aave-v3", "Aave V3"],
            &[taken(&base::WETH, 8300, 10_500), taken(&base::CBBTC, 7800, 10_750)],
            &[lent(&base::USDC, BASE_AAVE_V3)],
            36,
        ),
        lender(
            BASE,
            Comet,
            ["compound_v3", "compound-v3-usdc", "Compound III USDC"],
            &[taken(&base::WETH, 8400, 9500), taken(&base::CBETH, 8300, 9500)],
            &[lent(&base::USDC, BASE_COMPOUND_V3_USDC)],
            18,
        ),
    ]
};

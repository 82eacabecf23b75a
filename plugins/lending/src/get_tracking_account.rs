//! `GET /public/tracking/{slug}/accounts/{address}`.

use crate::deployment::{self, DeploymentHead};
use crate::liquidation::{self, Filter, SelectLiquidations};
use quarry_liquidation_records::{LendingToken, Liquidation};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectAccountHistory, "sql/account_history.sql");
statement!(warehouse, SelectAccountBalances, "sql/account_balances.sql");
statement!(warehouse, SelectAccountAbsorptions, "sql/account_absorptions.sql");

#[derive(Parameters)]
pub struct TrackingAccountQuery {
    /// The deployment's slug.
    #[parameter(path, max_length = 64, example = "aave-v3")]
    slug: String,
    /// Address of the account.
    #[parameter(path, example = "0x80fb784b7ed66730e8b1dbd9820afd29931aab03")]
    address: Address,
    /// Only on this chain: slug or chain id.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

/// The side of a position that a balance is on.
#[derive(Choice, Clone, Copy)]
pub enum BalanceSide {
    Collateral,
    Debt,
}

/// The amount of one token that the account had or owed, in the newest snapshot of a chain that holds it.
#[derive(Schema)]
pub struct AccountBalance {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// The block of that snapshot.
    #[schema(example = 19529493)]
    pub block_number: u64,
    /// Tells whether the account had it or owed it.
    pub side: BalanceSide,
    /// The token of the balance.
    pub token: LendingToken,
    /// The amount in raw units.
    #[schema(example = "1526315789473684210")]
    pub amount_raw: DecimalText,
    /// The amount with decimals applied; null while they are unknown.
    #[schema(example = "1.52631578947368421")]
    pub amount: Option<DecimalText>,
}

/// The account in one snapshot.
#[derive(Schema)]
pub struct AccountSnapshot {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// The block that the snapshot was taken at.
    #[schema(example = 19529493)]
    pub block_number: u64,
    /// Time of the snapshot's block.
    pub block_timestamp: Time,
    /// Below 1 the account could be liquidated. Null when it owed nothing.
    #[schema(example = "1.042718281828459045")]
    pub health_factor: Option<DecimalText>,
    /// All collateral in US dollars; null when the snapshot does not say.
    #[schema(example = "4578.94")]
    pub collateral_usd: Option<DecimalText>,
    /// All debt in US dollars; null when the snapshot does not say.
    #[schema(example = "3644.28")]
    pub debt_usd: Option<DecimalText>,
}

/// The number of times that Compound III absorbed the account.
#[derive(Schema)]
pub struct AccountAbsorptions {
    /// 0 in all deployments but those of Compound III.
    #[schema(example = 0)]
    pub absorptions: u64,
    /// The time of the last absorption; null when there was none.
    pub newest_at: Option<Time>,
}

#[derive(Schema)]
pub struct TrackingAccount {
    #[schema(flatten)]
    pub head: DeploymentHead,
    /// Address of the account.
    #[schema(example = "0x80fb784b7ed66730e8b1dbd9820afd29931aab03")]
    pub account: Address,
    /// The account in every snapshot, newest first, at most 500. Empty without a snapshot, or where several deployments of a
    /// chain share the protocol.
    #[schema(rows = SelectAccountHistory)]
    pub history: Vec<AccountSnapshot>,
    /// The account's balances in the newest of them.
    #[schema(rows = SelectAccountBalances)]
    pub balances: Vec<AccountBalance>,
    /// The account's absorptions in this deployment.
    #[schema(rows = SelectAccountAbsorptions)]
    pub absorbed: AccountAbsorptions,
    /// Time of the newest liquidation in this page; null when it is empty.
    pub as_of: Option<Time>,
    /// Block of that liquidation, where one chain is meant; else null.
    #[schema(example = 19529493)]
    pub as_of_block: Option<u64>,
    /// Always `event_logs`: decoded from the logs of the lending contracts. `history` and `balances` come from snapshots.
    #[schema(example = "event_logs")]
    pub source: String,
    /// Liquidations of the account, on all pages together.
    #[schema(example = 2)]
    pub matching: u64,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Liquidations of the account, newest first.
    #[schema(rows = SelectLiquidations)]
    pub liquidations: Vec<Liquidation>,
}

/// One account of a lending deployment: its health over time, what it has and owes, its liquidations
///
/// An account that was never seen has empty lists: every address is one.
#[endpoint(
    get = "/public/tracking/{slug}/accounts/{address}", keyless, module = "lending", rate_weight = 6, paged,
    body = TrackingAccount
)]
pub fn get_tracking_account(query: TrackingAccountQuery) -> Result<Answer, Problem> {
    let TrackingAccountQuery { slug, address, chain } = query;
    let deployment = deployment::find(slug.clone(), chain)?;
    let chain_id = chain.map(|chain| chain.0);
    let account = || address.0.clone();
    let history = SelectAccountHistory { account: account(), slug: slug.clone(), chain_id }.defer()?;
    let balances = SelectAccountBalances { account: account(), slug: slug.clone(), chain_id }.defer()?;
    let absorbed = SelectAccountAbsorptions { account: account(), slug: slug.clone(), chain_id }.defer()?;
    let object = deployment
        .head()
        .member("account", &address.to_hex())
        .rows("history", history)
        .rows("balances", balances)
        .row("absorbed", absorbed);
    let filter = Filter {
        chain: chain.or(deployment.only_chain),
        slug: Some(slug),
        borrower: Some(address),
        ..Filter::default()
    };
    Ok(liquidation::add_page(object, filter)?.into())
}

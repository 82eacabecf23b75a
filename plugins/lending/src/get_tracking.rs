//! `GET /public/tracking/{slug}`.

use crate::days::whole_days;
use crate::deployment::{self, DeploymentContract, DeploymentHead, SelectDeploymentContracts};
use crate::filters;
use crate::liquidation::SOURCE;
use crate::range::{AskedWindow, Range};
use quarry_liquidation_records::LendingToken;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectDeploymentTotals, "sql/deployment_totals.sql");
statement!(warehouse, SelectDeploymentDollars, "sql/deployment_dollars.sql");
statement!(warehouse, SelectDeploymentDays, "sql/deployment_days.sql");
statement!(warehouse, SelectDeploymentCollaterals, "sql/deployment_collaterals.sql");
statement!(warehouse, SelectDeploymentSnapshots, "sql/deployment_snapshots.sql");

/// Days that are listed at most, as in a chart.
const MOST_DAYS: i64 = 500;

#[derive(Parameters)]
pub struct TrackingQuery {
    /// The deployment's slug.
    #[parameter(path, max_length = 64, example = "aave-v3")]
    slug: String,
    /// Only on this chain: slug or chain id. Left out, all chains of the deployment count together.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
    /// The time back from the newest event, when `from` is not given.
    #[parameter(default = "90d", example = "30d")]
    range: Range,
    /// Only at or after this day or time.
    #[parameter(example = "2026-09-01")]
    from: Option<TimeFrom>,
    /// Only before this time, or on or before this day.
    #[parameter(example = "2026-10-31")]
    to: Option<TimeTo>,
}

/// Totals over a range of time.
#[derive(Schema)]
pub struct DeploymentTotals {
    /// Number of liquidations.
    #[schema(example = 1234)]
    pub liquidations: u64,
    /// Accounts absorbed, each time counted, whichever of its logs are there.
    #[schema(example = 0)]
    pub absorptions: u64,
    /// Number of different accounts that were liquidated or absorbed.
    #[schema(example = 871)]
    pub accounts: u64,
    /// Number of different liquidators and absorbers.
    #[schema(example = 45)]
    pub liquidators: u64,
}

/// Sums over a range of time, in US dollars. A sum is null where nothing of it is known.
#[derive(Schema)]
pub struct DeploymentDollars {
    /// Collateral that liquidators took: of those liquidations whose price is known.
    #[schema(example = "4578947.368421052631578")]
    pub liquidated_usd: Option<DecimalText>,
    /// The number of liquidations in that sum.
    #[schema(example = 1100)]
    pub liquidated_usd_of: u64,
    /// Debt that liquidators repaid: of those liquidations whose price is known.
    #[schema(example = "4350000")]
    pub repaid_usd: Option<DecimalText>,
    /// The number of liquidations in that sum.
    #[schema(example = 1234)]
    pub repaid_usd_of: u64,
    /// Debt that markets took over, as they valued it. The value of a debt is that of its collateral times a factor: the two do
    /// not add up.
    pub absorbed_debt_usd: Option<DecimalText>,
    /// Collateral that markets took for it, as they valued it.
    pub absorbed_collateral_usd: Option<DecimalText>,
}

/// Totals of a day.
#[derive(Schema)]
pub struct DeploymentDay {
    /// The day in UTC.
    pub day: Day,
    /// Number of liquidations.
    #[schema(example = 12)]
    pub liquidations: u64,
    /// Accounts absorbed, each time counted, whichever of its logs are there.
    #[schema(example = 0)]
    pub absorptions: u64,
    /// Number of different accounts that were liquidated or absorbed.
    #[schema(example = 11)]
    pub accounts: u64,
}

/// A token that was taken as collateral.
#[derive(Schema)]
pub struct TakenCollateral {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// The token that was taken.
    pub token: LendingToken,
    /// The number of times that it was taken.
    #[schema(example = 321)]
    pub times: u64,
    /// The amount that was taken, in raw units; null past 2^256 - 1.
    #[schema(example = "1526315789473684210")]
    pub amount_raw: Option<DecimalText>,
    /// The amount that was taken, decimals applied; null while they are unknown.
    #[schema(example = "1.52631578947368421")]
    pub amount: Option<DecimalText>,
}

/// The newest snapshot of health factors on a chain, summed up.
#[derive(Schema)]
pub struct SnapshotSummary {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// The block that it was taken at.
    #[schema(example = 19529493)]
    pub block_number: u64,
    /// Time of the snapshot's block.
    pub block_timestamp: Time,
    /// Number of accounts in the snapshot.
    #[schema(example = 4321)]
    pub accounts: u64,
    /// Accounts of the snapshot with a health factor below 1.
    #[schema(example = 3)]
    pub liquidatable: u64,
    /// The value that they had, in US dollars; null when the snapshot does not say.
    #[schema(example = "91234567.89")]
    pub collateral_usd: Option<DecimalText>,
    /// The value that they owed, in US dollars; null when the snapshot does not say.
    #[schema(example = "45678901.23")]
    pub debt_usd: Option<DecimalText>,
}

#[derive(Schema)]
pub struct TrackedDeploymentPage {
    #[schema(flatten)]
    pub head: DeploymentHead,
    /// Inclusive start of the range; null when it is open.
    #[schema(example = "2024-01-01T00:00:00Z")]
    pub from: Option<Time>,
    /// Exclusive end of the range; null when it is open.
    #[schema(example = "2024-02-01T00:00:00Z")]
    pub to: Option<Time>,
    /// Time of the newest event in the range; null without one.
    pub as_of: Option<Time>,
    /// Block of that event, where one chain is meant; else null.
    #[schema(example = 19529493)]
    pub as_of_block: Option<u64>,
    /// Always `event_logs`: decoded from the logs of the lending contracts.
    #[schema(example = "event_logs")]
    pub source: String,
    /// Contracts of the deployment, by chain id and address.
    #[schema(rows = SelectDeploymentContracts)]
    pub contracts: Vec<DeploymentContract>,
    /// Totals of the range.
    #[schema(rows = SelectDeploymentTotals)]
    pub totals: DeploymentTotals,
    /// Totals of the range in US dollars.
    pub dollars: DeploymentDollars,
    /// True when `days` has every day of the range; false when it has more than 500, of which the newest are listed.
    pub complete: bool,
    /// Days, the oldest first; a day on which nothing happened is not listed. At most 500.
    #[schema(rows = SelectDeploymentDays)]
    pub days: Vec<DeploymentDay>,
    /// The tokens that were taken, the most frequent first, at most 100.
    #[schema(rows = SelectDeploymentCollaterals)]
    pub collaterals: Vec<TakenCollateral>,
    /// The newest snapshot of each chain. Empty without a snapshot, or where several deployments of a chain share the protocol.
    #[schema(rows = SelectDeploymentSnapshots)]
    pub snapshots: Vec<SnapshotSummary>,
}

/// A lending deployment: its contracts, what happened in it, and how its accounts are
#[endpoint(get = "/public/tracking/{slug}", keyless, module = "lending", rate_weight = 20, body = TrackedDeploymentPage)]
pub fn get_tracking(query: TrackingQuery) -> Result<Answer, Problem> {
    let TrackingQuery { slug, chain, range, from, to } = query;
    let deployment = deployment::find(slug.clone(), chain)?;
    let (from, to) = AskedWindow { chain, range, from, to }.resolve(&deployment)?;
    let (first_day, end_day) = whole_days(from, to);
    let chain_id = chain.map(|chain| chain.0);
    let totals = SelectDeploymentTotals { from, first_day, end_day, to, slug: slug.clone(), chain_id }.query()?;
    let dollars = SelectDeploymentDollars { from, first_day, end_day, to, slug: slug.clone(), chain_id }.query()?;
    let days = SelectDeploymentDays { from, first_day, end_day, to, slug: slug.clone(), chain_id }.query()?;
    let is_complete = days.integer(0, "_all_days").unwrap_or(0) <= MOST_DAYS;
    let collaterals =
        SelectDeploymentCollaterals { from, first_day, end_day, to, slug: slug.clone(), chain_id }.defer()?;
    let snapshots = SelectDeploymentSnapshots { slug, chain_id }.defer()?;
    let as_of_block = deployment.only_chain.and_then(|_| totals.integer(0, "_newest_block"));
    Ok(deployment
        .head()
        .member("from", &filters::unless_open(from))
        .member("to", &filters::unless_open(to))
        .member("as_of", &totals.time(0, "_newest_at"))
        .member("as_of_block", &as_of_block)
        .member("source", SOURCE)
        .rows("contracts", deployment.contracts)
        .row("totals", totals)
        .row("dollars", dollars)
        .member("complete", &is_complete)
        .rows("days", days)
        .rows("collaterals", collaterals)
        .rows("snapshots", snapshots)
        .into())
}

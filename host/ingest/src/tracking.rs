//! Makes what the pages of deployments show: sums by deployment and day, by collateral, and what a deployment is
//! (`sql/derive_tracked_*.sql` say how). Runs within the finishing of lending rows, of which it is made.
//!
//! Always true after a run: the rows are what the finished events, the contracts and the snapshots say. The hours and snapshots that
//! are listed tell whose rows may be others, and stay listed until these are made: a crash makes the next run make them.

use super::error::IngestError;
use super::finished::Finished;
use super::session::{Parameter, Session};
use quarry_stores::result_set::Value;

const OPERATION: &str = "summing up what happened in deployments";
/// The days of chains that are listed between two.
const TOUCHED: &str = "SELECT chain_id, toDate(hour) FROM touched_lending_hours \
    WHERE toDate(hour) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})";
/// The kept rows of those days. The span of a day begins with it, and that of a second lies in it.
const OF_TOUCHED_DAYS: &str = "toDate(start) BETWEEN toDate({first_day:String}) AND toDate({last_day:String}) \
    AND (chain_id, toDate(start)) IN ({touched})";

const OF_DAYS: [Finished; 2] = [
    Finished {
        table: "tracked_activity",
        keys: "deployment, span, start, chain_id",
        values: "chain, liquidations, absorptions, borrowers, takers, newest_at, newest_block, liquidated_usd, liquidated_usd_of, \
                 repaid_usd, repaid_usd_of, absorbed_debt_usd_raw, absorbed_collateral_usd_raw",
        derived: include_str!("sql/derive_tracked_activity.sql"),
        within: OF_TOUCHED_DAYS,
    },
    Finished {
        table: "tracked_collaterals",
        keys: "deployment, span, start, chain_id, token",
        values: "chain, symbol, decimals, times, amount_raw",
        derived: include_str!("sql/derive_tracked_collaterals.sql"),
        within: OF_TOUCHED_DAYS,
    },
];
const CONTRACTS: Finished = Finished {
    table: "tracked_contracts",
    keys: "deployment, chain_id, address",
    values: "name, protocol, chain, underlying",
    derived: include_str!("sql/derive_tracked_contracts.sql"),
    within: "TRUE",
};
const SNAPSHOTS: Finished = Finished {
    table: "tracked_snapshots",
    keys: "deployment, chain_id, block_number",
    values: "chain, block_timestamp, accounts, liquidatable, collateral_usd, debt_usd",
    derived: include_str!("sql/derive_tracked_snapshots.sql"),
    within: "TRUE",
};
const DEPLOYMENTS: Finished = Finished {
    table: "tracked_deployments",
    keys: "slug, chain_id",
    values: "name, protocol, chain, contracts, liquidations, absorptions, newest_event_at, snapshot_block, snapshot_at",
    derived: include_str!("sql/derive_tracked_deployments.sql"),
    within: "TRUE",
};

/// Sums up the listed days between two, once their events are finished. `parameters` are those of [`super::finished_lending`]:
/// `first_day`, `last_day` and `version`.
pub(super) async fn sum_up_days(session: &Session, parameters: &[Parameter<'_>]) -> Result<(), IngestError> {
    for finished in &OF_DAYS {
        let sql = finished.insert_changed().replace("{touched}", TOUCHED);
        session.execute(OPERATION, &sql, parameters).await?;
    }
    Ok(())
}

/// Makes the lists of deployments anew, which are short; their contracts and snapshots where something else may be known of them.
pub(super) async fn list_deployments(session: &Session, is_known_anew: bool, version: u64) -> Result<(), IngestError> {
    let parameters = [("version", Value::UInt64(version))];
    if is_known_anew {
        for finished in [&CONTRACTS, &SNAPSHOTS] {
            session.execute(OPERATION, &finished.insert_changed(), &parameters).await?;
        }
    }
    session.execute(OPERATION, &DEPLOYMENTS.insert_changed(), &parameters).await
}

//! Finishes what is published of lenders: liquidations, absorptions and accounts of snapshots as they are served (`sql/finish_*.sql`
//! say how). Runs after the worth of tokens, of which their dollars are made.
//!
//! Always true after a run: nothing is listed as touched, and the finished rows are what the events, the snapshots and all that is
//! known of contracts and tokens say. A row that comes out as it was is not written again, so it does not matter that more is
//! listed than changed. What is made is taken off the list, the last of it once what the pages of deployments show is made of it too
//! (`tracking.rs`): a crash leaves the rest listed, and the next run makes it.

use super::error::IngestError;
use super::session::Session;
use super::tracking;
use quarry_stores::result_set::Value;

const OPERATION: &str = "finishing what is known of lenders";
/// Counts the listed hours, snapshots and names; the names that concern every hour; and the events in the hours of all names. Where a chain
/// is followed, the worth of the newest hour is listed before its events are there.
const COUNT_LISTED: &str = "SELECT (SELECT count() FROM touched_lending_hours), (SELECT count() FROM touched_snapshots), \
    count(), countIf(first_hour = toDateTime(0, 'UTC')), \
    (SELECT count() FROM (SELECT 1 FROM liquidations WHERE toStartOfHour(block_timestamp) BETWEEN \
        (SELECT min(first_hour) FROM touched_lending_names) AND (SELECT max(last_hour) FROM touched_lending_names) LIMIT 1)) \
    + (SELECT count() FROM (SELECT 1 FROM absorptions WHERE toStartOfHour(block_timestamp) BETWEEN \
        (SELECT min(first_hour) FROM touched_lending_names) AND (SELECT max(last_hour) FROM touched_lending_names) LIMIT 1)) \
    FROM touched_lending_names";
/// The events that other knowledge of contracts and tokens concerns, and the snapshots.
const TOUCH_HOURS: &str = include_str!("sql/touch_lending_hours.sql");
const TOUCH_SNAPSHOTS: &str = include_str!("sql/touch_snapshots.sql");
const HOURS_BY_DAY: &str = "SELECT toString(toDate(hour)) AS day, count() \
    FROM (SELECT DISTINCT chain_id, hour FROM touched_lending_hours) GROUP BY day ORDER BY day";
const FORGET_HOURS: &str = "ALTER TABLE touched_lending_hours DELETE WHERE toDate(hour) <= toDate({last_day:String}) SETTINGS mutations_sync = 1";
/// Hours of chains that one statement finishes at most, unless one day alone has more. Bounds its memory.
const WINDOW_HOURS: u64 = 2_000;
/// Listed snapshots with their accounts; one of which no account is left takes part.
const ACCOUNTS_BY_SNAPSHOT: &str = "SELECT chain_id, block_number, sum(accounts) FROM (\
    SELECT chain_id, block_number, toUInt64(0) AS accounts FROM touched_snapshots UNION ALL \
    SELECT chain_id, block_number, count() FROM health_factors \
    WHERE (chain_id, block_number) IN (SELECT chain_id, block_number FROM touched_snapshots) GROUP BY chain_id, block_number) \
    GROUP BY chain_id, block_number ORDER BY chain_id, block_number";
const FORGET_SNAPSHOTS: &str = "ALTER TABLE touched_snapshots DELETE WHERE chain_id = {chain_id:UInt64} \
    AND block_number <= {last_block:UInt64} SETTINGS mutations_sync = 1";
/// Accounts that one statement finishes at most, unless one snapshot alone has more.
const WINDOW_ACCOUNTS: u64 = 200_000;

/// A finished table: the statement that finishes its rows, and its columns without versions.
struct Finished {
    sql: &'static str,
    columns: &'static str,
}

const EVENTS: [Finished; 2] = [
    Finished {
        sql: include_str!("sql/finish_liquidations.sql"),
        columns: "block_timestamp, chain_id, block_number, log_place, chain, transaction_hash, decoded_from, protocol, deployment, \
            contract, borrower, liquidator, collateral, collateral_amount_raw, collateral_amount, collateral_price, collateral_usd, \
            collateral_usd_via, debt, debt_amount_raw, debt_amount, debt_price, debt_usd, debt_usd_via, accrued_interest_amount_raw, \
            accrued_interest_amount, receives_deposit_token",
    },
    Finished {
        sql: include_str!("sql/finish_absorptions.sql"),
        columns: "block_timestamp, chain_id, block_number, log_place, chain, transaction_hash, decoded_from, market, deployment, kind, \
            absorber, borrower, asset, amount_raw, amount, usd_value_raw, usd_value",
    },
];
const HEALTH_FACTORS: Finished = Finished {
    sql: include_str!("sql/finish_health_factors.sql"),
    columns: "chain_id, block_number, risk, protocol, account, chain, deployment, block_timestamp, health_factor, collateral_usd, \
        debt_usd, collaterals, debts",
};

impl Finished {
    fn statement(&self) -> String {
        self.sql.replace("{columns}", self.columns)
    }
}

/// Tells whether something is listed: after a migration, or a crash.
pub(super) async fn is_listed(session: &Session) -> Result<bool, IngestError> {
    let listed = session.rows(OPERATION, COUNT_LISTED, &[]).await?;
    Ok(listed.number(0, 0)? + listed.number(0, 1)? + listed.number(0, 2)? > 0)
}

/// Finishes what is listed. Rows have the version, and what is taken back the one before it, which must be free too: an account that
/// changes its place among those of its snapshot is in the one row and the other.
pub(super) async fn finish(session: &Session, version: u64) -> Result<(), IngestError> {
    let listed = session.rows(OPERATION, COUNT_LISTED, &[]).await?;
    let (mut hours, mut snapshots) = (listed.number(0, 0)?, listed.number(0, 1)?);
    let (names, others, events) = (listed.number(0, 2)?, listed.number(0, 3)?, listed.number(0, 4)?);
    if events > 0 {
        session.execute(OPERATION, TOUCH_HOURS, &[]).await?;
        hours += events;
    }
    if others > 0 {
        session.execute(OPERATION, TOUCH_SNAPSHOTS, &[]).await?;
        snapshots += others;
    }
    let has_events = hours > 0 && finish_events(session, version).await?;
    if snapshots > 0 {
        finish_health_factors(session, version).await?;
    }
    if has_events || snapshots + others > 0 {
        tracking::list_deployments(session, snapshots + others > 0, version).await?;
    }
    let lists = [
        ("touched_lending_names", names > 0),
        ("touched_lending_hours", has_events),
        ("touched_snapshots", snapshots > 0),
    ];
    for (list, is_listed) in lists {
        if is_listed {
            session.execute(OPERATION, &format!("TRUNCATE TABLE {list}"), &[]).await?;
        }
    }
    Ok(())
}

/// Finishes the events of the listed hours, oldest days first. Those of the last days stay listed.
/// Tells whether any hour was listed.
async fn finish_events(session: &Session, version: u64) -> Result<bool, IngestError> {
    let rows = session.rows(OPERATION, HOURS_BY_DAY, &[]).await?;
    let (mut first, mut hours) = (0, 0);
    for row in 0..rows.count() {
        hours += rows.number(row, 1)?;
        let is_last = row + 1 == rows.count();
        if !is_last && hours + rows.number(row + 1, 1)? <= WINDOW_HOURS {
            continue;
        }
        let last_day = ("last_day", Value::Text(rows.text(row, 0)?));
        let parameters =
            [("first_day", Value::Text(rows.text(first, 0)?)), last_day.clone(), ("version", Value::UInt64(version))];
        for finished in &EVENTS {
            session.execute(OPERATION, &finished.statement(), &parameters).await?;
        }
        tracking::sum_up_days(session, &parameters).await?;
        if !is_last {
            session.execute(OPERATION, FORGET_HOURS, &[last_day]).await?;
        }
        (first, hours) = (row + 1, 0);
    }
    Ok(rows.count() > 0)
}

/// Finishes the accounts of the listed snapshots, chain by chain and lowest blocks first. The last ones stay listed.
async fn finish_health_factors(session: &Session, version: u64) -> Result<(), IngestError> {
    let rows = session.rows(OPERATION, ACCOUNTS_BY_SNAPSHOT, &[]).await?;
    let (mut first, mut accounts) = (0, 0);
    for row in 0..rows.count() {
        accounts += rows.number(row, 2)?;
        let chain_id = rows.number(row, 0)?;
        let is_last = row + 1 == rows.count();
        if !is_last && rows.number(row + 1, 0)? == chain_id && accounts + rows.number(row + 1, 2)? <= WINDOW_ACCOUNTS {
            continue;
        }
        let window = [("chain_id", Value::UInt64(chain_id)), ("last_block", Value::UInt64(rows.number(row, 1)?))];
        let mut parameters = window.to_vec();
        parameters.push(("first_block", Value::UInt64(rows.number(first, 1)?)));
        parameters.push(("version", Value::UInt64(version)));
        session.execute(OPERATION, &HEALTH_FACTORS.statement(), &parameters).await?;
        if !is_last {
            session.execute(OPERATION, FORGET_SNAPSHOTS, &window).await?;
        }
        (first, accounts) = (row + 1, 0);
    }
    Ok(())
}

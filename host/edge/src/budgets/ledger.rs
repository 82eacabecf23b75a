//! The counters in the app store: one row a key, of the newest hour it was used in.

use crate::budgets::LEASE;
use crate::budgets::hour::Hour;
use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;
use std::fmt::Write;
use std::sync::Arc;

/// Counters this many hours old are removed: they can only matter to a host whose clock is as wrong.
const KEPT_HOURS: i64 = 48;
/// Rows that one statement removes, and statements of one clean-up.
const REMOVED_AT_ONCE: i64 = 1_000;
const REMOVALS: usize = 100;

/// The values that a statement found or left in a key's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counted {
    /// The row's hour; later than this host's when the clock of this or another host went wrong.
    pub(super) hour: Hour,
    /// Requests granted to all hosts in that hour, the ones of `lease` included.
    pub(super) granted: u64,
    /// The requests that this statement took; 0 when nothing is left.
    pub(super) lease: u64,
}

/// The requests that a host gives back in the statement that takes anew.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unspent {
    pub(super) hour: Hour,
    pub(super) requests: u64,
}

/// The statements. A clone shares the store.
#[derive(Debug, Clone)]
pub(super) struct Ledger {
    pub(super) store: AppStore,
    take: Arc<str>,
}

impl Ledger {
    pub(super) fn new(store: AppStore) -> Ledger {
        Ledger { store, take: take_statement().into() }
    }

    /// Takes a lease of `limit` requests an hour, of at most `most` requests, in one statement, so that hosts that ask
    /// together take turns.
    pub(super) async fn take(
        &self,
        key_id: i64,
        hour: Hour,
        limit: u64,
        most: u64,
        unspent: Option<Unspent>,
    ) -> Result<Counted, AppStoreError> {
        let (unspent_hour, unspent) = unspent.map_or((-1, 0), |unspent| (unspent.hour.0, unspent.requests));
        let values = [
            Value::Int64(key_id),
            Value::Int64(hour.0),
            Value::Int64(signed(limit)),
            Value::Int64(signed(lease_of(limit, limit, most))),
            Value::Int64(unspent_hour),
            Value::Int64(signed(unspent)),
            Value::Int64(signed(most)),
        ];
        let rows = self.store.query(&self.take, &values).await?;
        match Row::first(&rows) {
            Some(row) => counted(&row),
            None => Err(missing_row()),
        }
    }

    /// The key's row, where it has one.
    pub(super) async fn read(&self, key_id: i64) -> Result<Option<Counted>, AppStoreError> {
        let sql = "SELECT hour, granted, CAST(0 AS BIGINT) AS lease FROM request_budgets WHERE key_id = $1";
        let rows = self.store.query(sql, &[Value::Int64(key_id)]).await?;
        Row::first(&rows).map(|row| counted(&row)).transpose()
    }

    /// Gives back what was not spent; nothing happens once the hour is over.
    pub(super) async fn give_back(&self, key_id: i64, unspent: Unspent) -> Result<(), AppStoreError> {
        let sql = "UPDATE request_budgets SET granted = granted - $3
                   WHERE key_id = $1 AND hour = $2 AND granted >= $3";
        let values = [Value::Int64(key_id), Value::Int64(unspent.hour.0), Value::Int64(signed(unspent.requests))];
        self.store.execute(sql, &values).await.map(|_| ())
    }

    /// Removes the counters of hours long over, in bounded steps; gives how many.
    pub(super) async fn remove_old(&self, now: Hour) -> Result<u64, AppStoreError> {
        let sql = "DELETE FROM request_budgets WHERE key_id IN (
                       SELECT key_id FROM request_budgets WHERE hour < $1 ORDER BY hour LIMIT $2)";
        let values = [Value::Int64(now.0 - KEPT_HOURS), Value::Int64(REMOVED_AT_ONCE)];
        let mut removed = 0;
        for _ in 0..REMOVALS {
            let step = self.store.execute(sql, &values).await?;
            removed += step;
            if i64::try_from(step).unwrap_or(i64::MAX) < REMOVED_AT_ONCE {
                break;
            }
        }
        Ok(removed)
    }
}

/// The size of a lease of a budget of which `remaining` is left.
fn lease_of(limit: u64, remaining: u64, most: u64) -> u64 {
    let is_scarce = remaining.saturating_mul(LEASE.singles_below) < limit;
    match remaining {
        0 => 0,
        _ if is_scarce => 1,
        _ => (remaining / LEASE.share).clamp(1, most),
    }
}

/// `lease_of` in SQL, over the row as it stands when the statement has its turn. `$1` key, `$2` hour, `$3` limit, `$4`
/// the lease of an untouched budget, `$5` and `$6` the hour and number of what is given back, `$7` the most of a lease.
fn take_statement() -> String {
    let (limit, most) = ("CAST($3 AS BIGINT)", "CAST($7 AS BIGINT)");
    let remaining = format!("({limit} - counted.granted)");
    let mut size = String::new();
    // Writing into a String cannot fail.
    let _ = write!(
        size,
        "CASE WHEN {remaining} <= 0 THEN 0
              WHEN {remaining} < {limit} / {singles} + CASE WHEN {limit} % {singles} = 0 THEN 0 ELSE 1 END THEN 1
              WHEN {remaining} < {share} THEN 1
              WHEN {remaining} / {share} > {most} THEN {most}
              ELSE {remaining} / {share} END",
        singles = LEASE.singles_below,
        share = LEASE.share,
    );
    format!(
        "INSERT INTO request_budgets (key_id, hour, granted, lease) VALUES ($1, $2, $4, $4)
         ON CONFLICT (key_id) DO UPDATE SET (hour, granted, lease) = (
             SELECT sized.hour, sized.granted + sized.lease, sized.lease
             FROM (SELECT counted.hour, counted.granted, {size} AS lease
                   FROM (SELECT CASE WHEN excluded.hour > request_budgets.hour THEN excluded.hour
                                     ELSE request_budgets.hour END AS hour,
                                CASE WHEN excluded.hour > request_budgets.hour THEN 0
                                     WHEN request_budgets.hour = CAST($5 AS BIGINT)
                                          THEN request_budgets.granted - CAST($6 AS BIGINT)
                                     ELSE request_budgets.granted END AS granted) AS counted) AS sized)
         RETURNING hour, granted, lease"
    )
}

fn counted(row: &Row<'_>) -> Result<Counted, AppStoreError> {
    // The schema forbids negative counts, so the conversions keep every value.
    let count = |column: &str| row.integer(column).map(|value| u64::try_from(value).unwrap_or(0));
    Ok(Counted { hour: Hour(row.integer("hour")?), granted: count("granted")?, lease: count("lease")? })
}

/// A plan's number came from a BIGINT, and a lease is smaller.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn missing_row() -> AppStoreError {
    AppStoreError::UnexpectedColumn { column: "lease".to_owned(), problem: "was not returned".to_owned() }
}

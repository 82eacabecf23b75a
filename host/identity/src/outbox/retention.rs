//! The retention of the outbox. Audit entries stay: they are the record of what was done.

use jiff::Timestamp;
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::result_set::Value;

const EVENTS_KEPT_MICROSECONDS: i64 = 30 * 86_400_000_000;
const JOBS_KEPT_MICROSECONDS: i64 = 7 * 86_400_000_000;
/// Rows that one statement removes.
const REMOVED_AT_ONCE: i64 = 1_000;

/// Removes one step of events older than thirty days, of counts whose time is over, and of jobs that ended well over seven days ago;
/// gives how many events and jobs. Dead jobs stay until staff look at them.
pub async fn remove_old(store: &AppStore, now: Timestamp) -> Result<u64, AppStoreError> {
    let before = |kept: i64| [Value::Int64(now.as_microsecond() - kept), Value::Int64(REMOVED_AT_ONCE)];
    let events = "DELETE FROM events WHERE id IN (
                      SELECT id FROM events WHERE created_at < CAST($1 AS BIGINT) LIMIT CAST($2 AS BIGINT))";
    // In the words of the index `jobs_ended`: SQLite uses it for no others.
    let jobs = "DELETE FROM jobs WHERE id IN (
                    SELECT id FROM jobs WHERE state IN ('completed', 'cancelled', 'dead') AND state <> 'dead'
                      AND ended_at < CAST($1 AS BIGINT)
                    LIMIT CAST($2 AS BIGINT))";
    let counts = "DELETE FROM outbox_bytes WHERE (payer, gone_at) IN (
                      SELECT payer, gone_at FROM outbox_bytes WHERE gone_at <= CAST($1 AS BIGINT) LIMIT CAST($2 AS BIGINT))";
    store.execute(counts, &before(0)).await?;
    let removed = store.execute(events, &before(EVENTS_KEPT_MICROSECONDS)).await?;
    Ok(removed + store.execute(jobs, &before(JOBS_KEPT_MICROSECONDS)).await?)
}

//! The bytes that each space holds.
//!
//! Triggers of the migration `0090_space_usage.sql` count them, in the transaction of each change. PostgreSQL writes a row for each
//! change, so that writers of a space never wait for each other, and [`keep_small`] folds them; SQLite, with one writer at a time,
//! has one row for each space.

use crate::app::{AppStore, AppStoreDialect, AppStoreError, Row, Transaction};
use crate::result_set::{ResultSet, Value};
use crate::shutdown::Shutdown;
use std::time::Duration;

/// The time between two foldings.
const FOLD_INTERVAL: Duration = Duration::from_secs(60);
/// Rows of one step: one statement.
const FOLDED_AT_ONCE: i64 = 5_000;
/// Steps of one folding; the rest waits for the next.
const STEPS_OF_A_FOLDING: usize = 40;

const SIZE: &str =
    "SELECT CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) AS size_bytes FROM space_usage WHERE space_id = $1";

/// Folds rows that nobody else holds. Those of spaces that are gone leave nothing.
const FOLD: &str = "
    WITH folded AS (
        DELETE FROM space_usage WHERE id IN (
            SELECT id FROM space_usage
            WHERE space_id IN (
                SELECT usage.space_id FROM space_usage AS usage
                LEFT JOIN spaces ON spaces.id = usage.space_id
                GROUP BY usage.space_id HAVING count(*) > 1 OR count(spaces.id) = 0
                LIMIT 200)
            ORDER BY space_id LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING space_id, size_bytes)
    INSERT INTO space_usage (space_id, size_bytes)
    SELECT folded.space_id, sum(folded.size_bytes) FROM folded
    WHERE EXISTS (SELECT 1 FROM spaces WHERE spaces.id = folded.space_id)
    GROUP BY folded.space_id";

/// The bytes of a space, as a transaction sees them.
pub async fn within(transaction: &mut Transaction, space_id: i64) -> Result<u64, AppStoreError> {
    size(&transaction.query(SIZE, &[Value::Int64(space_id)]).await?)
}

/// The bytes of a space that last.
pub async fn of_space(store: &AppStore, space_id: i64) -> Result<u64, AppStoreError> {
    size(&store.query(SIZE, &[Value::Int64(space_id)]).await?)
}

fn size(rows: &ResultSet) -> Result<u64, AppStoreError> {
    let bytes = Row::first(rows).map(|row| row.integer("size_bytes")).transpose()?;
    Ok(u64::try_from(bytes.unwrap_or_default()).unwrap_or_default())
}

/// Folds the rows of each space into one, until `shutdown`; returns at once where there is one row each by nature.
pub async fn keep_small(store: AppStore, mut shutdown: Shutdown) {
    if store.dialect() == AppStoreDialect::Sqlite {
        return;
    }
    loop {
        tokio::select! {
            () = shutdown.wait() => return,
            () = tokio::time::sleep(FOLD_INTERVAL) => {}
        }
        for _ in 0..STEPS_OF_A_FOLDING {
            match fold(&store).await {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(%error, "the counted bytes of spaces were not folded");
                    break;
                }
            }
        }
    }
}

/// One step on PostgreSQL: tells how many spaces have fewer rows now.
pub async fn fold(store: &AppStore) -> Result<u64, AppStoreError> {
    store.execute(FOLD, &[Value::Int64(FOLDED_AT_ONCE)]).await
}

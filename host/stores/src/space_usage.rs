//! The bytes that each space holds, and may hold by the plans of its owners.
//!
//! Triggers of the migration `0090_space_usage.sql` count them, in the transaction of each change. PostgreSQL writes a row for each
//! change, so that writers of a space never wait for each other, and [`keep_small`] folds them; SQLite, with one writer at a time,
//! has one row for each space.

use crate::app::{AppStore, AppStoreDialect, AppStoreError, Row, Transaction};
use crate::result_set::{ResultSet, Value};
use crate::shutdown::Shutdown;
use jiff::Timestamp;
use std::time::Duration;

/// The time between two foldings.
const FOLD_INTERVAL: Duration = Duration::from_secs(60);
/// Rows of one step: one statement.
const FOLDED_AT_ONCE: i64 = 5_000;
/// Steps of one folding; the rest waits for the next.
const STEPS_OF_A_FOLDING: usize = 40;

const SIZE: &str =
    "SELECT CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) AS size_bytes FROM space_usage WHERE space_id = $1";

/// A space may hold what the largest plan of its owners' organizations allows; a courtesy counts as a plan while it lasts.
const ROOM: &str = "
    SELECT (SELECT CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) FROM space_usage WHERE space_id = $1) AS used_bytes,
           (SELECT MAX(CASE WHEN courtesy_ends_at > $2 AND courtesy_bytes > plan_bytes THEN courtesy_bytes ELSE plan_bytes END)
            FROM space_allowances WHERE space_id = $1) AS allowed_bytes";

/// The spaces that hold most, each with the name of one owner.
const LARGEST: &str = "
    SELECT spaces.id, spaces.name, held.used_bytes,
           (SELECT MAX(CASE WHEN courtesy_ends_at > $1 AND courtesy_bytes > plan_bytes THEN courtesy_bytes ELSE plan_bytes END)
            FROM space_allowances WHERE space_id = spaces.id) AS allowed_bytes,
           (SELECT MIN(users.name) FROM space_members JOIN users ON users.id = space_members.user_id
            WHERE space_members.space_id = spaces.id AND space_members.role = 'owner') AS owner
    FROM (SELECT space_id, CAST(SUM(size_bytes) AS BIGINT) AS used_bytes FROM space_usage
          GROUP BY space_id HAVING SUM(size_bytes) > 0 ORDER BY SUM(size_bytes) DESC, space_id LIMIT $2) AS held
    JOIN spaces ON spaces.id = held.space_id
    ORDER BY held.used_bytes DESC, spaces.id";

/// An allowance that the view `space_allowances` has in the place of none.
const WITHOUT_BOUND: i64 = i64::MAX;

/// The bytes of a space, and those that the plans of its owners let it hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpaceRoom {
    pub used: u64,
    /// None where they set no bound, or nobody owns the space.
    pub allowed: Option<u64>,
}

/// A space, with what it holds and may hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargeSpace {
    pub id: i64,
    pub name: String,
    /// The name of an owner; none where nobody owns it.
    pub owner: Option<String>,
    pub room: SpaceRoom,
}

impl SpaceRoom {
    /// The bytes that the space may hold where every space may hold `most`; none is no bound.
    pub fn limit(self, most: Option<u64>) -> Option<u64> {
        match (self.allowed, most) {
            (Some(allowed), Some(most)) => Some(allowed.min(most)),
            (allowed, most) => allowed.or(most),
        }
    }
}

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

/// The bytes of a space and those that it may hold at `now`, as a transaction sees them.
pub async fn room_within(
    transaction: &mut Transaction,
    space_id: i64,
    now: Timestamp,
) -> Result<SpaceRoom, AppStoreError> {
    first_room(&transaction.query(ROOM, &[Value::Int64(space_id), Value::Timestamp(now.as_microsecond())]).await?)
}

/// The bytes of a space and those that it may hold at `now`.
pub async fn room_of_space(store: &AppStore, space_id: i64, now: Timestamp) -> Result<SpaceRoom, AppStoreError> {
    first_room(&store.query(ROOM, &[Value::Int64(space_id), Value::Timestamp(now.as_microsecond())]).await?)
}

/// The `most` spaces that hold most at `now`, largest first.
pub async fn largest(store: &AppStore, most: u16, now: Timestamp) -> Result<Vec<LargeSpace>, AppStoreError> {
    let bound = [Value::Timestamp(now.as_microsecond()), Value::Int64(i64::from(most))];
    let rows = store.query(LARGEST, &bound).await?;
    Row::all(&rows).map(|row| large_space(&row)).collect()
}

fn large_space(row: &Row<'_>) -> Result<LargeSpace, AppStoreError> {
    Ok(LargeSpace {
        id: row.integer("id")?,
        name: row.text("name")?,
        owner: row.optional_text("owner")?,
        room: room(row)?,
    })
}

fn first_room(rows: &ResultSet) -> Result<SpaceRoom, AppStoreError> {
    Row::first(rows).map_or(Ok(SpaceRoom { used: 0, allowed: None }), |row| room(&row))
}

fn room(row: &Row<'_>) -> Result<SpaceRoom, AppStoreError> {
    let allowed = row.optional_integer("allowed_bytes")?.filter(|bytes| *bytes != WITHOUT_BOUND);
    Ok(SpaceRoom {
        used: u64::try_from(row.integer("used_bytes")?).unwrap_or_default(),
        allowed: allowed.map(|bytes| u64::try_from(bytes).unwrap_or_default()),
    })
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

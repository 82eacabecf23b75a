//! Messages of people, read from the store: every host reads those that any host wrote, and tells the people who are
//! connected to it.

use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Numbers that one statement gives, and statements of one look: far more than there are in the time that a look goes back.
const PAGE_ROWS: i64 = 5_000;
const MOST_PAGES: usize = 20;
/// Bodies that one statement gives.
const BODIES_AT_ONCE: usize = 200;
/// Numbers are given when a row is written, and rows are seen when their transaction commits: a smaller number may come
/// this much later.
const LATE: Duration = Duration::from_secs(10);

/// A message of the store.
#[derive(Debug, Clone)]
pub(super) struct Message {
    pub(super) id: i64,
    pub(super) user_id: i64,
    pub(super) body: Arc<str>,
}

/// The number of the newest message; 0 without messages.
pub(super) async fn newest(store: &AppStore) -> Result<i64, AppStoreError> {
    let rows = store.query("SELECT MAX(id) AS newest FROM cable_messages", &[]).await?;
    Ok(Row::first(&rows).map(|row| row.optional_integer("newest")).transpose()?.flatten().unwrap_or_default())
}

/// Reads each message once, in spite of numbers that come late.
#[derive(Debug)]
pub(super) struct Reader {
    /// Up to it everything was read.
    low: i64,
    /// The messages that were read above it, with the times.
    read: VecDeque<(i64, Instant)>,
    known: HashSet<i64>,
}

impl Reader {
    /// Reads what comes after the message of this number.
    pub(super) fn after(newest: i64) -> Reader {
        Reader { low: newest, read: VecDeque::new(), known: HashSet::new() }
    }

    /// The messages since the last look that are for one of `listeners`.
    pub(super) async fn look(
        &mut self,
        store: &AppStore,
        listeners: &HashSet<i64>,
    ) -> Result<Vec<Message>, AppStoreError> {
        let mut fresh = Vec::new();
        let mut after = self.low;
        for _ in 0..MOST_PAGES {
            let sql = "SELECT id, user_id FROM cable_messages WHERE id > $1 ORDER BY id LIMIT $2";
            let rows = store.query(sql, &[Value::Int64(after), Value::Int64(PAGE_ROWS)]).await?;
            for row in Row::all(&rows) {
                after = row.integer("id")?;
                if !self.known.contains(&after) {
                    fresh.push((after, row.integer("user_id")?));
                }
            }
            if rows.row_count < PAGE_ROWS.unsigned_abs() as usize {
                break;
            }
        }
        let wanted: Vec<i64> =
            fresh.iter().filter(|(_, user_id)| listeners.contains(user_id)).map(|(id, _)| *id).collect();
        let mut messages = Vec::with_capacity(wanted.len());
        for ids in wanted.chunks(BODIES_AT_ONCE) {
            messages.extend(read(store, ids).await?);
        }
        let now = Instant::now();
        for (id, _) in fresh {
            self.known.insert(id);
            self.read.push_back((id, now));
        }
        self.forget_old(now);
        Ok(messages)
    }

    fn forget_old(&mut self, now: Instant) {
        while let Some((id, read_at)) = self.read.front().copied()
            && now.duration_since(read_at) > LATE
        {
            self.read.pop_front();
            self.known.remove(&id);
            self.low = self.low.max(id);
        }
    }
}

/// The messages of these numbers that are still there.
async fn read(store: &AppStore, ids: &[i64]) -> Result<Vec<Message>, AppStoreError> {
    let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
    let sql = format!("SELECT id, user_id, body FROM cable_messages WHERE id IN ({}) ORDER BY id", places.join(", "));
    let values: Vec<Value> = ids.iter().copied().map(Value::Int64).collect();
    let rows = store.query(&sql, &values).await?;
    let message = |row: Row<'_>| {
        Ok(Message { id: row.integer("id")?, user_id: row.integer("user_id")?, body: row.text("body")?.into() })
    };
    Row::all(&rows).map(message).collect()
}

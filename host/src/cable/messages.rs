//! What people are told: written by whatever host something happens on, read by every host, each of which tells those who
//! are connected to it.

use crate::stores::app::{AppStore, AppStoreError, Row, Transaction};
use crate::stores::result_set::Value;
use jiff::Timestamp;
use serde_json::{Value as Json, json};
use std::collections::{HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Messages of one look. Far more than there are in the time that a look goes back.
const MOST_AT_ONCE: i64 = 5_000;
/// Numbers are given when a row is written, and rows are seen when their transaction commits: a smaller number may come
/// this much later.
const LATE: Duration = Duration::from_secs(10);

/// What concerns the security of a person's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Somebody signed in to the account.
    SignIn {
        address: IpAddr,
    },
    PasswordChanged,
    TwoFactorChanged,
}

impl Notice {
    /// As it is told.
    fn body(&self, now: Timestamp) -> Json {
        let kind = match self {
            Notice::SignIn { .. } => "sign_in",
            Notice::PasswordChanged => "password_changed",
            Notice::TwoFactorChanged => "two_factor_changed",
        };
        let mut body = json!({ "type": "notice", "kind": kind, "at": now.to_string() });
        if let Notice::SignIn { address } = self {
            body["address"] = address.to_canonical().to_string().into();
        }
        body
    }
}

/// Tells a person, wherever they are connected, once the transaction has committed.
pub async fn publish(
    transaction: &mut Transaction,
    user_id: i64,
    notice: &Notice,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let sql = "INSERT INTO cable_messages (user_id, body, created_at) VALUES ($1, $2, $3)";
    let values =
        [Value::Int64(user_id), Value::Text(notice.body(now).to_string()), Value::Timestamp(now.as_microsecond())];
    transaction.execute(sql, &values).await.map(|_| ())
}

/// A message of the store.
#[derive(Debug, Clone)]
pub(super) struct Message {
    pub(super) id: i64,
    pub(super) user_id: i64,
    pub(super) body: Arc<str>,
}

/// The number of the newest message; 0 where there is none.
pub(super) async fn newest(store: &AppStore) -> Result<i64, AppStoreError> {
    let rows = store.query("SELECT MAX(id) AS newest FROM cable_messages", &[]).await?;
    Ok(Row::first(&rows).map(|row| row.optional_integer("newest")).transpose()?.flatten().unwrap_or_default())
}

/// Reads each message once, in spite of numbers that come late.
#[derive(Debug)]
pub(super) struct Reader {
    /// Up to it everything was read.
    low: i64,
    /// What was read above it, and when.
    read: VecDeque<(i64, Instant)>,
    known: HashSet<i64>,
}

impl Reader {
    /// Reads what comes after the message of this number.
    pub(super) fn after(newest: i64) -> Reader {
        Reader { low: newest, read: VecDeque::new(), known: HashSet::new() }
    }

    /// What has come since the last look.
    pub(super) async fn look(&mut self, store: &AppStore) -> Result<Vec<Message>, AppStoreError> {
        let sql = "SELECT id, user_id, body FROM cable_messages WHERE id > $1 ORDER BY id LIMIT $2";
        let rows = store.query(sql, &[Value::Int64(self.low), Value::Int64(MOST_AT_ONCE)]).await?;
        let now = Instant::now();
        let mut messages = Vec::new();
        for row in Row::all(&rows) {
            let id = row.integer("id")?;
            if self.known.insert(id) {
                self.read.push_back((id, now));
                messages.push(Message { id, user_id: row.integer("user_id")?, body: row.text("body")?.into() });
            }
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

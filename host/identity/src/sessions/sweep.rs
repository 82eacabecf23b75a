//! Removing what has ended, in bounded steps.

use crate::sessions::Sessions;
use jiff::{SignedDuration, Timestamp};
use quarry_stores::app::AppStoreError;
use quarry_stores::result_set::Value;
use quarry_stores::shutdown::Shutdown;
use std::time::Duration;

const SWEEP_INTERVAL: Duration = Duration::from_secs(60);
/// Rows that one statement removes.
const REMOVED_AT_ONCE: i64 = 500;
/// Statements of one table in one sweep; the rest waits for the next.
const STEPS: usize = 20;
/// The time that wrong tries and places are kept, beyond what they are asked for (of second factors a day).
const FAILURES_KEPT: SignedDuration = SignedDuration::from_hours(25);
/// The time for which messages to connections are kept. Connections were told within seconds.
const CABLE_MESSAGES_KEPT: SignedDuration = SignedDuration::from_mins(5);
const PLACES_KEPT: SignedDuration = SignedDuration::from_hours(24 * 365);

impl Sessions {
    /// Removes what has ended until `shutdown`.
    pub async fn keep_small(&self, mut shutdown: Shutdown) {
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(SWEEP_INTERVAL) => {}
            }
            if let Err(error) = self.sweep(Timestamp::now()).await {
                tracing::warn!(%error, "sessions that have ended were not removed");
            }
        }
    }

    /// One sweep over everything that ends by itself.
    pub async fn sweep(&self, now: Timestamp) -> Result<(), AppStoreError> {
        let before = |duration| now.saturating_sub(duration).unwrap_or(Timestamp::MIN);
        let tables = [
            ("sessions", "id", "expires_at", now),
            ("refresh_tokens", "hash", "expires_at", now),
            ("cable_tickets", "hash", "expires_at", now),
            ("cable_messages", "id", "created_at", before(CABLE_MESSAGES_KEPT)),
            ("password_recoveries", "user_id", "expires_at", now),
            ("invitations", "id", "expires_at", before(SignedDuration::from_hours(24 * 30))),
            ("sign_in_failures", "id", "failed_at", before(FAILURES_KEPT)),
            ("sign_in_lockouts", "pair", "noted_at", before(FAILURES_KEPT)),
            ("sign_in_places", "user_id", "last_seen_at", before(PLACES_KEPT)),
        ];
        for (table, key, column, end) in tables {
            let sql = format!(
                "DELETE FROM {table} WHERE {column} < $1
                 AND {key} IN (SELECT {key} FROM {table} WHERE {column} < $1 LIMIT $2)"
            );
            let values = [Value::Timestamp(end.as_microsecond()), Value::Int64(REMOVED_AT_ONCE)];
            for _ in 0..STEPS {
                if self.store.execute(&sql, &values).await? == 0 {
                    break;
                }
            }
        }
        Ok(())
    }
}

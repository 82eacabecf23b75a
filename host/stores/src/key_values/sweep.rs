//! Removing what has expired, in bounded steps: each is one transaction of one component.

use crate::app::{AppStoreError, Row, Transaction};
use crate::key_values::KeyValues;
use crate::key_values::usage::change_usage;
use crate::result_set::Value;
use crate::shutdown::Shutdown;
use std::time::Duration;

/// The time between two removals of expired values.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60);
/// Rows of one step.
const REMOVED_AT_ONCE: i64 = 500;
/// Steps of one sweep; the rest waits for the next.
const STEPS_OF_A_SWEEP: usize = 40;

/// The values that were removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Removed {
    pub(super) keys: i64,
    pub(super) bytes: i64,
}

impl KeyValues {
    /// Removes what has expired, until `shutdown`.
    pub async fn keep_small(&self, mut shutdown: Shutdown) {
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(SWEEP_INTERVAL) => {}
            }
            for _ in 0..STEPS_OF_A_SWEEP {
                match self.sweep().await {
                    Ok(0) => break,
                    Ok(_) => {}
                    Err(error) => {
                        tracing::warn!(%error, "expired values of components were not removed");
                        break;
                    }
                }
            }
        }
    }

    /// One step: removes up to 500 expired values of the component whose value expired first; tells how many.
    pub async fn sweep(&self) -> Result<u64, AppStoreError> {
        let now = self.now();
        let sql = "SELECT component FROM component_key_values WHERE expires_at <= $1 ORDER BY expires_at LIMIT 1";
        let rows = self.store.query(sql, &[Value::Timestamp(now)]).await?;
        let Some(row) = Row::first(&rows) else { return Ok(0) };
        let component = row.text("component")?;
        let mut transaction = self.store.begin().await?;
        let removed = remove_expired(&mut transaction, &component, None, now).await?;
        transaction.commit().await?;
        Ok(u64::try_from(removed.keys).unwrap_or_default())
    }
}

/// Removes up to [`REMOVED_AT_ONCE`] expired values of a component, but not the one under `except`, with their part of
/// the quota.
pub(super) async fn remove_expired(
    transaction: &mut Transaction,
    component: &str,
    except: Option<&str>,
    now: i64,
) -> Result<Removed, AppStoreError> {
    // The row of usage first, as every writer does: the other order could wait in a circle.
    change_usage(transaction, component, 0, 0).await?;
    let sql = "DELETE FROM component_key_values WHERE component = $1 AND key IN
               (SELECT key FROM component_key_values
                WHERE component = $1 AND expires_at <= $2 AND key <> $3 LIMIT $4)
               RETURNING size_bytes";
    let values = [
        Value::Text(component.to_owned()),
        Value::Timestamp(now),
        // No key is empty.
        Value::Text(except.unwrap_or_default().to_owned()),
        Value::Int64(REMOVED_AT_ONCE),
    ];
    let rows = transaction.query(sql, &values).await?;
    let mut removed = Removed::default();
    for row in Row::all(&rows) {
        removed.keys += 1;
        removed.bytes += row.integer("size_bytes")?;
    }
    change_usage(transaction, component, -removed.keys, -removed.bytes).await?;
    Ok(removed)
}

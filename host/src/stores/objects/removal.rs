//! Deleting what nobody names any more, and objects whose time is over.

use crate::edge::Shutdown;
use crate::stores::app::Row;
use crate::stores::objects::records::PLAN;
use crate::stores::objects::{Objects, ObjectsError};
use crate::stores::result_set::Value;
use std::time::Duration;

const INTERVAL: Duration = Duration::from_secs(60);
/// Of one round; what is left waits for the next.
const MAX_REMOVALS: i64 = 500;

impl Objects {
    /// Looks once a minute until `shutdown`. Several hosts may: a deletion that another one made is none the less done.
    pub async fn keep_small(self, mut shutdown: Shutdown) {
        loop {
            if let Err(error) = self.remove_due().await {
                tracing::warn!(%error, "objects that are due could not be removed; the next round tries again");
            }
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = shutdown.wait() => return,
            }
        }
    }

    /// One round: how many locations were emptied.
    pub async fn remove_due(&self) -> Result<usize, ObjectsError> {
        let mut transaction = self.records.begin().await?;
        let expired = transaction
            .query(
                "SELECT component, key, location FROM objects WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2",
                &[self.now_value(), Value::Int64(MAX_REMOVALS)],
            )
            .await?;
        for row in Row::all(&expired) {
            let location = row.text("location")?;
            let deleted = transaction
                .execute(
                    "DELETE FROM objects WHERE component = $1 AND key = $2 AND location = $3",
                    &[
                        Value::Text(row.text("component")?),
                        Value::Text(row.text("key")?),
                        Value::Text(location.clone()),
                    ],
                )
                .await?;
            if deleted > 0 {
                transaction.execute(PLAN, &[Value::Text(location), self.now_value()]).await?;
            }
        }
        transaction.commit().await?;
        let due = self
            .records
            .query(
                "SELECT location FROM object_removals WHERE due_at <= $1 ORDER BY due_at LIMIT $2",
                &[self.now_value(), Value::Int64(MAX_REMOVALS)],
            )
            .await?;
        let mut removed = 0;
        for row in Row::all(&due) {
            let location = row.text("location")?;
            match self.store.delete(&self.path(&location)).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(source) => return Err(ObjectsError::Store { operation: "delete", source }),
            }
            self.records.execute("DELETE FROM object_removals WHERE location = $1", &[Value::Text(location)]).await?;
            removed += 1;
        }
        Ok(removed)
    }
}

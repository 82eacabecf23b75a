//! Deleting what nobody names any more, and objects whose time is over.

use crate::app::{AppStoreError, Row};
use crate::objects::records::plan;
use crate::objects::usage::{change_usage, text, usage};
use crate::objects::{Objects, ObjectsError};
use crate::result_set::Value;
use crate::shutdown::Shutdown;
use object_store::ObjectStoreExt;
use std::time::Duration;

const INTERVAL: Duration = Duration::from_secs(60);
/// The most removals of one round; the rest waits for the next.
const MAX_REMOVALS: i64 = 500;
/// Components' objects are counted again at the start and once an hour.
const ROUNDS_BETWEEN_COUNTS: u64 = 60;

impl Objects {
    /// Looks once a minute until `shutdown`. Several hosts may do so at once: bytes that another host deleted count as deleted.
    pub async fn keep_small(self, mut shutdown: Shutdown) {
        for round in 0_u64.. {
            if round % ROUNDS_BETWEEN_COUNTS == 0
                && let Err(error) = self.recount().await
            {
                tracing::warn!(%error, "the stored bytes of components could not be counted; the next try is in an hour");
            }
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
        self.plan_expired().await?;
        let due = self
            .records
            .query(
                "SELECT location, component FROM object_removals WHERE due_at <= $1 ORDER BY due_at LIMIT $2",
                &[self.now_value(), Value::Int64(MAX_REMOVALS)],
            )
            .await?;
        let mut removed = 0;
        for row in Row::all(&due) {
            let (location, component) = (row.text("location")?, row.optional_text("component")?);
            match self.store.delete(&self.path(&location)).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(source) => return Err(ObjectsError::Store { operation: "delete", source }),
            }
            self.forget(&location, component.as_deref()).await?;
            removed += 1;
        }
        Ok(removed)
    }

    /// Plans the deletion of the bytes of objects whose time is over.
    async fn plan_expired(&self) -> Result<(), ObjectsError> {
        let mut transaction = self.records.begin().await?;
        let expired = transaction
            .query(
                "SELECT component, key, location FROM objects WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2",
                &[self.now_value(), Value::Int64(MAX_REMOVALS)],
            )
            .await?;
        let mut expired = Row::all(&expired)
            .map(|row| Ok((row.text("component")?, row.text("key")?, row.text("location")?)))
            .collect::<Result<Vec<_>, AppStoreError>>()?;
        // In the order of components, as on every other host that looks now: rows of usage are waited for in no circle.
        expired.sort();
        let mut taken = None;
        for (component, key, location) in expired {
            if taken.as_ref() != Some(&component) {
                usage(&mut transaction, &component).await?;
            }
            let sql = "DELETE FROM objects WHERE component = $1 AND key = $2 AND location = $3 RETURNING size_bytes";
            let deleted = transaction.query(sql, &[text(&component), text(&key), text(&location)]).await?;
            if let Some(row) = Row::first(&deleted) {
                let size_bytes = row.integer("size_bytes")?;
                let more_bytes = plan(&mut transaction, &location, self.now(), &component, size_bytes).await?;
                change_usage(&mut transaction, &component, -1, more_bytes).await?;
            }
            taken = Some(component);
        }
        Ok(transaction.commit().await?)
    }

    /// Bytes are deleted: they no longer count.
    async fn forget(&self, location: &str, component: Option<&str>) -> Result<(), ObjectsError> {
        let mut transaction = self.records.begin().await?;
        if let Some(component) = component {
            usage(&mut transaction, component).await?;
        }
        let sql = "DELETE FROM object_removals WHERE location = $1 RETURNING size_bytes";
        let deleted = transaction.query(sql, &[text(location)]).await?;
        if let (Some(component), Some(row)) = (component, Row::first(&deleted)) {
            change_usage(&mut transaction, component, 0, -row.integer("size_bytes")?).await?;
        }
        Ok(transaction.commit().await?)
    }
}

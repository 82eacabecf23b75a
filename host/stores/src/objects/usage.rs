//! The quota of a component's objects, and the part of it that is used.
//!
//! Always true: bytes are set aside before the store is given them, in a transaction that takes the component's row of
//! usage first, so that uploads at once never pass the quota together; they count until they are deleted, also when they
//! were replaced or removed and somebody may still read them; a count that hosts of the release before let drift is made
//! again from the rows it stands for.

use crate::app::{AppStoreError, Row, Transaction};
use crate::objects::{Objects, ObjectsError};
use crate::result_set::Value;
use jiff::Timestamp;

/// A component's row of usage, held by a transaction.
pub(super) struct Usage {
    objects: i64,
    bytes: i64,
}

impl Objects {
    /// The same objects without a quota: for what the host itself stores.
    pub fn without_quota(&self) -> Objects {
        Objects { quotas: None, ..self.clone() }
    }

    /// Sets `more_bytes` aside for an upload to `location`, whose bytes are deleted at `due_at` unless it is finished.
    pub(super) async fn set_aside(
        &self,
        component: &str,
        location: &str,
        more_bytes: u64,
        due_at: Timestamp,
    ) -> Result<(), ObjectsError> {
        let mut transaction = self.records.begin().await?;
        let usage = usage(&mut transaction, component).await?;
        self.check_bytes(component, &usage, more_bytes)?;
        let sql = "INSERT INTO object_removals (location, due_at, component, size_bytes) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (location) DO UPDATE SET size_bytes = object_removals.size_bytes + excluded.size_bytes";
        let more_bytes = i64::try_from(more_bytes).unwrap_or(i64::MAX);
        let due_at = Value::Timestamp(due_at.as_microsecond());
        transaction.execute(sql, &[text(location), due_at, text(component), Value::Int64(more_bytes)]).await?;
        change_usage(&mut transaction, component, 0, more_bytes).await?;
        Ok(transaction.commit().await?)
    }

    /// Refuses bytes that would go past the quota.
    fn check_bytes(&self, component: &str, usage: &Usage, more_bytes: u64) -> Result<(), ObjectsError> {
        let Some(quota) = self.quotas.as_ref().map(|quotas| quotas.of(component)) else { return Ok(()) };
        let used = u64::try_from(usage.bytes).unwrap_or_default();
        match more_bytes == 0 || used.saturating_add(more_bytes) <= quota.bytes {
            true => Ok(()),
            false => Err(ObjectsError::BytesUsedUp { quota: quota.bytes }),
        }
    }

    /// Refuses one more object where the component has all that it may.
    pub(super) fn check_objects(&self, component: &str, usage: &Usage) -> Result<(), ObjectsError> {
        let Some(quota) = self.quotas.as_ref().map(|quotas| quotas.of(component)) else { return Ok(()) };
        match u64::try_from(usage.objects).unwrap_or_default() < quota.objects {
            true => Ok(()),
            false => Err(ObjectsError::ObjectsUsedUp { quota: quota.objects }),
        }
    }

    /// Counts again what every component has stored.
    pub async fn recount(&self) -> Result<(), ObjectsError> {
        let sql = "SELECT component FROM object_usage UNION SELECT component FROM objects ORDER BY component";
        let components = self.records.query(sql, &[]).await?;
        for row in Row::all(&components) {
            let component = row.text("component")?;
            let mut transaction = self.records.begin().await?;
            usage(&mut transaction, &component).await?;
            let sql = "UPDATE object_usage SET
                       object_count = (SELECT COUNT(*) FROM objects WHERE component = $1),
                       size_bytes = CAST(
                           (SELECT COALESCE(SUM(size_bytes), 0) FROM objects WHERE component = $1)
                           + (SELECT COALESCE(SUM(size_bytes), 0) FROM object_removals WHERE component = $1) AS BIGINT)
                       WHERE component = $1";
            transaction.execute(sql, &[text(&component)]).await?;
            transaction.commit().await?;
        }
        Ok(())
    }
}

/// Takes the component's row of usage, which makes every other writer of the component wait.
pub(super) async fn usage(transaction: &mut Transaction, component: &str) -> Result<Usage, AppStoreError> {
    let sql = "INSERT INTO object_usage (component, object_count, size_bytes) VALUES ($1, 0, 0)
               ON CONFLICT (component) DO UPDATE SET object_count = object_usage.object_count
               RETURNING object_count, size_bytes";
    let rows = transaction.query(sql, &[text(component)]).await?;
    let row = Row::first(&rows).ok_or_else(|| AppStoreError::UnexpectedColumn {
        column: "object_count".to_owned(),
        problem: "came back without a row".to_owned(),
    })?;
    Ok(Usage { objects: row.integer("object_count")?, bytes: row.integer("size_bytes")? })
}

/// Changes the row that the transaction has taken.
pub(super) async fn change_usage(
    transaction: &mut Transaction,
    component: &str,
    more_objects: i64,
    more_bytes: i64,
) -> Result<(), AppStoreError> {
    let sql = "UPDATE object_usage SET object_count = object_count + $2, size_bytes = size_bytes + $3
               WHERE component = $1";
    let values = [text(component), Value::Int64(more_objects), Value::Int64(more_bytes)];
    transaction.execute(sql, &values).await.map(|_| ())
}

pub(super) fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

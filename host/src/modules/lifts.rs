//! Lifting the quarantine of one component by its name, on every host: also of one that no module covers, which has no switch.
//!
//! The app store counts how often each was lifted; a host that finds a count grown opens what it has closed.

use jiff::Timestamp;
use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;
use std::collections::BTreeMap;

/// The number of times that each component's quarantine was lifted, by name.
pub(super) type Lifts = BTreeMap<String, i64>;

/// Gives the quarantined operations of a component another chance; every host of the deployment follows within a second.
pub async fn lift_quarantine(
    store: &AppStore,
    component: &str,
    lifted_by: &str,
    reason: Option<&str>,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let sql = "INSERT INTO quarantine_lifts (component, version, lifted_at, lifted_by, reason)
               VALUES ($1, 1, CAST($2 AS BIGINT), $3, CAST($4 AS TEXT))
               ON CONFLICT (component) DO UPDATE SET version = quarantine_lifts.version + 1, lifted_at = excluded.lifted_at,
                   lifted_by = excluded.lifted_by, reason = excluded.reason";
    let values = [
        Value::Text(component.to_owned()),
        Value::Int64(now.as_microsecond()),
        Value::Text(lifted_by.to_owned()),
        reason.map_or(Value::Null, |reason| Value::Text(reason.to_owned())),
    ];
    store.execute(sql, &values).await.map(|_| ())
}

/// Reads those numbers.
pub(super) async fn read(store: &AppStore) -> Result<Lifts, AppStoreError> {
    let rows = store.query("SELECT component, version FROM quarantine_lifts", &[]).await?;
    Row::all(&rows).map(|row| Ok((row.text("component")?, row.integer("version")?))).collect()
}

//! The switches of modules, as the app store holds them. Every host of the deployment follows a change within a second.

use crate::outbox::{AuditEntry, Origin, record_audit_entry};
use jiff::Timestamp;
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::{ResultSet, Value};
use serde_json::json;
use thiserror::Error;

/// One switch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleSwitch {
    /// The key of the module: `prices`, `timeline`, ….
    pub key: String,
    pub enabled: bool,
    /// Grows by one with each change.
    pub version: i64,
    /// None while it was never changed.
    pub changed_at: Option<Timestamp>,
    /// The name of the one who changed it last.
    pub changed_by: Option<String>,
    pub reason: Option<String>,
}

/// A change of a switch.
#[derive(Debug, Clone)]
pub struct SwitchChange {
    pub key: String,
    /// None: the other side.
    pub enabled: Option<bool>,
    pub reason: Option<String>,
    /// The name that is written beside it.
    pub by: String,
    /// None where a command changes it.
    pub by_user_id: Option<i64>,
    pub at: Timestamp,
}

/// A switch that cannot be set.
#[derive(Debug, Error)]
pub enum SwitchError {
    #[error("there is no module {key}; there are {known}")]
    UnknownModule { key: String, known: String },
    #[error("the module switches cannot be read or set: {0}")]
    Store(#[from] AppStoreError),
}

const LIST: &str = "SELECT key, enabled, version, changed_at, changed_by, reason FROM modules ORDER BY key";

const SET: &str =
    "UPDATE modules SET enabled = CAST($2 AS BOOLEAN), version = version + 1, changed_at = CAST($3 AS BIGINT),
                          changed_by = CAST($4 AS TEXT), changed_by_user_id = CAST($5 AS BIGINT),
                          reason = CAST($6 AS TEXT)
                   WHERE key = CAST($1 AS TEXT)";

/// Lists every switch, by key.
pub async fn list(store: &AppStore) -> Result<Vec<ModuleSwitch>, AppStoreError> {
    let rows = store.query(LIST, &[]).await?;
    Ok((0..rows.row_count).map(|row| switch(&rows, row)).collect())
}

fn switch(rows: &ResultSet, row: usize) -> ModuleSwitch {
    let value = |name: &str| rows.column(name).map(|column| column.value(row));
    let text = |name: &str| match value(name) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    };
    ModuleSwitch {
        key: text("key").unwrap_or_default(),
        enabled: matches!(value("enabled"), Some(Value::Boolean(true))),
        version: match value("version") {
            Some(Value::Int64(version)) => version,
            _ => 0,
        },
        changed_at: match value("changed_at") {
            // The switches of the migration stand at 0.
            Some(Value::Int64(time)) if time > 0 => Timestamp::from_microsecond(time).ok(),
            _ => None,
        },
        changed_by: text("changed_by"),
        reason: text("reason"),
    }
}

/// Sets a switch; where somebody asks, with an audit entry of that `origin` in the same transaction.
pub async fn set(store: &AppStore, change: &SwitchChange, origin: Option<Origin<'_>>) -> Result<(), SwitchError> {
    let mut transaction = store.begin().await?;
    let Some(before) = locked(&mut transaction, &change.key).await? else {
        drop(transaction);
        let known: Vec<String> = list(store).await?.into_iter().map(|module| module.key).collect();
        return Err(SwitchError::UnknownModule { key: change.key.clone(), known: known.join(", ") });
    };
    let enabled = change.enabled.unwrap_or(!before);
    let values = [
        Value::Text(change.key.clone()),
        Value::Boolean(enabled),
        Value::Timestamp(change.at.as_microsecond()),
        Value::Text(change.by.clone()),
        change.by_user_id.map_or(Value::Null, Value::Int64),
        change.reason.clone().map_or(Value::Null, Value::Text),
    ];
    transaction.execute(SET, &values).await?;
    if let Some(origin) = origin {
        let entry = AuditEntry {
            organization_id: None,
            action: "module.switched".to_owned(),
            target_type: "module".to_owned(),
            target_id: change.key.clone(),
            before: Some(json!({ "enabled": before }).to_string()),
            after: Some(json!({ "enabled": enabled, "reason": change.reason }).to_string()),
        };
        record_audit_entry(&mut transaction, origin, &entry, change.at).await?;
    }
    Ok(transaction.commit().await?)
}

/// Tells whether a module is on; none when there is no such module. The row stays locked until the transaction ends, so that
/// two who flip it together flip it twice.
async fn locked(transaction: &mut Transaction, key: &str) -> Result<Option<bool>, AppStoreError> {
    let sql = "UPDATE modules SET version = version WHERE key = $1 RETURNING enabled";
    let rows = transaction.query(sql, &[Value::Text(key.to_owned())]).await?;
    Row::first(&rows).map(|row| row.boolean("enabled")).transpose()
}

//! The switches, as the app store holds them.

use crate::stores::app::{AppStore, AppStoreError};
use crate::stores::result_set::Value;
use jiff::Timestamp;
use thiserror::Error;

/// One switch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleState {
    pub key: String,
    pub enabled: bool,
    /// Grows by one with each change.
    pub version: i64,
    /// Who changed it last, and why.
    pub changed_by: Option<String>,
    pub reason: Option<String>,
}

/// A switch that cannot be set.
#[derive(Debug, Error)]
pub enum SwitchError {
    #[error("there is no module {key}; there are {known}")]
    UnknownModule { key: String, known: String },
    #[error("the module switches cannot be read or set: {0}")]
    Store(#[from] AppStoreError),
}

/// Every switch, by key.
pub async fn list(store: &AppStore) -> Result<Vec<ModuleState>, AppStoreError> {
    let rows = store.query("SELECT key, enabled, version, changed_by, reason FROM modules ORDER BY key", &[]).await?;
    let text = |row: usize, name: &str| match rows.column(name).map(|column| column.value(row)) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    };
    Ok((0..rows.row_count)
        .map(|row| ModuleState {
            key: text(row, "key").unwrap_or_default(),
            enabled: matches!(rows.column("enabled").map(|column| column.value(row)), Some(Value::Boolean(true))),
            version: match rows.column("version").map(|column| column.value(row)) {
                Some(Value::Int64(version)) => version,
                _ => 0,
            },
            changed_by: text(row, "changed_by"),
            reason: text(row, "reason"),
        })
        .collect())
}

/// Switches a module on or off; every host of the deployment follows within a second.
pub async fn set_enabled(
    store: &AppStore,
    key: &str,
    enabled: bool,
    changed_by: &str,
    reason: Option<&str>,
    now: Timestamp,
) -> Result<(), SwitchError> {
    let changed = store
        .execute(
            "UPDATE modules SET enabled = CAST($2 AS BOOLEAN), version = version + 1, changed_at = CAST($3 AS BIGINT), \
             changed_by = CAST($4 AS TEXT), reason = CAST($5 AS TEXT) WHERE key = CAST($1 AS TEXT)",
            &[
                Value::Text(key.to_owned()),
                Value::Boolean(enabled),
                Value::Timestamp(now.as_microsecond()),
                Value::Text(changed_by.to_owned()),
                reason.map_or(Value::Null, |reason| Value::Text(reason.to_owned())),
            ],
        )
        .await?;
    if changed == 0 {
        let known: Vec<String> = list(store).await?.into_iter().map(|module| module.key).collect();
        return Err(SwitchError::UnknownModule { key: key.to_owned(), known: known.join(", ") });
    }
    Ok(())
}

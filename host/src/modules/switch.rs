//! The switches, as the app store holds them.

use jiff::Timestamp;
use quarry_identity::outbox::{AuditEntry, Origin, record_audit_entry};
use quarry_runtime::capabilities::{ModuleDeskError, WantedSwitch};
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;
use thiserror::Error;

/// One switch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleState {
    pub key: String,
    pub enabled: bool,
    /// Grows by one with each change.
    pub version: i64,
    /// The time of the last change; `None` while it was never changed.
    pub changed_at: Option<Timestamp>,
    /// The person who changed it last, and the reason.
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

const LIST: &str = "SELECT key, enabled, version, changed_at, changed_by, reason FROM modules ORDER BY key";

/// Every switch, by key.
pub async fn list(store: &AppStore) -> Result<Vec<ModuleState>, AppStoreError> {
    let rows = store.query(LIST, &[]).await?;
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
            changed_at: match rows.column("changed_at").map(|column| column.value(row)) {
                // The switches of the migration stand at 0.
                Some(Value::Int64(time)) if time > 0 => Timestamp::from_microsecond(time).ok(),
                _ => None,
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
             changed_by = CAST($4 AS TEXT), changed_by_user_id = NULL, reason = CAST($5 AS TEXT) WHERE key = CAST($1 AS TEXT)",
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

/// Sets a switch for a member of staff, with its audit entry.
pub(super) async fn set_by_staff(
    store: &AppStore,
    wanted: &WantedSwitch,
    origin: Origin<'_>,
) -> Result<(), ModuleDeskError> {
    let mut transaction = store.begin().await?;
    let before = state(&mut transaction, &wanted.key).await?;
    let Some(before) = before else {
        drop(transaction);
        let known: Vec<String> = list(store).await?.into_iter().map(|module| module.key).collect();
        return Err(ModuleDeskError::UnknownModule { key: wanted.key.clone(), known: known.join(", ") });
    };
    let enabled = wanted.enabled.unwrap_or(!before);
    let sql =
        "UPDATE modules SET enabled = CAST($2 AS BOOLEAN), version = version + 1, changed_at = CAST($3 AS BIGINT),
                                  changed_by = CAST($4 AS TEXT), changed_by_user_id = CAST($5 AS BIGINT),
                                  reason = CAST($6 AS TEXT)
               WHERE key = CAST($1 AS TEXT)";
    let values = [
        Value::Text(wanted.key.clone()),
        Value::Boolean(enabled),
        Value::Timestamp(wanted.at.as_microsecond()),
        Value::Text(wanted.by.name.clone()),
        Value::Int64(wanted.by.user_id),
        wanted.reason.clone().map_or(Value::Null, Value::Text),
    ];
    transaction.execute(sql, &values).await?;
    let entry = AuditEntry {
        organization_id: None,
        action: "module.switched".to_owned(),
        target_type: "module".to_owned(),
        target_id: wanted.key.clone(),
        before: Some(json!({ "enabled": before }).to_string()),
        after: Some(json!({ "enabled": enabled, "reason": wanted.reason }).to_string()),
    };
    record_audit_entry(&mut transaction, origin, &entry, wanted.at).await?;
    Ok(transaction.commit().await?)
}

/// Tells whether a module is on; `None` when there is no such module. The row stays locked until the transaction ends, so that
/// two people who flip it together flip it twice.
async fn state(transaction: &mut Transaction, key: &str) -> Result<Option<bool>, AppStoreError> {
    let sql = "UPDATE modules SET version = version WHERE key = $1 RETURNING enabled";
    let rows = transaction.query(sql, &[Value::Text(key.to_owned())]).await?;
    Row::first(&rows).map(|row| row.boolean("enabled")).transpose()
}

//! Rotating a key: another one with the same settings, while the old one lives on for a stated time.

use crate::key_record::KEY_COLUMNS;
use crate::organizations::authority::guardian;
use crate::outbox::{AuditEntry, Origin, record_audit_entry};
use crate::{KeyRecord, MintedKey, NewKey, OrganizationError, Organizations};
use jiff::{SignedDuration, Timestamp};
use quarry_contract::PersonCaller;
use quarry_stores::app::Row;
use quarry_stores::result_set::Value;
use serde_json::json;

/// The longest time for which an old key keeps working.
const LONGEST_GRACE: u32 = 86_400;

impl Organizations {
    /// Mints a key with the settings of `key_id` in the name of `person`; the old one ends after `grace_seconds`, a day where
    /// none are given.
    pub async fn rotate_key(
        &self,
        person: &PersonCaller,
        origin: Origin<'_>,
        organization_id: i64,
        key_id: i64,
        grace_seconds: Option<u32>,
        now: Timestamp,
    ) -> Result<MintedKey, OrganizationError> {
        let grace = grace_seconds.unwrap_or(LONGEST_GRACE);
        if grace > LONGEST_GRACE {
            let sentence =
                format!("The old key lives for at most {LONGEST_GRACE} seconds more; {grace} were asked for.");
            return Err(OrganizationError::Invalid { field: "grace_seconds", sentence });
        }
        let mut transaction = self.store.begin().await?;
        let manager = guardian(&mut transaction, person, organization_id, now).await?;
        // Touched first, so that of two rotations that come together one sees the other's.
        let sql = format!(
            "UPDATE api_keys SET name = name WHERE id = $1 AND organization_id = $2 RETURNING replaced_by_key_id, {}",
            KEY_COLUMNS.replace("api_keys.", "")
        );
        let rows = transaction.query(&sql, &[Value::Int64(key_id), Value::Int64(organization_id)]).await?;
        let row = Row::first(&rows).ok_or(OrganizationError::Unknown { what: "key", id: key_id })?;
        let old = KeyRecord::read(&row)?;
        if let Some(state) = ended(&old, row.optional_integer("replaced_by_key_id")?.is_some(), now) {
            return Err(OrganizationError::NotActive { state });
        }
        let new = NewKey {
            organization_id,
            user_id: person.user_id,
            name: old.name.clone(),
            scopes: old.scopes.clone(),
            ip_allow_list: old.ip_allow_list.clone(),
            expires_at: old.expires_at,
        };
        let (record, key) = self.insert(&mut transaction, &manager, person, origin, new, now).await?;
        let end = now.saturating_add(SignedDuration::from_secs(grace.into())).unwrap_or(Timestamp::MAX);
        let end = old.expires_at.map_or(end, |expires_at| expires_at.min(end));
        let sql = "UPDATE api_keys SET expires_at = $1, replaced_by_key_id = $2 WHERE id = $3";
        let values = [Value::Timestamp(end.as_microsecond()), Value::Int64(record.id), Value::Int64(key_id)];
        transaction.execute(sql, &values).await?;
        let time = |time: Timestamp| time.to_string();
        let entry = AuditEntry {
            organization_id: Some(organization_id),
            action: "api_key.rotated".to_owned(),
            target_type: "api_key".to_owned(),
            target_id: key_id.to_string(),
            before: Some(json!({ "hint": old.hint, "expires_at": old.expires_at.map(time) }).to_string()),
            after: Some(
                json!({
                    "hint": old.hint,
                    "expires_at": time(end),
                    "replaced_by_key_id": record.id,
                    "new_hint": record.hint,
                })
                .to_string(),
            ),
        };
        record_audit_entry(&mut transaction, origin, &entry, now).await?;
        transaction.commit().await?;
        self.keys.forget_confirmed();
        Ok(MintedKey { id: record.id, hint: record.hint, key })
    }
}

/// The reason why a key cannot be rotated.
fn ended(key: &KeyRecord, was_rotated: bool, now: Timestamp) -> Option<&'static str> {
    match key {
        key if key.revoked_at.is_some() => Some("was revoked"),
        _ if was_rotated => Some("was rotated before"),
        key if key.expires_at.is_some_and(|expires_at| expires_at <= now) => Some("has expired"),
        _ => None,
    }
}

//! Ending keys: one by one, and all of a member who leaves.

use crate::organizations::authority::{guardian, manager, needs_recent_password};
use crate::outbox::{AuditEntry, Origin, record_audit_entry};
use crate::{OrganizationError, Organizations};
use jiff::Timestamp;
use quarry_contract::PersonCaller;
use quarry_stores::app::{Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;

impl Organizations {
    /// Revokes a key; tells whether it was not revoked yet. It stops here at once and on every other host within a second.
    pub async fn revoke_key(
        &self,
        person: &PersonCaller,
        origin: Origin<'_>,
        organization_id: i64,
        key_id: i64,
        now: Timestamp,
    ) -> Result<bool, OrganizationError> {
        let mut transaction = self.store.begin().await?;
        guardian(&mut transaction, person, organization_id, now).await?;
        let key = [Value::Int64(key_id), Value::Int64(organization_id)];
        let sql = "SELECT name, hint FROM api_keys WHERE id = $1 AND organization_id = $2";
        let rows = transaction.query(sql, &key).await?;
        let row = Row::first(&rows).ok_or(OrganizationError::Unknown { what: "key", id: key_id })?;
        let (name, hint) = (row.text("name")?, row.text("hint")?);
        let [id, organization] = key;
        let sql = "UPDATE api_keys SET revoked_at = $1 WHERE id = $2 AND organization_id = $3 AND revoked_at IS NULL";
        let values = [Value::Timestamp(now.as_microsecond()), id, organization];
        if transaction.execute(sql, &values).await? == 0 {
            return Ok(false);
        }
        let entry = AuditEntry {
            organization_id: Some(organization_id),
            action: "api_key.revoked".to_owned(),
            target_type: "api_key".to_owned(),
            target_id: key_id.to_string(),
            before: Some(json!({ "name": name, "hint": hint }).to_string()),
            after: None,
        };
        record_audit_entry(&mut transaction, origin, &entry, now).await?;
        transaction.commit().await?;
        self.keys.forget_confirmed();
        Ok(true)
    }

    /// Revokes the keys that `user_id` minted for the organization, with the transaction that ends the membership, so that they
    /// stay dead when the person comes back; tells how many there were. For managers, and for the person. What the transaction
    /// does is felt here, too, within a second: nothing tells the cache of keys before it lasts.
    pub async fn revoke_keys_of_member(
        &self,
        transaction: &mut Transaction,
        person: &PersonCaller,
        origin: Origin<'_>,
        organization_id: i64,
        user_id: i64,
        now: Timestamp,
    ) -> Result<u32, OrganizationError> {
        if user_id != person.user_id || person.impersonator_id.is_some() {
            manager(transaction, person, organization_id).await?;
        }
        needs_recent_password(person, now)?;
        let sql = "UPDATE api_keys SET revoked_at = $1
                   WHERE organization_id = $2 AND user_id = $3 AND revoked_at IS NULL RETURNING id";
        let values = [Value::Timestamp(now.as_microsecond()), Value::Int64(organization_id), Value::Int64(user_id)];
        let rows = transaction.query(sql, &values).await?;
        let ids = Row::all(&rows).map(|row| row.integer("id")).collect::<Result<Vec<i64>, _>>()?;
        if !ids.is_empty() {
            let entry = AuditEntry {
                organization_id: Some(organization_id),
                action: "api_key.revoked".to_owned(),
                target_type: "member".to_owned(),
                target_id: user_id.to_string(),
                before: Some(json!({ "key_ids": ids }).to_string()),
                after: None,
            };
            record_audit_entry(transaction, origin, &entry, now).await?;
        }
        Ok(u32::try_from(ids.len()).unwrap_or(u32::MAX))
    }
}

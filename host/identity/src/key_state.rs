//! The store's record of one key, and the decision that follows from it.

use crate::key_record::KEY_COLUMNS;
use crate::{Environment, KeyRecord, KeyRejection, plan_lookup};
use jiff::Timestamp;
use quarry_contract::{Feature, KeyCaller};
use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use subtle::ConstantTimeEq;

/// The statement that finds a key by its hash: each table by one of its indexes, so that it costs the same however many
/// keys there are. Public, so that its plan can be looked at.
pub fn key_lookup_statement() -> String {
    format!(
        "SELECT {KEY_COLUMNS}, api_keys.hash, organizations.name AS organization_name,
                organizations.kind AS organization_kind, organizations.status AS organization_status,
                CASE WHEN memberships.user_id IS NOT NULL AND users.disabled_at IS NULL THEN 1 ELSE 0 END
                    AS minter_is_member
         FROM api_keys
         JOIN organizations ON organizations.id = api_keys.organization_id
         JOIN users ON users.id = api_keys.user_id
         LEFT JOIN memberships ON memberships.organization_id = api_keys.organization_id
                              AND memberships.user_id = api_keys.user_id
         WHERE api_keys.hash = $1"
    )
}

/// A key as it stood in the store a moment ago.
#[derive(Debug)]
pub(super) struct KeyState {
    record: KeyRecord,
    caller: Arc<KeyCaller>,
    minter_is_member: bool,
    organization_is_active: bool,
    /// True when a caller has already taken on to note this use.
    is_use_noted: AtomicBool,
}

impl KeyState {
    /// Reads the key of `hash`; none when there is no such key.
    pub(super) async fn load(
        store: &AppStore,
        hash: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<KeyState>, AppStoreError> {
        let rows = store.query(&key_lookup_statement(), &[Value::Bytes(hash.to_vec())]).await?;
        let Some(row) = Row::first(&rows) else { return Ok(None) };
        // The index found it; comparing once more, in constant time, owes nothing to how the index compares.
        if !bool::from(row.bytes("hash")?.as_slice().ct_eq(hash)) {
            return Ok(None);
        }
        let record = KeyRecord::read(&row)?;
        let Some(entitlements) = plan_lookup::entitlements(store, record.organization_id, now).await? else {
            return Ok(None);
        };
        let caller = KeyCaller {
            key_id: record.id,
            key_name: record.name.clone(),
            scopes: record.scopes.clone(),
            organization_id: record.organization_id,
            organization_name: row.text("organization_name")?,
            organization_kind: row.text("organization_kind")?,
            user_id: record.user_id,
            entitlements: Arc::new(entitlements),
        };
        Ok(Some(KeyState {
            record,
            caller: Arc::new(caller),
            minter_is_member: row.boolean("minter_is_member")?,
            organization_is_active: row.text("organization_status")? == "active",
            is_use_noted: AtomicBool::new(false),
        }))
    }

    /// The key's id for the first caller only, who must then note that the key was used.
    pub(super) fn unnoted_use(&self) -> Option<i64> {
        (!self.is_use_noted.load(Ordering::Relaxed) && !self.is_use_noted.swap(true, Ordering::Relaxed))
            .then_some(self.record.id)
    }

    /// Decides whether the key opens this deployment for a client at `ip`, now.
    pub(super) fn decide(
        &self,
        environment: Environment,
        ip: IpAddr,
        now: Timestamp,
    ) -> Result<Arc<KeyCaller>, KeyRejection> {
        let caller = || self.caller.clone();
        if self.record.environment != environment {
            return Err(KeyRejection::OtherEnvironment { belongs_to: self.record.environment });
        }
        if self.record.revoked_at.is_some() {
            return Err(KeyRejection::Revoked(caller()));
        }
        if self.record.expires_at.is_some_and(|expires_at| expires_at <= now) {
            return Err(KeyRejection::Expired(caller()));
        }
        if !self.minter_is_member {
            return Err(KeyRejection::MinterGone(caller()));
        }
        if !self.organization_is_active {
            return Err(KeyRejection::OrganizationSuspended(caller()));
        }
        if !self.caller.entitlements.has(Feature::ApiAccess) {
            return Err(KeyRejection::PlanHasNoApiAccess(caller()));
        }
        if !self.record.allows(ip) {
            return Err(KeyRejection::IpNotAllowed { ip: ip.to_canonical(), key: caller() });
        }
        Ok(caller())
    }
}

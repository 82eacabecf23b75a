//! The store's record of one session, and the decision whether it is good.

use crate::{OpaqueToken, plan_lookup};
use jiff::{SignedDuration, Timestamp};
use quarry_contract::{PersonCaller, Secret};
use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// A session in use is marked as seen this often.
const SEEN_EVERY: SignedDuration = SignedDuration::from_secs(60);
/// There are fewer permissions.
const MAX_PERMISSIONS: i64 = 100;

/// The session with whom it belongs to or, while staff act as somebody else, whom it acts as; and the organization: the
/// first institution that is not suspended, else a suspended one, else the person's own.
const SESSION: &str = "
    SELECT sessions.id, sessions.token_hash, sessions.last_seen_at, sessions.expires_at, sessions.sudo_until,
           sessions.acting_until, sessions.user_id AS signed_in_user_id,
           users.id AS user_id, users.name AS user_name, users.email, users.platform_tier,
           CASE WHEN users.disabled_at IS NULL AND signed_in.disabled_at IS NULL THEN 1 ELSE 0 END AS is_enabled,
           organizations.id AS organization_id, organizations.name AS organization_name,
           organizations.kind AS organization_kind, organizations.status AS organization_status
    FROM sessions
    JOIN users AS signed_in ON signed_in.id = sessions.user_id
    JOIN users ON users.id = CASE
        WHEN sessions.acting_as_user_id IS NOT NULL AND sessions.acting_until > $2
             AND EXISTS (SELECT 1 FROM user_permissions AS held
                         WHERE held.user_id = sessions.user_id AND held.permission = 'users_manage')
        THEN sessions.acting_as_user_id ELSE sessions.user_id END
    JOIN memberships ON memberships.user_id = users.id
    JOIN organizations ON organizations.id = memberships.organization_id
    WHERE sessions.token_hash = $1
    ORDER BY CASE WHEN organizations.kind <> 'institution' THEN 2 WHEN organizations.status = 'active' THEN 0 ELSE 1 END,
             organizations.id
    LIMIT 1";

const PERMISSIONS: &str = "SELECT permission FROM user_permissions WHERE user_id = $1 ORDER BY permission LIMIT $2";

/// A session as it stood in the store a moment ago.
#[derive(Debug)]
pub struct SessionState {
    pub session_id: i64,
    /// The person who signed in: the member of staff while they act as somebody else.
    pub signed_in_user_id: i64,
    pub person: Arc<PersonCaller>,
    /// The token that a write must repeat.
    pub csrf_token: Secret,
    /// The time until which staff act as this person; `None` in a session of the person's own.
    pub impersonation_until: Option<Timestamp>,
    expires_at: Timestamp,
    last_seen_at: Timestamp,
    is_enabled: bool,
    organization_is_active: bool,
}

impl SessionState {
    /// Reads the session behind a cookie; none when there is no such session. Marks one in use as seen.
    pub(super) async fn load(
        store: &AppStore,
        token: &OpaqueToken,
        idle: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<SessionState>, AppStoreError> {
        let hash = token.hash();
        let rows = store.query(SESSION, &[Value::Bytes(hash.to_vec()), Value::Timestamp(now.as_microsecond())]).await?;
        let Some(row) = Row::first(&rows) else { return Ok(None) };
        // The index found it; comparing once more, in constant time, owes nothing to how the index compares.
        if !bool::from(row.bytes("token_hash")?.as_slice().ct_eq(&hash)) {
            return Ok(None);
        }
        let (user_id, organization_id) = (row.integer("user_id")?, row.integer("organization_id")?);
        let signed_in_user_id = row.integer("signed_in_user_id")?;
        let is_impersonated = user_id != signed_in_user_id;
        let Some(entitlements) = plan_lookup::entitlements(store, organization_id, now).await? else {
            return Ok(None);
        };
        let permissions = match is_impersonated {
            // A session that acts as a member of staff has none of that person's powers.
            true => Vec::new(),
            false => permissions(store, user_id, row.optional_text("platform_tier")?).await?,
        };
        let time = |column: &str| plan_lookup::timestamp(column, row.integer(column)?);
        let optional_time = |column: &str| match row.optional_integer(column)? {
            Some(microseconds) => plan_lookup::timestamp(column, microseconds).map(Some),
            None => Ok(None),
        };
        let person = PersonCaller {
            user_id,
            name: row.text("user_name")?,
            email: row.text("email")?,
            organization_id,
            organization_name: row.text("organization_name")?,
            organization_kind: row.text("organization_kind")?,
            permissions,
            impersonator_id: is_impersonated.then_some(signed_in_user_id),
            sudo_until: optional_time("sudo_until")?,
            entitlements: Arc::new(entitlements),
        };
        let state = SessionState {
            session_id: row.integer("id")?,
            signed_in_user_id,
            person: Arc::new(person),
            csrf_token: token.shadow("csrf"),
            impersonation_until: optional_time("acting_until")?.filter(|_| is_impersonated),
            expires_at: time("expires_at")?,
            last_seen_at: time("last_seen_at")?,
            is_enabled: row.boolean("is_enabled")?,
            organization_is_active: row.text("organization_status")? == "active",
        };
        state.mark_seen(store, idle, now).await.map(Some)
    }

    async fn mark_seen(
        mut self,
        store: &AppStore,
        idle: SignedDuration,
        now: Timestamp,
    ) -> Result<SessionState, AppStoreError> {
        // Half of a short idle time, so that a session in use never falls asleep.
        let often = SEEN_EVERY.min(idle / 2);
        if self.is_good(idle, now) && now.duration_since(self.last_seen_at) >= often {
            let sql = "UPDATE sessions SET last_seen_at = $1 WHERE id = $2 AND last_seen_at < $1";
            store.execute(sql, &[Value::Timestamp(now.as_microsecond()), Value::Int64(self.session_id)]).await?;
            self.last_seen_at = now;
        }
        Ok(self)
    }

    /// True when the session is good now.
    pub(super) fn is_good(&self, idle: SignedDuration, now: Timestamp) -> bool {
        self.is_enabled
            && self.organization_is_active
            && now < self.expires_at
            && now.duration_since(self.last_seen_at) < idle
            && self.impersonation_until.is_none_or(|until| now < until)
    }

    /// True when the password was given within the last quarter of an hour. Always false while staff act as somebody else.
    pub fn has_sudo(&self, now: Timestamp) -> bool {
        self.impersonation_until.is_none() && self.person.has_sudo(now)
    }
}

/// The permissions and the tier that staff granted to a person.
async fn permissions(store: &AppStore, user_id: i64, tier: Option<String>) -> Result<Vec<String>, AppStoreError> {
    let rows = store.query(PERMISSIONS, &[Value::Int64(user_id), Value::Int64(MAX_PERMISSIONS)]).await?;
    let granted = Row::all(&rows).map(|row| row.text("permission"));
    granted.chain(tier.map(Ok)).collect()
}

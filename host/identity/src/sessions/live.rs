//! The good ones among several sessions, for long-lived connections: their cookies are not at hand, and an open connection does
//! not keep a session awake.

use crate::plan_lookup;
use crate::sessions::Sessions;
use jiff::Timestamp;
use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;
use std::fmt::Write;

/// The columns that `state` reads of one session, of several: each with whom it acts as, and the organization that decides.
const LIVE_SESSIONS: &str = "
    SELECT session_id, user_id, expires_at, last_seen_at, acting_until, is_impersonated, is_enabled, organization_status,
           manages_modules
    FROM (
        SELECT sessions.id AS session_id, users.id AS user_id, sessions.expires_at, sessions.last_seen_at,
               sessions.acting_until,
               CASE WHEN users.id = sessions.user_id THEN 0 ELSE 1 END AS is_impersonated,
               CASE WHEN users.disabled_at IS NULL AND signed_in.disabled_at IS NULL THEN 1 ELSE 0 END AS is_enabled,
               organizations.status AS organization_status,
               CASE WHEN users.id = sessions.user_id
                         AND EXISTS (SELECT 1 FROM user_permissions AS managing
                                     WHERE managing.user_id = users.id AND managing.permission = 'modules_manage')
                    THEN 1 ELSE 0 END AS manages_modules,
               ROW_NUMBER() OVER (
                   PARTITION BY sessions.id
                   ORDER BY CASE WHEN organizations.kind <> 'institution' THEN 2
                                 WHEN organizations.status = 'active' THEN 0 ELSE 1 END,
                            organizations.id
               ) AS place
        FROM sessions
        JOIN users AS signed_in ON signed_in.id = sessions.user_id
        JOIN users ON users.id = CASE
            WHEN sessions.acting_as_user_id IS NOT NULL AND sessions.acting_until > $1
                 AND EXISTS (SELECT 1 FROM user_permissions AS held
                             WHERE held.user_id = sessions.user_id AND held.permission = 'users_manage')
            THEN sessions.acting_as_user_id ELSE sessions.user_id END
        JOIN memberships ON memberships.user_id = users.id
        JOIN organizations ON organizations.id = memberships.organization_id
        WHERE sessions.id IN (";

/// A session that is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveSession {
    pub session_id: i64,
    /// The person it belongs to, or the person whom staff act as.
    pub user_id: i64,
    /// True when they are staff with the permission `modules_manage`, as themselves.
    pub manages_modules: bool,
}

impl Sessions {
    /// Those of `session_ids` (some hundreds at most) that are good now, as the store has them at this moment.
    pub async fn live(&self, session_ids: &[i64], now: Timestamp) -> Result<Vec<LiveSession>, AppStoreError> {
        if session_ids.is_empty() {
            return Ok(Vec::new());
        }
        let rows = read(&self.store, session_ids, now).await?;
        let mut good = Vec::with_capacity(session_ids.len());
        for row in Row::all(&rows) {
            let time = |column: &str| plan_lookup::timestamp(column, row.integer(column)?);
            let is_good = row.boolean("is_enabled")?
                && row.text("organization_status")? == "active"
                && now < time("expires_at")?
                && now.duration_since(time("last_seen_at")?) < self.settings.idle
                && (!row.boolean("is_impersonated")? || now < time("acting_until")?);
            if is_good {
                good.push(LiveSession {
                    session_id: row.integer("session_id")?,
                    user_id: row.integer("user_id")?,
                    manages_modules: row.boolean("manages_modules")?,
                });
            }
        }
        Ok(good)
    }
}

async fn read(
    store: &AppStore,
    session_ids: &[i64],
    now: Timestamp,
) -> Result<quarry_stores::result_set::ResultSet, AppStoreError> {
    let mut sql = LIVE_SESSIONS.to_owned();
    let mut values = vec![Value::Timestamp(now.as_microsecond())];
    for (position, session_id) in (2..).zip(session_ids) {
        let separator = if position > 2 { ", " } else { "" };
        // Writing to a text does not fail.
        let _ = write!(sql, "{separator}${position}");
        values.push(Value::Int64(*session_id));
    }
    sql.push_str(")) AS ranked WHERE place = 1");
    store.query(&sql, &values).await
}

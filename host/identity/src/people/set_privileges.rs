//! Staff give and take the tier and permissions of an account.

use crate::STAFF_PERMISSIONS;
use crate::outbox::Origin;
use crate::people::{People, PeopleError, Privileges, TIER};
use jiff::Timestamp;
use quarry_stores::result_set::Value;
use serde_json::json;

impl People {
    /// Sets tier and permissions, all of them, for staff of the tier `alpha`.
    pub async fn set_privileges(
        &self,
        user_id: i64,
        wanted: Privileges,
        origin: Origin<'_>,
        now: Timestamp,
    ) -> Result<Privileges, PeopleError> {
        let wanted = checked(wanted)?;
        let mut change = Box::pin(self.guarded_change(TIER, user_id, origin, now)).await?;
        let tier = wanted.tier.clone().map_or(Value::Null, Value::Text);
        change.execute("UPDATE users SET platform_tier = CAST($2 AS TEXT) WHERE id = $1", &[tier]).await?;
        change.execute("DELETE FROM user_permissions WHERE user_id = $1", &[]).await?;
        for permission in &wanted.permissions {
            let sql = "INSERT INTO user_permissions (user_id, permission) VALUES ($1, $2)";
            change.execute(sql, &[Value::Text(permission.clone())]).await?;
        }
        let shown = |privileges: &Privileges| json!({ "tier": privileges.tier, "permissions": privileges.permissions });
        let (before, after) = (shown(&change.privileges), shown(&wanted));
        Box::pin(change.commit("user.standing_changed", Some(before), after)).await?;
        self.forget_confirmed();
        Ok(wanted)
    }
}

/// Each permission once, and none that does not exist.
fn checked(mut wanted: Privileges) -> Result<Privileges, PeopleError> {
    let unknown = |permission: &str| PeopleError::UnknownPermission {
        permission: permission.to_owned(),
        known: STAFF_PERMISSIONS.join(", "),
    };
    wanted.permissions.sort();
    wanted.permissions.dedup();
    if let Some(permission) = wanted.permissions.iter().find(|name| !STAFF_PERMISSIONS.contains(&name.as_str())) {
        return Err(unknown(permission));
    }
    match wanted.tier.as_deref() {
        None | Some(TIER) => Ok(wanted),
        Some(tier) => Err(unknown(tier)),
    }
}

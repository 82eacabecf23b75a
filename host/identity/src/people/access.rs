//! The ways into an account: its sessions, its second factor, its keys, and its permission to come in at all.

use crate::mail::send_mail;
use crate::outbox::Origin;
use crate::people::{PERMISSION, People, PeopleError};
use jiff::Timestamp;
use quarry_contract::Caller;
use quarry_stores::result_set::Value;
use serde_json::json;

const END_SESSIONS: &str = "DELETE FROM sessions WHERE user_id = $1";

impl People {
    /// Ends every session of a person; tells how many there were.
    pub async fn sign_out_everywhere(
        &self,
        user_id: i64,
        origin: Origin<'_>,
        now: Timestamp,
    ) -> Result<u32, PeopleError> {
        let mut change = Box::pin(self.change(PERMISSION, user_id, origin, now)).await?;
        let ended = change.execute(END_SESSIONS, &[]).await?;
        Box::pin(change.commit("user.signed_out_everywhere", None, json!({ "sessions_ended": ended }))).await?;
        self.forget_confirmed();
        Ok(ended)
    }

    /// Takes the second factor away, ends the sessions, and tells the person by mail; tells whether there was one.
    pub async fn reset_second_factor(
        &self,
        user_id: i64,
        origin: Origin<'_>,
        now: Timestamp,
    ) -> Result<bool, PeopleError> {
        let mut change = Box::pin(self.guarded_change(PERMISSION, user_id, origin, now)).await?;
        let ended = change.execute("DELETE FROM authenticators WHERE user_id = $1", &[]).await? > 0;
        change.execute("DELETE FROM recovery_codes WHERE user_id = $1", &[]).await?;
        change.execute(END_SESSIONS, &[]).await?;
        if ended {
            let letter =
                self.letters.two_factor_changed(&change.email, &change.name, "was switched off by staff", now)?;
            send_mail(&mut change.transaction, &Caller::Nobody, &letter, now).await?;
        }
        let before = json!({ "two_factor": ended });
        Box::pin(change.commit("user.second_factor_reset", Some(before), json!({ "two_factor": false }))).await?;
        self.forget_confirmed();
        Ok(ended)
    }

    /// Revokes the keys of the organizations that the person owns, and those that the person minted elsewhere; tells how many
    /// there were.
    pub async fn revoke_keys(&self, user_id: i64, origin: Origin<'_>, now: Timestamp) -> Result<u32, PeopleError> {
        let mut change = Box::pin(self.guarded_change(PERMISSION, user_id, origin, now)).await?;
        let sql = "UPDATE api_keys SET revoked_at = $2
                   WHERE revoked_at IS NULL
                     AND (user_id = $1 OR organization_id IN (
                         SELECT memberships.organization_id FROM memberships
                         WHERE memberships.user_id = $1 AND memberships.role = 'owner'))";
        let revoked = change.execute(sql, &[Value::Timestamp(now.as_microsecond())]).await?;
        Box::pin(change.commit("user.keys_revoked", None, json!({ "keys_revoked": revoked }))).await?;
        self.forget_confirmed();
        Ok(revoked)
    }

    /// Shuts a person out or lets them in; without `disabled` the other one of what is. Tells whether they are shut out now.
    pub async fn set_disabled(
        &self,
        user_id: i64,
        disabled: Option<bool>,
        reason: Option<String>,
        origin: Origin<'_>,
        now: Timestamp,
    ) -> Result<bool, PeopleError> {
        let mut change = Box::pin(self.change(PERMISSION, user_id, origin, now)).await?;
        let was = change.is_disabled;
        let disabled = disabled.unwrap_or(!was);
        let (at, kept) = match disabled {
            true => (Value::Timestamp(now.as_microsecond()), reason.clone().map_or(Value::Null, Value::Text)),
            false => (Value::Null, Value::Null),
        };
        let sql = "UPDATE users SET disabled_at = CAST($2 AS BIGINT), disabled_reason = CAST($3 AS TEXT) WHERE id = $1";
        change.execute(sql, &[at, kept]).await?;
        if disabled {
            change.execute(END_SESSIONS, &[]).await?;
        }
        let after = json!({ "disabled": disabled, "reason": reason });
        Box::pin(change.commit("user.disabled_changed", Some(json!({ "disabled": was })), after)).await?;
        self.forget_confirmed();
        Ok(disabled)
    }
}

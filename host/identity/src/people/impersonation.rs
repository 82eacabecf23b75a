//! Looking at the service as somebody else: visible in `GET /session`, ended by the clock, and named in every audit entry.

use crate::outbox::{AuditEntry, Origin, record_audit_entry};
use crate::people::{PERMISSION, People, PeopleError};
use crate::{OpaqueToken, SessionState};
use jiff::{SignedDuration, Timestamp};
use quarry_contract::Caller;
use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;

/// The end of an impersonation that has begun, and the session's new cookie.
#[derive(Debug)]
pub struct BegunImpersonation {
    pub until: Timestamp,
    pub token: OpaqueToken,
}

impl People {
    /// Lets the session of a member of staff impersonate a person who is not staff, for so many minutes, an hour at most.
    pub async fn begin_impersonation(
        &self,
        session: &SessionState,
        user_id: i64,
        reason: &str,
        minutes: u32,
        origin: Origin<'_>,
        now: Timestamp,
    ) -> Result<BegunImpersonation, PeopleError> {
        let mut change = Box::pin(self.guarded_change(PERMISSION, user_id, origin, now)).await?;
        if change.privileges.is_staff() {
            let sentence = format!("{} is one of staff, and nobody looks at the service as one of staff.", change.name);
            return Err(PeopleError::Forbidden(sentence));
        }
        if change.is_disabled || !has_open_organization(&mut change.transaction, user_id).await? {
            let sentence = format!("{} is shut out, so there is nothing to look at.", change.name);
            return Err(PeopleError::NotNow(sentence));
        }
        let duration = SignedDuration::from_mins(i64::from(minutes.clamp(1, 60)));
        let until = now.saturating_add(duration).unwrap_or(Timestamp::MAX);
        let begun =
            self.sessions.begin_impersonation(&mut change.transaction, session.session_id, user_id, until).await?;
        let token = begun.ok_or_else(ended)?;
        let after = json!({ "until": until.to_string(), "reason": reason });
        Box::pin(change.commit("impersonation.began", None, after)).await?;
        self.forget_confirmed();
        Ok(BegunImpersonation { until, token })
    }

    /// Makes a session that impersonates somebody its owner's again; gives its new cookie.
    pub async fn end_impersonation(
        &self,
        session: &SessionState,
        origin: Origin<'_>,
        now: Timestamp,
    ) -> Result<OpaqueToken, PeopleError> {
        let Caller::Person(person) = origin.caller else { return Err(ended()) };
        if person.impersonator_id.is_none() {
            return Err(PeopleError::NotNow("You are yourself: there is nothing to return from.".to_owned()));
        }
        let mut transaction = self.store.begin().await?;
        let token = self.sessions.end_impersonation(&mut transaction, session.session_id).await?.ok_or_else(ended)?;
        let entry = AuditEntry {
            organization_id: None,
            action: "impersonation.ended".to_owned(),
            target_type: "user".to_owned(),
            target_id: person.user_id.to_string(),
            before: None,
            after: None,
        };
        record_audit_entry(&mut transaction, origin, &entry, now).await?;
        transaction.commit().await?;
        self.forget_confirmed();
        Ok(token)
    }
}

fn ended() -> PeopleError {
    PeopleError::NotNow("Your session has ended: sign in again.".to_owned())
}

/// True when a session as this person would open anything: one of the person's institutions must not be suspended, or, for a
/// person without an institution, their own organization.
async fn has_open_organization(transaction: &mut Transaction, user_id: i64) -> Result<bool, AppStoreError> {
    let sql = "SELECT organizations.status FROM memberships
               JOIN organizations ON organizations.id = memberships.organization_id
               WHERE memberships.user_id = $1
               ORDER BY CASE WHEN organizations.kind <> 'institution' THEN 2 WHEN organizations.status = 'active' THEN 0
                             ELSE 1 END, organizations.id
               LIMIT 1";
    let rows = transaction.query(sql, &[Value::Int64(user_id)]).await?;
    let status = Row::first(&rows).map(|row| row.text("status")).transpose()?;
    Ok(status.as_deref() == Some("active"))
}

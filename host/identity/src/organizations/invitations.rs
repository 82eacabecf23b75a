//! Inviting people by mail, and taking an invitation back.

use crate::organizations::authority::{manager, needs_recent_password};
use crate::outbox::{AuditEntry, Origin, record_audit_entry};
use crate::sign_in::{INVITATION_LIFE, write_invitation};
use crate::users::valid_email;
use crate::{NewInvitation, OrganizationError, Organizations, Role, SignInError};
use jiff::{SignedDuration, Timestamp};
use quarry_contract::PersonCaller;
use quarry_stores::app::{Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;

/// Invitations of an organization that wait.
const MAX_WAITING: i64 = 200;
/// Between two emails to one address, so that nobody's mailbox is filled.
const BETWEEN_LETTERS: SignedDuration = SignedDuration::from_secs(60);

/// An invitation that was mailed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invited {
    pub id: i64,
    pub expires_at: Timestamp,
}

impl Organizations {
    /// Mails an invitation. Whether the address has an account makes no difference to what comes back.
    pub async fn invite(
        &self,
        person: &PersonCaller,
        origin: Origin<'_>,
        organization_id: i64,
        email: &str,
        role: Role,
        now: Timestamp,
    ) -> Result<Invited, OrganizationError> {
        let email = valid_email(email).map_err(|_| {
            invalid_email("This is not an email address: write one such as ada@example.org.".to_owned())
        })?;
        let mut transaction = self.store.begin().await?;
        let manager = manager(&mut transaction, person, organization_id).await?;
        if !manager.is_institution {
            return Err(OrganizationError::Forbidden("A personal organization is its person's alone."));
        }
        if role != Role::Member {
            needs_recent_password(person, now)?;
        }
        if role == Role::Owner && manager.role != Role::Owner {
            return Err(OrganizationError::Forbidden("Owners alone make owners."));
        }
        refuse_invited(&mut transaction, organization_id, email, now).await?;
        let new = NewInvitation { organization_id, email: email.to_owned(), role, invited_by_user_id: person.user_id };
        let id = write_invitation(&mut transaction, &self.letters, &new, now).await.map_err(refusal)?;
        let expires_at = now.saturating_add(INVITATION_LIFE).unwrap_or(Timestamp::MAX);
        let entry = AuditEntry {
            organization_id: Some(organization_id),
            action: "invitation.sent".to_owned(),
            target_type: "invitation".to_owned(),
            target_id: id.to_string(),
            before: None,
            after: Some(
                json!({ "email": email, "role": role.name(), "expires_at": expires_at.to_string() }).to_string(),
            ),
        };
        record_audit_entry(&mut transaction, origin, &entry, now).await?;
        transaction.commit().await?;
        Ok(Invited { id, expires_at })
    }

    /// Takes an invitation back that was not taken.
    pub async fn withdraw_invitation(
        &self,
        person: &PersonCaller,
        origin: Origin<'_>,
        organization_id: i64,
        invitation_id: i64,
        now: Timestamp,
    ) -> Result<(), OrganizationError> {
        let mut transaction = self.store.begin().await?;
        manager(&mut transaction, person, organization_id).await?;
        // It stays, worth nothing: that an email left a moment ago is remembered by it.
        let sql = "UPDATE invitations SET withdrawn_at = $1
                   WHERE id = $2 AND organization_id = $3 AND accepted_at IS NULL AND withdrawn_at IS NULL
                   RETURNING email, role";
        let values =
            [Value::Timestamp(now.as_microsecond()), Value::Int64(invitation_id), Value::Int64(organization_id)];
        let rows = transaction.query(sql, &values).await?;
        let unknown = OrganizationError::Unknown { what: "invitation", id: invitation_id };
        let row = Row::first(&rows).ok_or(unknown)?;
        let entry = AuditEntry {
            organization_id: Some(organization_id),
            action: "invitation.withdrawn".to_owned(),
            target_type: "invitation".to_owned(),
            target_id: invitation_id.to_string(),
            before: Some(json!({ "email": row.text("email")?, "role": row.text("role")? }).to_string()),
            after: None,
        };
        record_audit_entry(&mut transaction, origin, &entry, now).await?;
        Ok(transaction.commit().await?)
    }
}

/// Refuses an address that is a member's or was invited a moment ago, and one more than may wait.
async fn refuse_invited(
    transaction: &mut Transaction,
    organization_id: i64,
    email: &str,
    now: Timestamp,
) -> Result<(), OrganizationError> {
    let address = [Value::Int64(organization_id), Value::Text(email.to_lowercase())];
    let sql = "SELECT memberships.user_id FROM memberships JOIN users ON users.id = memberships.user_id
               WHERE memberships.organization_id = $1 AND users.email_key = $2";
    if Row::first(&transaction.query(sql, &address).await?).is_some() {
        return Err(OrganizationError::AlreadyMember { email: email.to_owned() });
    }
    let sql = "SELECT created_at FROM invitations WHERE organization_id = $1 AND email_key = $2";
    let rows = transaction.query(sql, &address).await?;
    if let Some(row) = Row::first(&rows) {
        let since = now.as_microsecond().saturating_sub(row.integer("created_at")?);
        if i128::from(since) < BETWEEN_LETTERS.as_micros() {
            return Err(invalid_email(format!(
                "An invitation to this address left less than {} seconds ago: wait before you send another one.",
                BETWEEN_LETTERS.as_secs()
            )));
        }
    }
    let sql = "SELECT count(*) AS waiting FROM invitations
               WHERE organization_id = $1 AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > $2";
    let values = [Value::Int64(organization_id), Value::Timestamp(now.as_microsecond())];
    let rows = transaction.query(sql, &values).await?;
    match Row::first(&rows).map_or(Ok(0), |row| row.integer("waiting"))? {
        waiting if waiting < MAX_WAITING => Ok(()),
        _ => Err(OrganizationError::TooMany {
            what: "invitations that wait",
            limit: MAX_WAITING,
            remedy: "withdraw some of them",
        }),
    }
}

fn invalid_email(sentence: String) -> OrganizationError {
    OrganizationError::Invalid { field: "email", sentence }
}

fn refusal(error: SignInError) -> OrganizationError {
    match error {
        SignInError::Store(error) => OrganizationError::Store(error),
        SignInError::Letter(error) => OrganizationError::Letter(error),
        error => invalid_email(format!("No invitation can be sent to this address: {error}.")),
    }
}

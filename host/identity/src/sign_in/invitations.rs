//! Inviting people into an organization by mail.

use crate::mail::send_mail;
use crate::sign_in::{Letters, SignIn, SignInError};
use crate::users::valid_email;
use crate::{OpaqueToken, Role};
use jiff::{SignedDuration, Timestamp};
use quarry_contract::Caller;
use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;

/// The time for which an invitation can be accepted.
pub(crate) const INVITATION_LIFE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// An invitation: the person, the inviter and the role.
#[derive(Debug, Clone)]
pub struct NewInvitation {
    pub organization_id: i64,
    pub email: String,
    pub role: Role,
    pub invited_by_user_id: i64,
}

impl SignIn {
    /// Mails an invitation; an earlier one to the same address is worth nothing from then on. Whether the address has an
    /// account makes no difference. Gives the invitation's number.
    pub async fn invite(&self, new: &NewInvitation, now: Timestamp) -> Result<i64, SignInError> {
        let mut transaction = self.store.begin().await?;
        let id = write_invitation(&mut transaction, &self.letters, new, now).await?;
        transaction.commit().await?;
        Ok(id)
    }
}

/// As [`SignIn::invite`], with a transaction.
pub(crate) async fn write_invitation(
    transaction: &mut Transaction,
    letters: &Letters,
    new: &NewInvitation,
    now: Timestamp,
) -> Result<i64, SignInError> {
    let email = valid_email(&new.email)?.to_owned();
    let token = OpaqueToken::generate();
    let expires_at = now.saturating_add(INVITATION_LIFE).unwrap_or(Timestamp::MAX);
    let sql = "SELECT organizations.name AS organization_name, users.name AS inviter_name
               FROM organizations JOIN users ON users.id = $2 WHERE organizations.id = $1";
    let rows =
        transaction.query(sql, &[Value::Int64(new.organization_id), Value::Int64(new.invited_by_user_id)]).await?;
    let missing = || AppStoreError::ForeignKeyViolation { violated: "invitations.organization_id".to_owned() };
    let row = Row::first(&rows).ok_or_else(missing)?;
    let (organization, inviter) = (row.text("organization_name")?, row.text("inviter_name")?);
    let letter = letters.invitation(&email, &organization, &inviter, token.secret(), expires_at)?;
    let sql = "INSERT INTO invitations (organization_id, email, email_key, role, hash, invited_by_user_id, created_at,
                                        expires_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
               ON CONFLICT (organization_id, email_key) DO UPDATE
               SET email = excluded.email, role = excluded.role, hash = excluded.hash,
                   invited_by_user_id = excluded.invited_by_user_id, created_at = excluded.created_at,
                   expires_at = excluded.expires_at, accepted_at = NULL, withdrawn_at = NULL
               RETURNING id";
    let values = [
        Value::Int64(new.organization_id),
        Value::Text(email.clone()),
        Value::Text(email.to_lowercase()),
        Value::Text(new.role.name().to_owned()),
        Value::Bytes(token.hash().to_vec()),
        Value::Int64(new.invited_by_user_id),
        Value::Timestamp(now.as_microsecond()),
        Value::Timestamp(expires_at.as_microsecond()),
    ];
    let rows = transaction.query(sql, &values).await?;
    let id = Row::first(&rows).ok_or_else(missing)?.integer("id")?;
    send_mail(transaction, &Caller::Nobody, &letter, now).await?;
    Ok(id)
}

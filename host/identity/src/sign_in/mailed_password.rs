//! The ways in by a mailed token: a recovery, an invitation. Each token works once, and a second factor is asked for all the
//! same: a stranger who reads somebody's mail has only one of two factors.

use crate::mail::send_mail;
use crate::sign_in::account::Account;
use crate::sign_in::attempts::Attempt;
use crate::sign_in::author::{Author, Target};
use crate::sign_in::change_password::set_password;
use crate::sign_in::password_strength::check_strength;
use crate::sign_in::{SignIn, SignInError};
use crate::users::{insert_user, join, valid_name};
use crate::{NewSession, OpaqueToken, Role, SignInFrom, SignedInBy};
use jiff::Timestamp;
use quarry_contract::{Caller, Secret};
use quarry_stores::app::{AppStoreError, Row, Tenant, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;

impl SignIn {
    /// Redeems a mailed recovery: the account has the new password, its other sessions end, and the holder of the token is
    /// signed in.
    pub async fn with_recovery(
        &self,
        token: &OpaqueToken,
        password: Secret,
        otp: Option<Secret>,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<NewSession, SignInError> {
        let hash = Value::Bytes(token.hash().to_vec());
        let sql = "SELECT user_id FROM password_recoveries WHERE hash = $1 AND expires_at > $2";
        let good = [hash, Value::Timestamp(now.as_microsecond())];
        let rows = self.store.query(sql, &good).await?;
        let user_id = Row::first(&rows).ok_or(SignInError::UnknownToken)?.integer("user_id")?;
        let account = self.account("id", Value::Int64(user_id)).await?.ok_or(SignInError::UnknownToken)?;
        check_strength(&password, &account.name, &account.email).await?;
        self.check_counted_second_factor(&account, otp, from, now).await?;
        let password_hash = self.passwords.hash(password).await?;
        let mut transaction = self.store.begin().await?;
        // Of two that come together, one finds it.
        let sql = "DELETE FROM password_recoveries WHERE hash = $1 AND expires_at > $2";
        if transaction.execute(sql, &good).await? == 0 {
            return Err(SignInError::UnknownToken);
        }
        let ended = set_password(&mut transaction, user_id, password_hash, None).await?;
        let details = json!({ "sessions_ended": ended });
        let author = Author::signing_in(from, Some(user_id));
        author.record(&mut transaction, "account.password_recovered", details, now).await?;
        let letter = self.letters.password_changed(&account.email, &account.name, now)?;
        send_mail(&mut transaction, &Caller::Nobody, &letter, now).await?;
        let session = Box::pin(self.admit(transaction, &account, SignedInBy::Recovery, from, now)).await?;
        self.sessions.forget_confirmed();
        Ok(session)
    }

    /// Redeems a mailed invitation. A person without an account gets one of this name and password; a person with an account
    /// gives its password. Either is then a member.
    pub async fn with_invitation(
        &self,
        token: &OpaqueToken,
        name: Option<&str>,
        password: Secret,
        otp: Option<Secret>,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<NewSession, SignInError> {
        let hash = Value::Bytes(token.hash().to_vec());
        let sql = "SELECT email, email_key FROM invitations
                   WHERE hash = $1 AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > $2";
        let rows = self.store.query(sql, &[hash.clone(), Value::Timestamp(now.as_microsecond())]).await?;
        let row = Row::first(&rows).ok_or(SignInError::UnknownToken)?;
        let (email, email_key) = (row.text("email")?, row.text("email_key")?);
        let (account, new) = match self.account("email_key", Value::Text(email_key.clone())).await? {
            Some(_) => (Some(Box::pin(self.recognise(&email_key, password, otp, from, now)).await?), None),
            None => {
                let name = valid_name(name.unwrap_or_default())?;
                check_strength(&password, &name, &email).await?;
                (None, Some((name, self.passwords.hash(password).await?)))
            }
        };
        let mut transaction = self.store.begin().await?;
        let invitation = take_invitation(&mut transaction, hash, now).await?;
        let account = match (account, new) {
            (Some(known), _) => known,
            (None, Some((name, password_hash))) => {
                let user_id =
                    insert_user(&mut transaction, &self.new_accounts, &email, &name, Some(password_hash), now)
                        .await?
                        .user_id;
                Account { user_id, name, email, password_hash: None, is_new: true }
            }
            (None, None) => return Err(SignInError::UnknownToken),
        };
        let TakenInvitation { id, organization_id, role } = invitation;
        transaction.lock_tenant(Tenant::organization(organization_id), true).await?;
        // A person who became a member meanwhile keeps their role.
        join(&mut transaction, organization_id, account.user_id, role, now).await?;
        let target = Target { kind: "invitation", id: id.to_string(), organization_id: Some(organization_id) };
        let details = json!({ "user_id": account.user_id, "role": role.name() });
        let author = Author::signing_in(from, Some(account.user_id));
        author.record_of(&mut transaction, "invitation.taken", target, None, details, now).await?;
        Box::pin(self.admit(transaction, &account, SignedInBy::Invitation, from, now)).await
    }

    /// The second factor, with wrong codes counted as wrong passwords are.
    pub(super) async fn check_counted_second_factor(
        &self,
        account: &Account,
        otp: Option<Secret>,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        let attempt = Attempt::begin(&self.store, &account.email.to_lowercase(), from, now).await?;
        let checked = self.check_second_factor(account.user_id, otp, Author::signing_in(from, None), now).await;
        if !matches!(checked, Err(SignInError::WrongCode)) {
            attempt.take_back(&self.store).await?;
        }
        checked
    }
}

/// An invitation that was taken just now.
struct TakenInvitation {
    id: i64,
    organization_id: i64,
    role: Role,
}

/// Takes an invitation, once.
async fn take_invitation(
    transaction: &mut Transaction,
    hash: Value,
    now: Timestamp,
) -> Result<TakenInvitation, SignInError> {
    let sql = "UPDATE invitations SET accepted_at = $1
               WHERE hash = $2 AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > $1
               RETURNING id, organization_id, role";
    let rows = transaction.query(sql, &[Value::Timestamp(now.as_microsecond()), hash]).await?;
    let row = Row::first(&rows).ok_or(SignInError::UnknownToken)?;
    let role = row.text("role")?;
    let role = Role::from_name(&role).ok_or_else(|| AppStoreError::UnexpectedColumn {
        column: "role".to_owned(),
        problem: format!("holds {role}, which is not a role"),
    })?;
    Ok(TakenInvitation { id: row.integer("id")?, organization_id: row.integer("organization_id")?, role })
}

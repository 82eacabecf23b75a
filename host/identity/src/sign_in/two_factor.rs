//! The second factor of an account: set up, confirmed by a code, replaced, kept, switched off.
//!
//! Setting up shows a secret that does nothing until a code of it is given; asked for again within the hour, it shows the same
//! one. A secret that is confirmed stays in force until the new one is confirmed, so nobody locks themselves out half way.

use crate::live_messages::{Notice, publish};
use crate::mail::send_mail;
use crate::sign_in::authenticator_secret::{SECRET_BYTES, builder, open, seal};
use crate::sign_in::recovery_codes::replace_recovery_codes;
use crate::sign_in::{AccountHolder, SignIn, SignInError};
use jiff::{SignedDuration, Timestamp};
use quarry_contract::{Caller, Secret};
use quarry_stores::app::{Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;

/// The time for which a set-up is resumed. A secret that somebody saw long ago, through a session that was not theirs, is not
/// put in force.
const RESUMED_FOR: SignedDuration = SignedDuration::from_hours(1);

/// A secret to be put into an authenticator; shown until it is confirmed.
#[derive(Debug)]
pub struct AuthenticatorSetup {
    /// In base32, for typing.
    pub secret: Secret,
    /// `otpauth://…`, for a QR code.
    pub uri: Secret,
}

/// The second factor of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TwoFactorStatus {
    pub is_on: bool,
    /// A set-up waits for its first code.
    pub is_being_set_up: bool,
    pub recovery_codes_left: u32,
}

/// The purpose of a set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupKind {
    /// The account's first authenticator.
    First,
    /// Another one than the one in force.
    Replacement,
}

impl SignIn {
    /// The second factor of the account.
    pub async fn two_factor_status(&self, user_id: i64) -> Result<TwoFactorStatus, SignInError> {
        let sql = "SELECT is_confirmed FROM authenticators WHERE user_id = $1 ORDER BY is_confirmed LIMIT 2";
        let rows = self.store.query(sql, &[Value::Int64(user_id)]).await?;
        let stored = Row::all(&rows).map(|row| row.boolean("is_confirmed")).collect::<Result<Vec<_>, _>>()?;
        let sql = "SELECT COUNT(*) AS left_over FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL";
        let rows = self.store.query(sql, &[Value::Int64(user_id)]).await?;
        let left = Row::first(&rows).map(|row| row.integer("left_over")).transpose()?.unwrap_or_default();
        Ok(TwoFactorStatus {
            is_on: stored.contains(&true),
            is_being_set_up: stored.contains(&false),
            recovery_codes_left: u32::try_from(left).unwrap_or_default(),
        })
    }

    /// Begins a set-up, or resumes the one that was begun within the hour and not confirmed.
    pub async fn begin_two_factor(
        &self,
        holder: &AccountHolder,
        kind: SetupKind,
        now: Timestamp,
    ) -> Result<AuthenticatorSetup, SignInError> {
        match (self.two_factor_status(holder.user_id).await?.is_on, kind) {
            (true, SetupKind::First) => return Err(SignInError::TwoFactorIsOn),
            (false, SetupKind::Replacement) => return Err(SignInError::NoSecondFactor),
            (true, SetupKind::Replacement) | (false, SetupKind::First) => {}
        }
        let secret = self.waiting_secret(holder, kind, now).await?;
        // A colon would end the account's name in the URI.
        let name = holder.email.replace(':', " ");
        let shown = builder(&secret).with_account_name(name).with_issuer(Some("Quarry")).build();
        let shown = shown.map_err(|_| SignInError::NoSetup)?;
        let uri = shown.to_url().map_err(|_| SignInError::NoSetup)?;
        Ok(AuthenticatorSetup { secret: Secret::new(shown.secret().to_base32()), uri: Secret::new(uri) })
    }

    /// The secret that waits for its first code: the one of a set-up that is resumed, or a new one.
    async fn waiting_secret(
        &self,
        holder: &AccountHolder,
        kind: SetupKind,
        now: Timestamp,
    ) -> Result<[u8; SECRET_BYTES], SignInError> {
        let new: [u8; SECRET_BYTES] = rand::random();
        let sealed = seal(&self.secret_keys, &new).ok_or(SignInError::NotSealed)?;
        let resumed_since = now.saturating_sub(RESUMED_FOR).unwrap_or(Timestamp::MIN);
        let mut transaction = self.store.begin().await?;
        // One statement, so that of two requests that come together both show the secret that is kept.
        let sql = "INSERT INTO authenticators (user_id, is_confirmed, secret, last_step, created_at)
                   VALUES ($1, $2, $3, 0, $4)
                   ON CONFLICT (user_id, is_confirmed) DO UPDATE
                   SET secret = CASE WHEN authenticators.created_at > $5
                                     THEN authenticators.secret ELSE excluded.secret END,
                       last_step = CASE WHEN authenticators.created_at > $5 THEN authenticators.last_step ELSE 0 END,
                       created_at = CASE WHEN authenticators.created_at > $5
                                         THEN authenticators.created_at ELSE excluded.created_at END
                   RETURNING secret";
        let values = [
            Value::Int64(holder.user_id),
            Value::Boolean(false),
            Value::Bytes(sealed.clone()),
            Value::Timestamp(now.as_microsecond()),
            Value::Timestamp(resumed_since.as_microsecond()),
        ];
        let rows = transaction.query(sql, &values).await?;
        let kept = Row::first(&rows).ok_or(SignInError::NoSetup)?.bytes("secret")?;
        let action = if kept == sealed { "two_factor.set_up_begun" } else { "two_factor.set_up_resumed" };
        let details = json!({ "replaces": kind == SetupKind::Replacement });
        holder.author().record(&mut transaction, action, details, now).await?;
        transaction.commit().await?;
        open(&self.secret_keys, &kept).ok_or(SignInError::NotSealed)
    }

    /// Confirms the set-up by a code of it: it is in force in place of an earlier one, and there are ten new recovery codes,
    /// shown here and never again. Other sessions of the person end.
    pub async fn confirm_two_factor(
        &self,
        holder: &AccountHolder,
        code: Secret,
        now: Timestamp,
    ) -> Result<Vec<Secret>, SignInError> {
        let sql = "SELECT secret FROM authenticators WHERE user_id = $1 AND is_confirmed = $2";
        let rows = self.store.query(sql, &[Value::Int64(holder.user_id), Value::Boolean(false)]).await?;
        let stored = Row::first(&rows).ok_or(SignInError::NoSetup)?.bytes("secret")?;
        let digits: String = code.expose().chars().filter(|character| !character.is_whitespace()).collect();
        let user_id = holder.user_id;
        let used = self.use_code(user_id, &stored, &digits, false, now);
        Box::pin(self.counted(user_id, holder.author(), now, used)).await?;
        let mut transaction = self.store.begin().await?;
        let user = Value::Int64(holder.user_id);
        // A set-up that was begun anew since the code was taken has another secret, of which no code was given.
        let confirmed = "DELETE FROM authenticators WHERE user_id = $1 AND is_confirmed = $2
                         AND EXISTS (SELECT 1 FROM authenticators AS waiting
                                     WHERE waiting.user_id = $1 AND waiting.is_confirmed <> $2 AND waiting.last_step > 0)";
        let replaced = transaction.execute(confirmed, &[user.clone(), Value::Boolean(true)]).await? > 0;
        let sql =
            "UPDATE authenticators SET is_confirmed = $2 WHERE user_id = $1 AND is_confirmed = $3 AND last_step > 0";
        let put_in_force = [user, Value::Boolean(true), Value::Boolean(false)];
        if transaction.execute(sql, &put_in_force).await? == 0 {
            // It was given up meanwhile, or begun anew.
            return Err(SignInError::NoSetup);
        }
        let codes = replace_recovery_codes(&mut transaction, holder.user_id).await?;
        let ended = end_others(&mut transaction, holder).await?;
        let details = json!({ "replaced": replaced, "sessions_ended": ended });
        holder.author().record(&mut transaction, "two_factor.confirmed", details, now).await?;
        self.tell_two_factor(&mut transaction, holder, "is now on", now).await?;
        transaction.commit().await?;
        self.sessions.forget_confirmed();
        Ok(codes)
    }

    /// Gives up a set-up that was not confirmed; what was in force is kept.
    pub async fn keep_two_factor(&self, holder: &AccountHolder, now: Timestamp) -> Result<(), SignInError> {
        let mut transaction = self.store.begin().await?;
        let sql = "DELETE FROM authenticators WHERE user_id = $1 AND is_confirmed = $2";
        if transaction.execute(sql, &[Value::Int64(holder.user_id), Value::Boolean(false)]).await? == 0 {
            return Err(SignInError::NoSetup);
        }
        holder.author().record(&mut transaction, "two_factor.set_up_given_up", json!({}), now).await?;
        Ok(transaction.commit().await?)
    }

    /// Ten new recovery codes; the ones before are worth nothing.
    pub async fn new_recovery_codes(&self, holder: &AccountHolder, now: Timestamp) -> Result<Vec<Secret>, SignInError> {
        if !self.two_factor_status(holder.user_id).await?.is_on {
            return Err(SignInError::NoSecondFactor);
        }
        let mut transaction = self.store.begin().await?;
        let codes = replace_recovery_codes(&mut transaction, holder.user_id).await?;
        holder.author().record(&mut transaction, "two_factor.recovery_codes_renewed", json!({}), now).await?;
        self.tell_two_factor(&mut transaction, holder, "has new recovery codes", now).await?;
        transaction.commit().await?;
        Ok(codes)
    }

    /// Switches the second factor off, a set-up beside it included. Other sessions of the person end.
    pub async fn end_two_factor(&self, holder: &AccountHolder, now: Timestamp) -> Result<(), SignInError> {
        if !self.two_factor_status(holder.user_id).await?.is_on {
            return Err(SignInError::NoSecondFactor);
        }
        let mut transaction = self.store.begin().await?;
        let user = [Value::Int64(holder.user_id)];
        transaction.execute("DELETE FROM authenticators WHERE user_id = $1", &user).await?;
        transaction.execute("DELETE FROM recovery_codes WHERE user_id = $1", &user).await?;
        let ended = end_others(&mut transaction, holder).await?;
        let details = json!({ "sessions_ended": ended });
        holder.author().record(&mut transaction, "two_factor.switched_off", details, now).await?;
        self.tell_two_factor(&mut transaction, holder, "is now off", now).await?;
        transaction.commit().await?;
        self.sessions.forget_confirmed();
        Ok(())
    }

    async fn tell_two_factor(
        &self,
        transaction: &mut Transaction,
        holder: &AccountHolder,
        change: &str,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        publish(transaction, holder.user_id, &Notice::TwoFactorChanged, now).await?;
        let letter = self.letters.two_factor_changed(&holder.email, &holder.name, change, now)?;
        Ok(send_mail(transaction, &Caller::Nobody, &letter, now).await?)
    }
}

/// Ends the sessions of the person but the one that asks; gives how many there were.
pub(super) async fn end_others(transaction: &mut Transaction, holder: &AccountHolder) -> Result<u64, SignInError> {
    let sql = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2";
    Ok(transaction.execute(sql, &[Value::Int64(holder.user_id), Value::Int64(holder.session_id)]).await?)
}

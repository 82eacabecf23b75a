//! Checking the second factor: a code of the authenticator, or one of ten recovery codes.
//!
//! Always true here: no code is compared before the try was counted for its account, over all addresses and on every host.

use crate::mail::send_mail;
use crate::sign_in::attempts::{Attempt, AttemptError, note_code_lockout};
use crate::sign_in::authenticator_secret::{authenticator, open, seal};
use crate::sign_in::author::{Author, Target};
use crate::sign_in::recovery_codes::recovery_code_hash;
use crate::sign_in::{SignIn, SignInError};
use jiff::Timestamp;
use quarry_contract::{Caller, Secret};
use quarry_stores::app::Row;
use quarry_stores::result_set::Value;
use serde_json::json;

/// The digits of an authenticator's code.
const CODE_DIGITS: usize = 6;

impl SignIn {
    /// Passes when the account has no second factor, or the code is one. `by` is who tries.
    pub(super) async fn check_second_factor(
        &self,
        user_id: i64,
        code: Option<Secret>,
        by: Author<'_>,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        match (self.check_code(user_id, code.clone(), by, now).await, code) {
            (Err(SignInError::NoSecondFactor), _) => Ok(()),
            (Err(SignInError::WrongCode), None) => Err(SignInError::CodeNeeded),
            (checked, _) => checked,
        }
    }

    /// Passes when the account has an authenticator and the code is one of it.
    pub(super) async fn check_authenticator(
        &self,
        user_id: i64,
        code: Secret,
        by: Author<'_>,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        self.check_code(user_id, Some(code), by, now).await
    }

    async fn check_code(
        &self,
        user_id: i64,
        code: Option<Secret>,
        by: Author<'_>,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        let sql = "SELECT secret FROM authenticators WHERE user_id = $1 AND is_confirmed = $2";
        let rows = self.store.query(sql, &[Value::Int64(user_id), Value::Boolean(true)]).await?;
        let Some(row) = Row::first(&rows) else { return Err(SignInError::NoSecondFactor) };
        let Some(code) = code else { return Err(SignInError::WrongCode) };
        let stored = row.bytes("secret")?;
        let digits: String = code.expose().chars().filter(|character| !character.is_whitespace()).collect();
        let is_code = digits.len() == CODE_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
        Box::pin(self.counted(user_id, by, now, async {
            match is_code {
                true => self.use_code(user_id, &stored, &digits, true, now).await,
                false => self.use_recovery_code(user_id, &digits, now).await,
            }
        }))
        .await
    }

    /// Passes when `comparison` finds a code right. It is counted before, and taken back where nothing was wrong.
    pub(super) async fn counted(
        &self,
        user_id: i64,
        by: Author<'_>,
        now: Timestamp,
        comparison: impl Future<Output = Result<bool, SignInError>>,
    ) -> Result<(), SignInError> {
        let attempt = match Attempt::begin_code(&self.store, user_id, now).await {
            Ok(attempt) => attempt,
            Err(AttemptError::LockedOut(locked)) => {
                self.tell_guessed(user_id, by, now).await?;
                return Err(locked.into());
            }
            Err(AttemptError::Store(error)) => return Err(error.into()),
        };
        match comparison.await {
            Ok(false) => Err(SignInError::WrongCode),
            outcome => {
                attempt.take_back(&self.store).await?;
                outcome.map(|_| ())
            }
        }
    }

    /// Tells the person, once an hour, and the audit log that somebody guesses codes of the account.
    async fn tell_guessed(&self, user_id: i64, by: Author<'_>, now: Timestamp) -> Result<(), SignInError> {
        let Some(mut transaction) = note_code_lockout(&self.store, user_id, now).await? else { return Ok(()) };
        let sql = "SELECT name, email FROM users WHERE id = $1";
        let rows = transaction.query(sql, &[Value::Int64(user_id)]).await?;
        let Some(row) = Row::first(&rows) else { return Ok(()) };
        let letter = self.letters.codes_guessed(&row.text("email")?, &row.text("name")?, now)?;
        send_mail(&mut transaction, &Caller::Nobody, &letter, now).await?;
        let target = Target { kind: "user", id: user_id.to_string(), organization_id: None };
        // A wrong code may be a stranger's guess, so the entry names nobody.
        let by = Author { user_id: None, ..by };
        by.record_of(&mut transaction, "two_factor.locked_out", target, None, json!({}), now).await?;
        Ok(transaction.commit().await?)
    }

    /// Takes a code of the authenticator that is `stored`, once: neither it nor an earlier one is taken again. A secret that
    /// was stored plain is sealed by the way.
    pub(super) async fn use_code(
        &self,
        user_id: i64,
        stored: &[u8],
        digits: &str,
        is_confirmed: bool,
        now: Timestamp,
    ) -> Result<bool, SignInError> {
        let secret = open(&self.secret_keys, stored).ok_or(SignInError::NotSealed)?;
        let Some(authenticator) = authenticator(&secret) else { return Ok(false) };
        let seconds = u64::try_from(now.as_second()).unwrap_or_default();
        let Some(step) = authenticator.check(digits, seconds) else { return Ok(false) };
        let sealed = seal(&self.secret_keys, &secret).ok_or(SignInError::NotSealed)?;
        let sql = "UPDATE authenticators SET last_step = $1, secret = $4
                   WHERE user_id = $2 AND is_confirmed = $3 AND last_step < $1 AND secret = $5";
        let values = [
            Value::Int64(i64::try_from(step).unwrap_or_default()),
            Value::Int64(user_id),
            Value::Boolean(is_confirmed),
            Value::Bytes(sealed),
            Value::Bytes(stored.to_vec()),
        ];
        Ok(self.store.execute(sql, &values).await? > 0)
    }

    async fn use_recovery_code(&self, user_id: i64, code: &str, now: Timestamp) -> Result<bool, SignInError> {
        let sql = "UPDATE recovery_codes SET used_at = $1 WHERE user_id = $2 AND hash = $3 AND used_at IS NULL";
        let values = [
            Value::Timestamp(now.as_microsecond()),
            Value::Int64(user_id),
            Value::Bytes(recovery_code_hash(code).to_vec()),
        ];
        Ok(self.store.execute(sql, &values).await? > 0)
    }
}

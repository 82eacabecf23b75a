//! Checking the second factor: a code of the authenticator, or one of ten recovery codes.

use crate::identity::Secret;
use crate::identity::sign_in::authenticator_secret::{authenticator, open, seal};
use crate::identity::sign_in::recovery_codes::recovery_code_hash;
use crate::identity::sign_in::{SignIn, SignInError};
use crate::stores::app::Row;
use crate::stores::result_set::Value;
use jiff::Timestamp;

/// The digits of an authenticator's code.
const CODE_DIGITS: usize = 6;

impl SignIn {
    /// Passes when the account has no second factor, or the code is one.
    pub(super) async fn check_second_factor(
        &self,
        user_id: i64,
        code: Option<Secret>,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        match (self.check_code(user_id, code.clone(), now).await, code) {
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
        now: Timestamp,
    ) -> Result<(), SignInError> {
        self.check_code(user_id, Some(code), now).await
    }

    async fn check_code(&self, user_id: i64, code: Option<Secret>, now: Timestamp) -> Result<(), SignInError> {
        let sql = "SELECT secret FROM authenticators WHERE user_id = $1 AND is_confirmed = $2";
        let rows = self.store.query(sql, &[Value::Int64(user_id), Value::Boolean(true)]).await?;
        let Some(row) = Row::first(&rows) else { return Err(SignInError::NoSecondFactor) };
        let Some(code) = code else { return Err(SignInError::WrongCode) };
        let digits: String = code.expose().chars().filter(|character| !character.is_whitespace()).collect();
        let is_code = digits.len() == CODE_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_right = match is_code {
            true => self.use_code(user_id, &row.bytes("secret")?, &digits, true, now).await?,
            false => self.use_recovery_code(user_id, &digits, now).await?,
        };
        if is_right { Ok(()) } else { Err(SignInError::WrongCode) }
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

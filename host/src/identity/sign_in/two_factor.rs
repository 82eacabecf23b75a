//! The second factor of an account: set up, confirmed by a code, replaced, kept, switched off.
//!
//! Setting up shows a secret that does nothing until a code of it is given; one that is confirmed stays in force until the
//! new one is confirmed, so nobody locks themselves out half way.

use crate::cable::{Notice, publish};
use crate::contract::Caller;
use crate::identity::Secret;
use crate::identity::sign_in::{SignIn, SignInError};
use crate::mail::send_mail;
use crate::stores::app::{Row, Transaction};
use crate::stores::result_set::Value;
use jiff::Timestamp;
use rand::RngExt;
use sha2::{Digest, Sha256};
use totp_rs::{Algorithm, Builder, Totp};

/// As long as the digest that codes are made with.
const SECRET_BYTES: usize = 20;
const RECOVERY_CODES: usize = 10;
/// 80 random bits in groups of four: long enough that its plain hash cannot be searched backwards.
const RECOVERY_CODE_LENGTH: usize = 16;
/// Without what is mistaken for something else (RFC 4648's base32, lowercase).
const RECOVERY_ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// A secret to be put into an authenticator; shown once.
#[derive(Debug)]
pub struct AuthenticatorSetup {
    /// In base32, for typing.
    pub secret: Secret,
    /// `otpauth://…`, for a QR code.
    pub uri: Secret,
}

/// How an account stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TwoFactorStatus {
    pub is_on: bool,
    /// A set-up waits for its first code.
    pub is_being_set_up: bool,
    pub recovery_codes_left: u32,
}

impl SignIn {
    /// How the account stands.
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

    /// Begins a set-up, also beside an authenticator that is in force. An earlier set-up that was not confirmed is over.
    pub async fn begin_two_factor(
        &self,
        user_id: i64,
        email: &str,
        now: Timestamp,
    ) -> Result<AuthenticatorSetup, SignInError> {
        let secret: [u8; SECRET_BYTES] = rand::random();
        // A colon would end the account's name in the URI.
        let name = email.replace(':', " ");
        let built = builder(secret.to_vec()).with_account_name(name).with_issuer(Some("Quarry")).build();
        let shown = built.map_err(|_| SignInError::NoSetup)?;
        let uri = shown.to_url().map_err(|_| SignInError::NoSetup)?;
        let sql = "INSERT INTO authenticators (user_id, is_confirmed, secret, last_step, created_at)
                   VALUES ($1, $2, $3, 0, $4)
                   ON CONFLICT (user_id, is_confirmed) DO UPDATE
                   SET secret = excluded.secret, last_step = 0, created_at = excluded.created_at";
        let values = [
            Value::Int64(user_id),
            Value::Boolean(false),
            Value::Bytes(secret.to_vec()),
            Value::Timestamp(now.as_microsecond()),
        ];
        self.store.execute(sql, &values).await?;
        Ok(AuthenticatorSetup { secret: Secret::new(shown.secret().to_base32()), uri: Secret::new(uri) })
    }

    /// Confirms the set-up by a code of it: it is in force in place of an earlier one, and there are ten new recovery codes,
    /// shown here and never again. Other sessions of the person end.
    pub async fn confirm_two_factor(
        &self,
        user_id: i64,
        code: Secret,
        session_id: i64,
        now: Timestamp,
    ) -> Result<Vec<Secret>, SignInError> {
        let sql = "SELECT secret FROM authenticators WHERE user_id = $1 AND is_confirmed = $2";
        let rows = self.store.query(sql, &[Value::Int64(user_id), Value::Boolean(false)]).await?;
        let secret = Row::first(&rows).ok_or(SignInError::NoSetup)?.bytes("secret")?;
        if !self.use_code(user_id, secret, code.expose().trim(), false, now).await? {
            return Err(SignInError::WrongCode);
        }
        let mut transaction = self.store.begin().await?;
        let user = Value::Int64(user_id);
        let confirmed = "DELETE FROM authenticators WHERE user_id = $1 AND is_confirmed = $2";
        transaction.execute(confirmed, &[user.clone(), Value::Boolean(true)]).await?;
        let sql = "UPDATE authenticators SET is_confirmed = $2 WHERE user_id = $1";
        transaction.execute(sql, &[user, Value::Boolean(true)]).await?;
        let codes = replace_recovery_codes(&mut transaction, user_id).await?;
        self.tell_two_factor(&mut transaction, user_id, "is now on", now).await?;
        transaction.commit().await?;
        self.sessions.end_all(user_id, Some(session_id)).await?;
        Ok(codes)
    }

    /// Gives up a set-up that was not confirmed; what was in force is kept.
    pub async fn keep_two_factor(&self, user_id: i64) -> Result<(), SignInError> {
        let sql = "DELETE FROM authenticators WHERE user_id = $1 AND is_confirmed = $2";
        self.store.execute(sql, &[Value::Int64(user_id), Value::Boolean(false)]).await?;
        Ok(())
    }

    /// Ten new recovery codes; the ones before are worth nothing.
    pub async fn new_recovery_codes(&self, user_id: i64, now: Timestamp) -> Result<Vec<Secret>, SignInError> {
        if !self.two_factor_status(user_id).await?.is_on {
            return Err(SignInError::NoSecondFactor);
        }
        let mut transaction = self.store.begin().await?;
        let codes = replace_recovery_codes(&mut transaction, user_id).await?;
        self.tell_two_factor(&mut transaction, user_id, "has new recovery codes", now).await?;
        transaction.commit().await?;
        Ok(codes)
    }

    /// Switches the second factor off. Other sessions of the person end.
    pub async fn end_two_factor(&self, user_id: i64, session_id: i64, now: Timestamp) -> Result<(), SignInError> {
        let mut transaction = self.store.begin().await?;
        let user = [Value::Int64(user_id)];
        transaction.execute("DELETE FROM authenticators WHERE user_id = $1", &user).await?;
        transaction.execute("DELETE FROM recovery_codes WHERE user_id = $1", &user).await?;
        self.tell_two_factor(&mut transaction, user_id, "is now off", now).await?;
        transaction.commit().await?;
        self.sessions.end_all(user_id, Some(session_id)).await?;
        Ok(())
    }

    async fn tell_two_factor(
        &self,
        transaction: &mut Transaction,
        user_id: i64,
        change: &str,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        let rows = transaction.query("SELECT name, email FROM users WHERE id = $1", &[Value::Int64(user_id)]).await?;
        let Some(row) = Row::first(&rows) else { return Ok(()) };
        publish(transaction, user_id, &Notice::TwoFactorChanged, now).await?;
        let letter = self.letters.two_factor_changed(&row.text("email")?, &row.text("name")?, change, now)?;
        Ok(send_mail(transaction, &Caller::Nobody, &letter, now).await?)
    }
}

/// What codes are made with: SHA-1, six digits, 30 seconds, one step of tolerance, as every authenticator has it.
fn builder(secret: Vec<u8>) -> Builder {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_step_duration(30)
        .with_skew(1)
        .with_secret(secret)
}

/// The authenticator of a stored secret.
pub(super) fn authenticator(secret: Vec<u8>) -> Option<Totp> {
    builder(secret).with_account_name("account").build().ok()
}

/// What is stored of a recovery code, however it was typed.
pub(super) fn recovery_code_hash(code: &str) -> [u8; 32] {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    Sha256::digest(plain.to_ascii_lowercase()).into()
}

async fn replace_recovery_codes(transaction: &mut Transaction, user_id: i64) -> Result<Vec<Secret>, SignInError> {
    transaction.execute("DELETE FROM recovery_codes WHERE user_id = $1", &[Value::Int64(user_id)]).await?;
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let code = recovery_code();
        let hash = Value::Bytes(recovery_code_hash(&code).to_vec());
        let sql = "INSERT INTO recovery_codes (user_id, hash) VALUES ($1, $2)";
        transaction.execute(sql, &[Value::Int64(user_id), hash]).await?;
        codes.push(Secret::new(code));
    }
    Ok(codes)
}

/// `abcd-efgh-ijkl-mnop`.
fn recovery_code() -> String {
    let mut random = rand::rng();
    let mut code = String::with_capacity(RECOVERY_CODE_LENGTH + RECOVERY_CODE_LENGTH / 4);
    for position in 0..RECOVERY_CODE_LENGTH {
        if position > 0 && position % 4 == 0 {
            code.push('-');
        }
        code.push(char::from(RECOVERY_ALPHABET[random.random_range(0..RECOVERY_ALPHABET.len())]));
    }
    code
}

//! Refresh tokens: each is good once and makes its one successor. One that comes a second time was stolen, by the first client
//! or by the second: the whole family, which is the session, ends. Only the same client within ten seconds gets the same
//! successor, since an answer may be lost on its way.

use crate::OpaqueToken;
use crate::sessions::{NewSession, Sessions, SignInFrom};
use jiff::{SignedDuration, Timestamp};
use quarry_stores::app::{AppStoreError, Row};
use quarry_stores::result_set::Value;
use thiserror::Error;

/// The time after its use for which a token still gives the same successor.
const GRACE: SignedDuration = SignedDuration::from_secs(10);

#[derive(Debug, Error)]
pub enum RefreshError {
    #[error("the refresh token is unknown, expired, or its session has ended")]
    Unknown,
    #[error("the refresh token was used before; its session was ended")]
    Reused,
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

impl Sessions {
    /// Redeems a refresh token: the session is awake again, with a new cookie, a new refresh token and its sudo window
    /// closed.
    pub async fn refresh(
        &self,
        token: &OpaqueToken,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<NewSession, RefreshError> {
        let renewed = OpaqueToken::successor(token, &self.refresh_key, "refresh");
        let cookie = OpaqueToken::successor(token, &self.refresh_key, "session");
        let mut transaction = self.store.begin().await?;
        // Marked before anything is read: of two that come together the second waits here and finds it used.
        let sql = "UPDATE refresh_tokens SET used_at = $1, used_from = $2
                   WHERE hash = $3 AND used_at IS NULL AND expires_at > $1
                         AND EXISTS (SELECT 1 FROM sessions
                                     WHERE sessions.id = refresh_tokens.session_id AND sessions.expires_at > $1)
                   RETURNING session_id";
        let values = [
            Value::Timestamp(now.as_microsecond()),
            Value::Text(from.fingerprint()),
            Value::Bytes(token.hash().to_vec()),
        ];
        let rows = transaction.query(sql, &values).await?;
        let Some(row) = Row::first(&rows) else {
            drop(transaction);
            return self.refresh_again(token, renewed, cookie, from, now).await;
        };
        let session_id = row.integer("session_id")?;
        let refresh_expires_at = self.insert_refresh_token(&mut transaction, session_id, &renewed, now).await?;
        let sql = "UPDATE sessions SET token_hash = $1, last_seen_at = $2, sudo_until = NULL WHERE id = $3";
        let values =
            [Value::Bytes(cookie.hash().to_vec()), Value::Timestamp(now.as_microsecond()), Value::Int64(session_id)];
        transaction.execute(sql, &values).await?;
        transaction.commit().await?;
        self.cache.forget();
        Ok(self.refreshed(session_id, cookie, &renewed, refresh_expires_at))
    }

    /// A token that could not be redeemed: unknown, or used before.
    async fn refresh_again(
        &self,
        token: &OpaqueToken,
        renewed: OpaqueToken,
        cookie: OpaqueToken,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<NewSession, RefreshError> {
        let sql = "SELECT refresh_tokens.session_id, refresh_tokens.used_at, refresh_tokens.used_from,
                          successors.expires_at AS successor_expires_at
                   FROM refresh_tokens
                   LEFT JOIN refresh_tokens AS successors ON successors.hash = $2
                   WHERE refresh_tokens.hash = $1";
        let values = [Value::Bytes(token.hash().to_vec()), Value::Bytes(renewed.hash().to_vec())];
        let rows = self.store.query(sql, &values).await?;
        let row = Row::first(&rows).ok_or(RefreshError::Unknown)?;
        let session_id = row.integer("session_id")?;
        let Some(used_at) = row.optional_integer("used_at")? else { return Err(RefreshError::Unknown) };
        let age_microseconds = now.as_microsecond().saturating_sub(used_at);
        let is_same = row.optional_text("used_from")?.as_deref() == Some(from.fingerprint().as_str());
        match row.optional_integer("successor_expires_at")? {
            Some(expires_at) if is_same && i128::from(age_microseconds) <= GRACE.as_micros() => {
                let expires_at = Timestamp::from_microsecond(expires_at).unwrap_or(now);
                Ok(self.refreshed(session_id, cookie, &renewed, expires_at))
            }
            _ => {
                self.end(session_id).await?;
                tracing::warn!(session_id, "a refresh token was used twice: its session was ended");
                Err(RefreshError::Reused)
            }
        }
    }

    fn refreshed(
        &self,
        session_id: i64,
        token: OpaqueToken,
        refresh_token: &OpaqueToken,
        refresh_expires_at: Timestamp,
    ) -> NewSession {
        NewSession {
            session_id,
            token,
            max_age_seconds: self.settings.longest.as_secs(),
            refresh_token: refresh_token.secret().clone(),
            refresh_expires_at,
        }
    }
}

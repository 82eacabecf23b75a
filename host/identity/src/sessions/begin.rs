//! Signing in, once it is known who it is.

use crate::OpaqueToken;
use crate::sessions::Sessions;
use jiff::Timestamp;
use quarry_contract::Secret;
use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use std::net::IpAddr;
use std::sync::Arc;

/// The most characters that a session keeps of a `User-Agent`.
const USER_AGENT_LENGTH: usize = 200;

/// The place that somebody signs in from.
#[derive(Debug, Clone)]
pub struct SignInFrom {
    pub address: IpAddr,
    /// The application, as `X-SERVICE-Client` names it.
    pub client: String,
    pub user_agent: String,
    /// The request, as the log and the audit log name it.
    pub request_id: Arc<str>,
}

impl SignInFrom {
    /// A text that tells one client from another, for refresh tokens that come twice.
    pub(super) fn fingerprint(&self) -> String {
        format!("{} {}", self.client, self.address.to_canonical())
    }
}

/// The way in which the person was identified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignedInBy {
    Password,
    /// An OpenID Connect provider. `shown_at`: when they last showed it, or the host, who they are; none where that is not
    /// known.
    Provider {
        shown_at: Option<Timestamp>,
    },
    Invitation,
    Recovery,
}

impl SignedInBy {
    pub fn name(self) -> &'static str {
        match self {
            SignedInBy::Password => "password",
            SignedInBy::Provider { .. } => "provider",
            SignedInBy::Invitation => "invitation",
            SignedInBy::Recovery => "recovery",
        }
    }

    /// The end of the sudo window for a person who signs in now; `None` where it stays closed.
    fn sudo_until(self, now: Timestamp) -> Option<Timestamp> {
        let shown_at = match self {
            SignedInBy::Provider { shown_at } => shown_at?,
            SignedInBy::Password | SignedInBy::Invitation | SignedInBy::Recovery => now,
        };
        Some(shown_at.saturating_add(super::SUDO_WINDOW).unwrap_or(Timestamp::MAX)).filter(|until| now < *until)
    }
}

/// A session that has just begun, or was refreshed. The secrets are given here and never again.
#[derive(Debug)]
pub struct NewSession {
    pub session_id: i64,
    /// For the cookie.
    pub token: OpaqueToken,
    /// The time for which the cookie may be kept.
    pub max_age_seconds: i64,
    pub refresh_token: Secret,
    pub refresh_expires_at: Timestamp,
}

impl Sessions {
    /// Begins a session, in the transaction of the sign-in.
    pub(crate) async fn begin(
        &self,
        transaction: &mut Transaction,
        user_id: i64,
        by: SignedInBy,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<NewSession, AppStoreError> {
        let (token, refresh_token) = (OpaqueToken::generate(), OpaqueToken::generate());
        let user_agent: String = from.user_agent.chars().take(USER_AGENT_LENGTH).collect();
        let expires_at = now.saturating_add(self.settings.longest).unwrap_or(Timestamp::MAX);
        let sql = "INSERT INTO sessions (token_hash, user_id, signed_in_by, client, address, user_agent, created_at,
                                         last_seen_at, expires_at, sudo_until)
                   VALUES ($1, $2, $3, $4, $5, $6, CAST($7 AS BIGINT), CAST($7 AS BIGINT), $8, CAST($9 AS BIGINT)) RETURNING id";
        let values = [
            Value::Bytes(token.hash().to_vec()),
            Value::Int64(user_id),
            Value::Text(by.name().to_owned()),
            Value::Text(from.client.clone()),
            Value::Text(from.address.to_canonical().to_string()),
            Value::Text(user_agent),
            Value::Timestamp(now.as_microsecond()),
            Value::Timestamp(expires_at.as_microsecond()),
            by.sudo_until(now).map_or(Value::Null, |until| Value::Timestamp(until.as_microsecond())),
        ];
        let rows = transaction.query(sql, &values).await?;
        let session_id = Row::first(&rows).map(|row| row.integer("id")).transpose()?.ok_or_else(no_row)?;
        let refresh_expires_at = self.insert_refresh_token(transaction, session_id, &refresh_token, now).await?;
        Ok(NewSession {
            session_id,
            token,
            max_age_seconds: self.settings.longest.as_secs(),
            refresh_token: refresh_token.secret().clone(),
            refresh_expires_at,
        })
    }

    /// Writes a refresh token of a session; gives when it expires.
    pub(super) async fn insert_refresh_token(
        &self,
        transaction: &mut Transaction,
        session_id: i64,
        token: &OpaqueToken,
        now: Timestamp,
    ) -> Result<Timestamp, AppStoreError> {
        let expires_at = now.saturating_add(self.settings.refresh).unwrap_or(Timestamp::MAX);
        // As the store has it.
        let expires_at = Timestamp::from_microsecond(expires_at.as_microsecond()).unwrap_or(expires_at);
        let sql = "INSERT INTO refresh_tokens (hash, session_id, expires_at) VALUES ($1, $2, $3)";
        let values = [
            Value::Bytes(token.hash().to_vec()),
            Value::Int64(session_id),
            Value::Timestamp(expires_at.as_microsecond()),
        ];
        transaction.execute(sql, &values).await?;
        Ok(expires_at)
    }
}

fn no_row() -> AppStoreError {
    AppStoreError::UnexpectedColumn { column: "id".to_owned(), problem: "was not returned by the INSERT".to_owned() }
}

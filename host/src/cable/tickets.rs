//! Tickets: each lets its session connect once, within half a minute. A cookie could not be asked for instead: a page of
//! somebody else connects with it too.

use crate::cable::Cable;
use jiff::{SignedDuration, Timestamp};
use quarry_identity::OpaqueToken;
use quarry_stores::app::{AppStoreError, Row};
use quarry_stores::result_set::Value;

/// The time for which a ticket is good.
pub const TICKET_LIFE: SignedDuration = SignedDuration::from_secs(30);

/// A ticket, given out here and stored as its hash.
#[derive(Debug)]
pub struct Ticket {
    pub token: OpaqueToken,
    pub expires_at: Timestamp,
}

impl Cable {
    /// A ticket for the next connection of a session.
    pub async fn issue_ticket(&self, session_id: i64, now: Timestamp) -> Result<Ticket, AppStoreError> {
        let token = OpaqueToken::generate();
        let expires_at = now.saturating_add(TICKET_LIFE).unwrap_or(Timestamp::MAX);
        let sql = "INSERT INTO cable_tickets (hash, session_id, expires_at) VALUES ($1, $2, $3)";
        let values = [
            Value::Bytes(token.hash().to_vec()),
            Value::Int64(session_id),
            Value::Timestamp(expires_at.as_microsecond()),
        ];
        self.store.execute(sql, &values).await?;
        Ok(Ticket { token, expires_at })
    }

    /// Takes a ticket, so that it is worth nothing from now on; the session that it is of.
    pub(super) async fn take_ticket(&self, token: &OpaqueToken, now: Timestamp) -> Result<Option<i64>, AppStoreError> {
        let sql = "DELETE FROM cable_tickets WHERE hash = $1 RETURNING session_id, expires_at";
        let rows = self.store.query(sql, &[Value::Bytes(token.hash().to_vec())]).await?;
        let Some(row) = Row::first(&rows) else { return Ok(None) };
        let is_good = now.as_microsecond() < row.integer("expires_at")?;
        Ok(is_good.then_some(row.integer("session_id")?))
    }
}

//! The recent-password window: a quarter of an hour after the password (or a code of the authenticator) was given.

use crate::OpaqueToken;
use crate::sessions::Sessions;
use jiff::{SignedDuration, Timestamp};
use quarry_stores::app::{AppStoreError, Transaction};
use quarry_stores::result_set::Value;

/// The time for which the window stays open.
pub const SUDO_WINDOW: SignedDuration = SignedDuration::from_secs(15 * 60);

impl Sessions {
    /// Opens the window of a session and gives its new cookie; the one before stops working. `None` when the session has ended
    /// meanwhile. The caller commits the transaction and then makes this host forget what it knew of sessions.
    pub(crate) async fn open_sudo(
        &self,
        transaction: &mut Transaction,
        session_id: i64,
        now: Timestamp,
    ) -> Result<Option<OpaqueToken>, AppStoreError> {
        let until = now.saturating_add(SUDO_WINDOW).unwrap_or(Timestamp::MAX);
        let token = OpaqueToken::generate();
        let sql = "UPDATE sessions SET token_hash = $1, sudo_until = $2 WHERE id = $3";
        let values =
            [Value::Bytes(token.hash().to_vec()), Value::Timestamp(until.as_microsecond()), Value::Int64(session_id)];
        let changed = transaction.execute(sql, &values).await?;
        Ok((changed > 0).then_some(token))
    }
}

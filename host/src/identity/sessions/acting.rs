//! Staff look at the service as somebody else, for a time. The session stays theirs: it is theirs again when the time is
//! over, when they stop, and when they lose the permission `users_manage`.

use crate::identity::OpaqueToken;
use crate::identity::sessions::Sessions;
use crate::stores::app::AppStoreError;
use crate::stores::result_set::Value;
use jiff::{SignedDuration, Timestamp};

/// The longest that one may act as somebody else.
const LONGEST: SignedDuration = SignedDuration::from_secs(60 * 60);

impl Sessions {
    /// Lets the session act as `user_id` for `duration`, an hour at most, and gives its new cookie. None when the session has
    /// ended or when there is no such person, or it is themselves.
    pub async fn act_as(
        &self,
        session_id: i64,
        user_id: i64,
        duration: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<OpaqueToken>, AppStoreError> {
        let until = now.saturating_add(duration.min(LONGEST)).unwrap_or(Timestamp::MAX);
        let sql = "UPDATE sessions SET token_hash = $1, acting_as_user_id = CAST($2 AS BIGINT), acting_until = $3,
                                       sudo_until = NULL
                   WHERE id = $4 AND user_id <> $2 AND EXISTS (SELECT 1 FROM users WHERE users.id = $2)";
        self.change_token(sql, vec![Value::Int64(user_id), Value::Timestamp(until.as_microsecond())], session_id).await
    }

    /// Makes the session its owner's again, and gives its new cookie. None when it has ended.
    pub async fn stop_acting(&self, session_id: i64) -> Result<Option<OpaqueToken>, AppStoreError> {
        let sql = "UPDATE sessions SET token_hash = $1, acting_as_user_id = NULL, acting_until = NULL WHERE id = $2";
        self.change_token(sql, Vec::new(), session_id).await
    }

    /// `sql` sets the hash `$1`; the session's number is its last value.
    async fn change_token(
        &self,
        sql: &str,
        between: Vec<Value>,
        session_id: i64,
    ) -> Result<Option<OpaqueToken>, AppStoreError> {
        let token = OpaqueToken::generate();
        let mut values = vec![Value::Bytes(token.hash().to_vec())];
        values.extend(between);
        values.push(Value::Int64(session_id));
        let changed = self.store.execute(sql, &values).await?;
        self.cache.forget();
        Ok((changed > 0).then_some(token))
    }
}

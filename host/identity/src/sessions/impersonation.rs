//! Staff look at the service as somebody else, for a time. The session stays theirs: it is theirs again when the time is
//! over, when they stop, and when they lose the permission `users_manage`.

use crate::OpaqueToken;
use crate::sessions::Sessions;
use jiff::{SignedDuration, Timestamp};
use quarry_stores::app::{AppStoreError, Transaction};
use quarry_stores::result_set::Value;

/// The longest impersonation.
const LONGEST: SignedDuration = SignedDuration::from_secs(60 * 60);

impl Sessions {
    /// Lets the session impersonate `user_id` for `duration`, an hour at most, and gives its new cookie. None when the session has
    /// ended or when there is no such person, or it is themselves.
    pub async fn impersonate(
        &self,
        session_id: i64,
        user_id: i64,
        duration: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<OpaqueToken>, AppStoreError> {
        let until = now.saturating_add(duration.min(LONGEST)).unwrap_or(Timestamp::MAX);
        let mut transaction = self.store.begin().await?;
        let token = self.begin_impersonation(&mut transaction, session_id, user_id, until).await?;
        transaction.commit().await?;
        self.cache.forget();
        Ok(token)
    }

    /// Makes the session its owner's again, and gives its new cookie. None when it has ended.
    pub async fn stop_impersonation(&self, session_id: i64) -> Result<Option<OpaqueToken>, AppStoreError> {
        let mut transaction = self.store.begin().await?;
        let token = self.end_impersonation(&mut transaction, session_id).await?;
        transaction.commit().await?;
        self.cache.forget();
        Ok(token)
    }

    /// As [`Sessions::impersonate`], in a transaction after which the caller has this host forget what it believed.
    pub(crate) async fn begin_impersonation(
        &self,
        transaction: &mut Transaction,
        session_id: i64,
        user_id: i64,
        until: Timestamp,
    ) -> Result<Option<OpaqueToken>, AppStoreError> {
        let sql = "UPDATE sessions SET token_hash = $1, acting_as_user_id = CAST($2 AS BIGINT), acting_until = $3,
                                       sudo_until = NULL
                   WHERE id = $4 AND user_id <> $2 AND EXISTS (SELECT 1 FROM users WHERE users.id = $2)";
        let between = vec![Value::Int64(user_id), Value::Timestamp(until.as_microsecond())];
        change_token(transaction, sql, between, session_id).await
    }

    /// As [`Sessions::stop_impersonation`], in a transaction.
    pub(crate) async fn end_impersonation(
        &self,
        transaction: &mut Transaction,
        session_id: i64,
    ) -> Result<Option<OpaqueToken>, AppStoreError> {
        let sql = "UPDATE sessions SET token_hash = $1, acting_as_user_id = NULL, acting_until = NULL WHERE id = $2";
        change_token(transaction, sql, Vec::new(), session_id).await
    }
}

/// `sql` sets the hash `$1`; the session's number is its last value.
async fn change_token(
    transaction: &mut Transaction,
    sql: &str,
    between: Vec<Value>,
    session_id: i64,
) -> Result<Option<OpaqueToken>, AppStoreError> {
    let token = OpaqueToken::generate();
    let mut values = vec![Value::Bytes(token.hash().to_vec())];
    values.extend(between);
    values.push(Value::Int64(session_id));
    let changed = transaction.execute(sql, &values).await?;
    Ok((changed > 0).then_some(token))
}

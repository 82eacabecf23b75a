//! The person to whom an email goes, under the lock that a change of their cadence waits for.

use crate::cadence::Cadence;
use jiff::Timestamp;
use quarry_stores::app::{AppStore, AppStoreError, Row, Tenant, Transaction};
use quarry_stores::result_set::{ResultSet, Value};

/// A person with an account that is in use.
pub(crate) struct Reader {
    pub(crate) user_id: i64,
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) cadence: Cadence,
}

/// Begins a transaction that nobody else's about this person's emails runs beside.
pub(crate) async fn begin_for(store: &AppStore, user_id: i64) -> Result<Transaction, AppStoreError> {
    let mut transaction = store.begin().await?;
    transaction.lock_tenant(Tenant { kind: "person", id: user_id }, true).await?;
    Ok(transaction)
}

const READER: &str = "SELECT person.name, person.email, setting.frequency FROM users AS person
                      LEFT JOIN alert_email_settings AS setting ON setting.user_id = person.id
                      WHERE person.id = CAST($1 AS BIGINT) AND person.disabled_at IS NULL";

impl Reader {
    /// Reads a person; `None` where the account is gone or suspended.
    pub(crate) async fn find(transaction: &mut Transaction, user_id: i64) -> Result<Option<Reader>, AppStoreError> {
        Reader::of(user_id, &transaction.query(READER, &[Value::Int64(user_id)]).await?)
    }

    /// The same as it is at the moment, to be shown.
    pub(crate) async fn seen(store: &AppStore, user_id: i64) -> Result<Option<Reader>, AppStoreError> {
        Reader::of(user_id, &store.query(READER, &[Value::Int64(user_id)]).await?)
    }

    fn of(user_id: i64, rows: &ResultSet) -> Result<Option<Reader>, AppStoreError> {
        let Some(row) = Row::first(rows) else { return Ok(None) };
        let chosen = row.optional_text("frequency")?;
        Ok(Some(Reader {
            user_id,
            name: row.text("name")?,
            email: row.text("email")?,
            cadence: chosen.as_deref().and_then(Cadence::of).unwrap_or(Cadence::Instant),
        }))
    }
}

/// Ends emails to a person; false where there is no such account.
pub(crate) async fn end_letters(store: &AppStore, user_id: i64, now: Timestamp) -> Result<bool, AppStoreError> {
    let mut transaction = begin_for(store, user_id).await?;
    if Reader::find(&mut transaction, user_id).await?.is_none() {
        return Ok(false);
    }
    let sql = "INSERT INTO alert_email_settings (user_id, frequency, changed_at)
               VALUES (CAST($1 AS BIGINT), 'off', CAST($2 AS BIGINT))
               ON CONFLICT (user_id) DO UPDATE SET frequency = excluded.frequency, changed_at = excluded.changed_at
               WHERE alert_email_settings.frequency <> excluded.frequency";
    transaction.execute(sql, &[Value::Int64(user_id), Value::Int64(now.as_microsecond())]).await?;
    crate::lines::drop_all(&mut transaction, user_id).await?;
    transaction.commit().await?;
    Ok(true)
}

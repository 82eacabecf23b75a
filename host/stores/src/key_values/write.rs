//! Writing: a transaction that takes the component's row of usage first.

use crate::app::{AppStoreError, Row, Transaction};
use crate::key_values::sweep::remove_expired;
use crate::key_values::usage::change_usage;
use crate::key_values::{Condition, KeyValueError, KeyValues, MAX_VALUE_BYTES, check_key};
use crate::result_set::Value;
use std::time::Duration;

/// A component's row of usage, held by a transaction.
struct Usage {
    keys: i64,
    bytes: i64,
    /// The version of this write.
    version: i64,
}

/// A row as it stands, expired or not.
struct Kept {
    value: Vec<u8>,
    bytes: i64,
    version: i64,
    expires_at: Option<i64>,
}

impl Kept {
    fn is_alive(&self, now: i64) -> bool {
        self.expires_at.is_none_or(|expires_at| expires_at > now)
    }
}

impl KeyValues {
    /// Keeps `value` under `key` and gives its version; none where `condition` does not hold, and nothing is written then.
    pub async fn set(
        &self,
        component: &str,
        key: &str,
        value: Vec<u8>,
        time_to_live: Option<Duration>,
        condition: Condition,
    ) -> Result<Option<u64>, KeyValueError> {
        check_key(key)?;
        if value.len() > MAX_VALUE_BYTES {
            return Err(KeyValueError::ValueTooLong { key: key.to_owned(), bytes: value.len() });
        }
        let expires_at = self.expiry(time_to_live)?;
        let mut transaction = self.store.begin().await?;
        let usage = usage(&mut transaction, component).await?;
        let kept = kept(&mut transaction, component, key).await?;
        let alive = kept.as_ref().filter(|kept| kept.is_alive(self.now()));
        let holds = match condition {
            Condition::Always => true,
            Condition::Absent => alive.is_none(),
            Condition::Version(version) => alive.is_some_and(|kept| u64::try_from(kept.version) == Ok(version)),
        };
        if !holds {
            // Dropped, and so rolled back.
            return Ok(None);
        }
        let version = usage.version;
        self.write(&mut transaction, component, key, value, expires_at, usage, kept.as_ref()).await?;
        transaction.commit().await?;
        Ok(Some(u64::try_from(version).unwrap_or_default()))
    }

    /// Adds `by` to the number under `key`, which begins at 0, and gives the sum. An expiry that is there stays.
    pub async fn increment(
        &self,
        component: &str,
        key: &str,
        by: i64,
        time_to_live: Option<Duration>,
    ) -> Result<i64, KeyValueError> {
        check_key(key)?;
        let new_expiry = self.expiry(time_to_live)?;
        let mut transaction = self.store.begin().await?;
        let usage = usage(&mut transaction, component).await?;
        let kept = kept(&mut transaction, component, key).await?;
        let (number, expires_at) = match kept.as_ref().filter(|kept| kept.is_alive(self.now())) {
            None => (0, new_expiry),
            Some(kept) => {
                let number = std::str::from_utf8(&kept.value).ok().and_then(|text| text.parse::<i64>().ok());
                (number.ok_or_else(|| KeyValueError::NotANumber { key: key.to_owned() })?, kept.expires_at)
            }
        };
        let overflow = || KeyValueError::Overflow { key: key.to_owned(), by };
        let sum = number.checked_add(by).ok_or_else(overflow)?;
        let value = sum.to_string().into_bytes();
        self.write(&mut transaction, component, key, value, expires_at, usage, kept.as_ref()).await?;
        transaction.commit().await?;
        Ok(sum)
    }

    /// Forgets `key`; tells whether something was there.
    pub async fn delete(&self, component: &str, key: &str) -> Result<bool, KeyValueError> {
        check_key(key)?;
        let mut transaction = self.store.begin().await?;
        usage(&mut transaction, component).await?;
        let Some(kept) = kept(&mut transaction, component, key).await? else { return Ok(false) };
        let sql = "DELETE FROM component_key_values WHERE component = $1 AND key = $2";
        transaction.execute(sql, &[Value::Text(component.to_owned()), Value::Text(key.to_owned())]).await?;
        change_usage(&mut transaction, component, -1, -kept.bytes).await?;
        transaction.commit().await?;
        Ok(kept.is_alive(self.now()))
    }

    /// Writes one row and its part of the quota, in place of `kept`.
    #[expect(clippy::too_many_arguments, reason = "one row's columns, and what the transaction has read")]
    async fn write(
        &self,
        transaction: &mut Transaction,
        component: &str,
        key: &str,
        value: Vec<u8>,
        expires_at: Option<i64>,
        usage: Usage,
        kept: Option<&Kept>,
    ) -> Result<(), KeyValueError> {
        let bytes = i64::try_from(key.len() + value.len()).unwrap_or(i64::MAX);
        let (more_keys, more_bytes) = match kept {
            Some(kept) => (0, bytes - kept.bytes),
            None => (1, bytes),
        };
        self.make_room(transaction, component, key, &usage, more_keys, more_bytes).await?;
        let sql = "INSERT INTO component_key_values (component, key, value, size_bytes, version, expires_at)
                   VALUES ($1, $2, $3, $4, $5, CAST($6 AS BIGINT))
                   ON CONFLICT (component, key) DO UPDATE
                   SET value = excluded.value, size_bytes = excluded.size_bytes, version = excluded.version,
                       expires_at = excluded.expires_at";
        let values = [
            Value::Text(component.to_owned()),
            Value::Text(key.to_owned()),
            Value::Bytes(value),
            Value::Int64(bytes),
            Value::Int64(usage.version),
            expires_at.map_or(Value::Null, Value::Timestamp),
        ];
        transaction.execute(sql, &values).await?;
        change_usage(transaction, component, more_keys, more_bytes).await?;
        Ok(())
    }

    /// Refuses what would go past the quota, once nothing expired stands in the way any more. What shrinks always goes.
    async fn make_room(
        &self,
        transaction: &mut Transaction,
        component: &str,
        key: &str,
        usage: &Usage,
        more_keys: i64,
        more_bytes: i64,
    ) -> Result<(), KeyValueError> {
        let (mut keys, mut bytes) = (usage.keys, usage.bytes);
        let fits = |used: i64, more: i64, quota: u64| {
            more <= 0 || u64::try_from(used.saturating_add(more)).is_ok_and(|wanted| wanted <= quota)
        };
        loop {
            let (keys_fit, bytes_fit) =
                (fits(keys, more_keys, self.quota.keys), fits(bytes, more_bytes, self.quota.bytes));
            if keys_fit && bytes_fit {
                return Ok(());
            }
            let removed = remove_expired(transaction, component, Some(key), self.now()).await?;
            if removed.keys == 0 {
                return Err(match keys_fit {
                    false => KeyValueError::KeysUsedUp { quota: self.quota.keys },
                    true => KeyValueError::BytesUsedUp { quota: self.quota.bytes },
                });
            }
            (keys, bytes) = (keys - removed.keys, bytes - removed.bytes);
        }
    }
}

/// Takes the component's row of usage, which makes every other writer of the component wait, and a version for a write.
async fn usage(transaction: &mut Transaction, component: &str) -> Result<Usage, AppStoreError> {
    let sql = "INSERT INTO component_key_value_usage (component, key_count, size_bytes, last_version)
               VALUES ($1, 0, 0, 1)
               ON CONFLICT (component) DO UPDATE SET last_version = component_key_value_usage.last_version + 1
               RETURNING key_count, size_bytes, last_version";
    let rows = transaction.query(sql, &[Value::Text(component.to_owned())]).await?;
    let row = Row::first(&rows).ok_or_else(|| AppStoreError::UnexpectedColumn {
        column: "last_version".to_owned(),
        problem: "came back without a row".to_owned(),
    })?;
    Ok(Usage {
        keys: row.integer("key_count")?,
        bytes: row.integer("size_bytes")?,
        version: row.integer("last_version")?,
    })
}

async fn kept(transaction: &mut Transaction, component: &str, key: &str) -> Result<Option<Kept>, AppStoreError> {
    let sql = "SELECT value, size_bytes, version, expires_at FROM component_key_values
               WHERE component = $1 AND key = $2";
    let rows = transaction.query(sql, &[Value::Text(component.to_owned()), Value::Text(key.to_owned())]).await?;
    let Some(row) = Row::first(&rows) else { return Ok(None) };
    Ok(Some(Kept {
        value: row.bytes("value")?,
        bytes: row.integer("size_bytes")?,
        version: row.integer("version")?,
        expires_at: row.optional_integer("expires_at")?,
    }))
}

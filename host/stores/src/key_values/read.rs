//! Reading: one statement each, which sees nothing that has expired.

use crate::app::Row;
use crate::key_values::{KeyPage, KeyValueEntry, KeyValueError, KeyValues, MAX_KEY_BYTES, MAX_LISTED_KEYS, check_key};
use crate::result_set::Value;

impl KeyValues {
    /// The value that `component` keeps under `key`.
    pub async fn get(&self, component: &str, key: &str) -> Result<Option<KeyValueEntry>, KeyValueError> {
        check_key(key)?;
        let sql = "SELECT value, version, expires_at FROM component_key_values
                   WHERE component = $1 AND key = $2 AND (expires_at IS NULL OR expires_at > $3)";
        let values = [Value::Text(component.to_owned()), Value::Text(key.to_owned()), Value::Timestamp(self.now())];
        let rows = self.store.query(sql, &values).await?;
        let Some(row) = Row::first(&rows) else { return Ok(None) };
        Ok(Some(KeyValueEntry {
            value: row.bytes("value")?,
            version: u64::try_from(row.integer("version")?).unwrap_or_default(),
            expires_at: row.optional_integer("expires_at")?,
        }))
    }

    /// The keys of `component` that begin with `prefix` and come after `after`, in order.
    pub async fn list_keys(
        &self,
        component: &str,
        prefix: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<KeyPage, KeyValueError> {
        if limit == 0 || limit > MAX_LISTED_KEYS {
            return Err(KeyValueError::ListLimit { limit });
        }
        for part in [prefix, after.unwrap_or_default()].iter().filter(|part| !part.is_empty()) {
            check_key(part)?;
        }
        let sql = "SELECT key FROM component_key_values
                   WHERE component = $1 AND key >= $2 AND key <= $3 AND key > $4
                     AND (expires_at IS NULL OR expires_at > $5)
                   ORDER BY key LIMIT $6";
        // No key that begins with the prefix comes after this one, in order of bytes: it is longer than any key may be.
        let last = format!("{prefix}{}", char::MAX.to_string().repeat(MAX_KEY_BYTES / char::MAX.len_utf8()));
        let values = [
            Value::Text(component.to_owned()),
            Value::Text(prefix.to_owned()),
            Value::Text(last),
            Value::Text(after.unwrap_or_default().to_owned()),
            Value::Timestamp(self.now()),
            Value::Int64(i64::from(limit) + 1),
        ];
        let rows = self.store.query(sql, &values).await?;
        let mut keys = Row::all(&rows).map(|row| row.text("key")).collect::<Result<Vec<_>, _>>()?;
        let has_more = keys.len() > limit as usize;
        keys.truncate(limit as usize);
        Ok(KeyPage { keys, has_more })
    }
}

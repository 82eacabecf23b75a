//! The deployment's own providers, as people are shown them: `GET /public/auth` reads the table.

use crate::sign_in::providers::Providers;
use quarry_stores::app::AppStoreError;
use quarry_stores::result_set::Value;

impl Providers {
    /// Writes the ways in that people are shown: the password, which is always one, and the providers of the configuration
    /// and no others. The hosts of a deployment have one configuration, so the host that starts last writes the same.
    pub async fn publish(&self) -> Result<(), AppStoreError> {
        let mut transaction = self.store.begin().await?;
        let shown = transaction.query("SELECT key FROM sign_in_providers WHERE kind = 'openid_connect'", &[]).await?;
        for row in quarry_stores::app::Row::all(&shown) {
            let key = row.text("key")?;
            if !self.configured.contains_key(&key) {
                transaction.execute("DELETE FROM sign_in_providers WHERE key = $1", &[Value::Text(key)]).await?;
            }
        }
        for (position, provider) in (1..).zip(self.configured.values()) {
            let sql = "INSERT INTO sign_in_providers (key, position, kind, name, is_enabled, version)
                       VALUES ($1, $2, 'openid_connect', $3, $4, 1)
                       ON CONFLICT (key) DO UPDATE
                       SET position = excluded.position, name = excluded.name, is_enabled = excluded.is_enabled,
                           version = sign_in_providers.version + 1";
            let values = [
                Value::Text(provider.key.clone()),
                Value::Int64(position),
                Value::Text(provider.name.clone()),
                Value::Boolean(true),
            ];
            transaction.execute(sql, &values).await?;
        }
        transaction.commit().await
    }
}

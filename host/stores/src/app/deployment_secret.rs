//! Secrets that all hosts of a deployment share (the key that authenticates cursors), made at first need.

use crate::app::{AppStore, AppStoreError, Row};
use crate::result_set::Value;
use jiff::Timestamp;
use rand::Rng;

/// Length of a shared secret: as long as the SHA-256 blocks it is used with.
const SECRET_BYTES: usize = 32;

impl AppStore {
    /// The secrets of `purpose`, newest first: sign with the first, accept any. There is at least one: hosts that ask
    /// for the first time together get the same.
    pub async fn deployment_secrets(
        &self,
        purpose: &str,
        now: Timestamp,
    ) -> Result<Vec<[u8; SECRET_BYTES]>, AppStoreError> {
        let stored = self.stored_secrets(purpose).await?;
        if !stored.is_empty() {
            return Ok(stored);
        }
        let mut secret = [0; SECRET_BYTES];
        rand::rng().fill_bytes(&mut secret);
        self.execute(
            "INSERT INTO deployment_secrets (purpose, version, secret, created_at) VALUES ($1, 1, $2, $3)
             ON CONFLICT (purpose, version) DO NOTHING",
            &[Value::Text(purpose.to_owned()), Value::Bytes(secret.to_vec()), Value::Timestamp(now.as_microsecond())],
        )
        .await?;
        self.stored_secrets(purpose).await
    }

    async fn stored_secrets(&self, purpose: &str) -> Result<Vec<[u8; SECRET_BYTES]>, AppStoreError> {
        let rows = self
            .query(
                "SELECT secret FROM deployment_secrets WHERE purpose = $1 ORDER BY version DESC LIMIT 10",
                &[Value::Text(purpose.to_owned())],
            )
            .await?;
        Row::all(&rows)
            .map(|row| {
                row.bytes("secret")?.try_into().map_err(|_| AppStoreError::UnexpectedColumn {
                    column: "secret".to_owned(),
                    problem: format!("is not {SECRET_BYTES} bytes long"),
                })
            })
            .collect()
    }
}

//! Starts: what the configuration says of spaces, where the component that shows them reads it.

use crate::assembly::policy;
use quarry_config::Configuration;
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::result_set::Value;

/// Keeps the bytes that a space may hold. Hosts of one deployment have one configuration: the last one that starts counts.
pub(super) async fn keep(configuration: &Configuration, app: &AppStore) -> Result<(), AppStoreError> {
    let limit = policy::bound(configuration.limits.space_bytes);
    let limit = limit.map_or(Value::Null, |bytes| Value::Int64(i64::try_from(bytes).unwrap_or(i64::MAX)));
    let sql = "UPDATE space_rules SET limit_bytes = CAST($1 AS BIGINT) WHERE only_row = 1";
    app.execute(sql, &[limit]).await.map(|_| ())
}

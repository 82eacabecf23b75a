//! Starts: what the configuration says of alerts, where the component that evaluates them reads it.

use quarry_config::{Configuration, EnvironmentName};
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::result_set::Value;

/// Keeps the age from which data fires nothing. Hosts of one deployment have one configuration: the last one that starts counts.
pub(super) async fn keep(configuration: &Configuration, app: &AppStore) -> Result<(), AppStoreError> {
    let seconds = match (configuration.server.environment, configuration.alerts.stale_after_seconds) {
        // The data of a sandbox is old by nature.
        (EnvironmentName::Sandbox, _) | (EnvironmentName::Production, 0) => Value::Null,
        (EnvironmentName::Production, seconds) => Value::Int64(i64::from(seconds)),
    };
    let sql = "UPDATE alert_rules SET stale_after_seconds = CAST($1 AS BIGINT) WHERE only_row = 1";
    app.execute(sql, &[seconds]).await.map(|_| ())
}

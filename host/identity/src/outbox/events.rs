//! Events: what organizations' webhook endpoints are told.

use crate::outbox::{Origin, text};
use jiff::Timestamp;
use quarry_stores::app::{AppStoreError, Transaction};
use quarry_stores::result_set::Value;

/// Writes an event of an organization and gives its id: `evt_` and 128 random bits in hex.
pub async fn emit_event(
    transaction: &mut Transaction,
    origin: Origin<'_>,
    organization_id: i64,
    name: &str,
    data: &str,
    now: Timestamp,
) -> Result<String, AppStoreError> {
    let id = format!("evt_{:032x}", rand::random::<u128>());
    let sql = "INSERT INTO events (id, created_at, component, name, organization_id, data)
               VALUES ($1, CAST($2 AS BIGINT), $3, $4, CAST($5 AS BIGINT), $6)";
    let values = [
        text(&id),
        Value::Int64(now.as_microsecond()),
        text(origin.component),
        text(name),
        Value::Int64(organization_id),
        text(data),
    ];
    transaction.execute(sql, &values).await?;
    Ok(id)
}

//! Events: what organizations' webhook endpoints are told.

use crate::outbox::{Origin, text};
use jiff::Timestamp;
use quarry_stores::app::{AppStoreError, Transaction};
use quarry_stores::result_set::Value;

/// Writes an event of an organization, with a delivery for each of its endpoints that is enabled and asked for it, and gives its id: `evt_`
/// and 128 random bits in hex.
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
    // A failing endpoint is asked nothing before its next probe.
    let deliveries =
        "INSERT INTO webhook_deliveries (endpoint_id, organization_id, event_id, state, attempts, due_at, created_at)
                      SELECT endpoint.id, endpoint.organization_id, $1, 'waiting', 0,
                             CASE WHEN endpoint.probe_at > CAST($2 AS BIGINT) THEN endpoint.probe_at
                                  ELSE CAST($2 AS BIGINT) END,
                             CAST($2 AS BIGINT)
                      FROM webhook_endpoints AS endpoint
                      WHERE endpoint.organization_id = CAST($3 AS BIGINT) AND endpoint.disabled_at IS NULL
                        AND endpoint.events LIKE '%\"' || $4 || '\"%'";
    let values = [text(&id), Value::Int64(now.as_microsecond()), Value::Int64(organization_id), text(name)];
    transaction.execute(deliveries, &values).await?;
    Ok(id)
}

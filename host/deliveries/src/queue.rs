//! The deliveries that wait, and the endpoints that this host may deliver to.
//!
//! Statements that choose an endpoint name its lease again outside of the choice: on PostgreSQL two hosts may choose the same row, and the
//! second one then finds it taken.

use jiff::Timestamp;
use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;
use std::time::Duration;

/// The time for which an endpoint belongs to a host that does not renew its lease: longer than an attempt takes.
pub(crate) const LEASE: Duration = Duration::from_secs(20);
/// Deliveries to one endpoint at once, while none fails.
const AT_ONCE: i64 = 4;

/// A lease that ends much later than any can was taken before a clock was set back.
const FREE: &str =
    "(leased_until IS NULL OR leased_until < CAST($1 AS BIGINT) OR leased_until > CAST($1 AS BIGINT) + 60000000)";

/// An endpoint's columns as it is read, at the time `$1`.
const ENDPOINT: &str = "id, organization_id, url, sealed_secret, consecutive_failures,
                        CASE WHEN previous_until > CAST($1 AS BIGINT) THEN previous_sealed_secret END AS previous_sealed_secret";

/// Which endpoints are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Health {
    /// Those whose last delivery was taken, or that had none.
    Good,
    /// Those that are probed.
    Failing,
}

/// An endpoint under this host's lease.
pub(crate) struct Endpoint {
    pub(crate) id: i64,
    pub(crate) organization_id: i64,
    pub(crate) url: String,
    pub(crate) sealed_secret: Vec<u8>,
    /// The secret before, while it signs too.
    pub(crate) previous_sealed_secret: Option<Vec<u8>>,
    pub(crate) failures: i64,
}

impl Endpoint {
    fn of(row: Row<'_>) -> Result<Endpoint, AppStoreError> {
        Ok(Endpoint {
            id: row.integer("id")?,
            organization_id: row.integer("organization_id")?,
            url: row.text("url")?,
            sealed_secret: row.bytes("sealed_secret")?,
            previous_sealed_secret: row.optional_bytes("previous_sealed_secret")?,
            failures: row.integer("consecutive_failures")?,
        })
    }

    /// Deliveries that it is sent side by side.
    pub(crate) fn at_once(&self) -> i64 {
        if self.failures == 0 { AT_ONCE } else { 1 }
    }
}

/// An event that an endpoint is to be told of.
pub(crate) struct Delivery {
    pub(crate) id: i64,
    pub(crate) attempts: i64,
    /// In microseconds, as the row says it.
    pub(crate) due_at: i64,
    pub(crate) event_id: String,
    pub(crate) event_name: String,
    /// The component that emitted it.
    pub(crate) component: String,
    pub(crate) created_at: Timestamp,
    /// JSON.
    pub(crate) data: String,
}

/// The statements of the queue. A clone shares the store.
#[derive(Debug, Clone)]
pub(crate) struct Queue {
    pub(crate) store: AppStore,
    /// The word by which this host's leases are told from others'.
    pub(crate) holder: String,
}

impl Queue {
    pub(crate) fn new(store: AppStore) -> Queue {
        Queue { store, holder: format!("{:032x}", rand::random::<u128>()) }
    }

    /// Takes up to `most` endpoints to which something is due, those that waited longest first.
    pub(crate) async fn claim(
        &self,
        health: Health,
        most: usize,
        now: Timestamp,
    ) -> Result<Vec<Endpoint>, AppStoreError> {
        let health = match health {
            Health::Good => "consecutive_failures = 0",
            Health::Failing => "consecutive_failures > 0",
        };
        let due = format!(
            "SELECT endpoint.id FROM webhook_deliveries AS delivery
             JOIN webhook_endpoints AS endpoint ON endpoint.id = delivery.endpoint_id
             WHERE delivery.state = 'waiting' AND delivery.due_at <= CAST($1 AS BIGINT)
               AND endpoint.disabled_at IS NULL AND endpoint.{health}
               AND (endpoint.probe_at IS NULL OR endpoint.probe_at <= CAST($1 AS BIGINT)) AND {FREE}
             GROUP BY endpoint.id ORDER BY min(delivery.due_at) LIMIT CAST($2 AS BIGINT)"
        );
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let values = [Value::Int64(now.as_microsecond()), Value::Int64(most)];
        // Looking takes no lock; on SQLite a statement that changes nothing would keep other writers out all the same.
        let found = self.store.query(&due, &values).await?;
        if Row::first(&found).is_none() {
            return Ok(Vec::new());
        }
        let claim = format!(
            "UPDATE webhook_endpoints SET lease_holder = $3, leased_until = CAST($4 AS BIGINT)
             WHERE id IN ({due}) AND {FREE} RETURNING {ENDPOINT}"
        );
        let [moment, most] = values;
        let values = [moment, most, Value::Text(self.holder.clone()), Value::Int64(lease_end(now))];
        let claimed = self.store.query(&claim, &values).await?;
        Row::all(&claimed).map(Endpoint::of).collect()
    }

    /// Renews the lease of an endpoint and reads it; `None` where it is no longer this host's, or disabled, or gone.
    pub(crate) async fn renew(&self, id: i64, now: Timestamp) -> Result<Option<Endpoint>, AppStoreError> {
        let sql = format!(
            "UPDATE webhook_endpoints SET leased_until = CAST($4 AS BIGINT)
             WHERE id = CAST($2 AS BIGINT) AND lease_holder = $3 AND disabled_at IS NULL
               AND (probe_at IS NULL OR probe_at <= CAST($1 AS BIGINT))
             RETURNING {ENDPOINT}"
        );
        let values = [
            Value::Int64(now.as_microsecond()),
            Value::Int64(id),
            Value::Text(self.holder.clone()),
            Value::Int64(lease_end(now)),
        ];
        let rows = self.store.query(&sql, &values).await?;
        Row::first(&rows).map(Endpoint::of).transpose()
    }

    /// Deliveries that are due to an endpoint: one where it fails, and of several those first that were tried least, so that an event
    /// that the endpoint never takes keeps no other back.
    pub(crate) async fn due(&self, endpoint: &Endpoint, now: Timestamp) -> Result<Vec<Delivery>, AppStoreError> {
        let sql =
            "SELECT delivery.id, delivery.attempts, delivery.due_at, event.id AS event_id, event.name, event.component,
                    event.created_at, event.data
                   FROM webhook_deliveries AS delivery JOIN events AS event ON event.id = delivery.event_id
                   WHERE delivery.endpoint_id = CAST($1 AS BIGINT) AND delivery.state = 'waiting'
                     AND delivery.due_at <= CAST($2 AS BIGINT)
                   ORDER BY delivery.attempts, delivery.id LIMIT CAST($3 AS BIGINT)";
        let values = [Value::Int64(endpoint.id), Value::Int64(now.as_microsecond()), Value::Int64(endpoint.at_once())];
        let rows = self.store.query(sql, &values).await?;
        let delivery = |row: Row<'_>| {
            Ok(Delivery {
                id: row.integer("id")?,
                attempts: row.integer("attempts")?,
                due_at: row.integer("due_at")?,
                event_id: row.text("event_id")?,
                event_name: row.text("name")?,
                component: row.text("component")?,
                created_at: Timestamp::from_microsecond(row.integer("created_at")?).unwrap_or(now),
                data: row.text("data")?,
            })
        };
        Row::all(&rows).map(delivery).collect()
    }

    /// Gives an endpoint back.
    pub(crate) async fn release(&self, id: i64) -> Result<(), AppStoreError> {
        let sql = "UPDATE webhook_endpoints SET lease_holder = NULL, leased_until = NULL
                   WHERE id = CAST($1 AS BIGINT) AND lease_holder = $2";
        let values = [Value::Int64(id), Value::Text(self.holder.clone())];
        self.store.execute(sql, &values).await.map(|_| ())
    }
}

fn lease_end(now: Timestamp) -> i64 {
    now.as_microsecond().saturating_add(i64::try_from(LEASE.as_micros()).unwrap_or(i64::MAX))
}

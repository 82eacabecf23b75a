//! How far the data have come that kept answers are made of, as the edge asks the stores.

use futures_util::future::BoxFuture;
use quarry_contract::DataSource;
use quarry_edge::DataVersions;
use quarry_stores::app::{AppStore, Row};
use quarry_stores::result_set::Value;
use quarry_stores::warehouse::{QuerySettings, Warehouse, WarehouseError};
use std::time::Duration;

/// It grows at the beginning of a run, which has its version, and at its end, which has the next one; and with each chain that is
/// added. The newest run is read by its key.
const OF_WAREHOUSE: &str = "SELECT sum(newest) AS data_version FROM (\
    SELECT max(reached) AS newest FROM (\
        SELECT version + finished AS reached FROM ingest_runs ORDER BY version DESC, finished DESC LIMIT 1) \
    UNION ALL SELECT max(version) FROM chains)";
/// It grows with each change of an entry: its own version does, and entries that were removed stay.
const OF_TIMELINE: &str = "SELECT CAST(COALESCE(sum(version), 0) AS BIGINT) AS data_version FROM chain_events";
/// It grows with each switch.
const OF_SWITCHES: &str = "SELECT CAST(COALESCE(sum(version), 0) AS BIGINT) AS data_version FROM modules";

/// A request waits for it no longer than the edge lets it.
const DEADLINE: Duration = Duration::from_secs(1);
const MEMORY_BYTES: u64 = 128 << 20;

/// Asks the stores of a host.
pub(super) struct StoreDataVersions {
    app: AppStore,
    warehouse: Warehouse,
}

impl StoreDataVersions {
    pub(super) fn new(app: AppStore, warehouse: Warehouse) -> StoreDataVersions {
        StoreDataVersions { app, warehouse }
    }

    async fn of_warehouse(&self) -> Result<Option<u64>, WarehouseError> {
        let settings =
            QuerySettings { deadline: DEADLINE, max_rows: 1, max_memory_bytes: MEMORY_BYTES, readonly: true };
        let asking = self.warehouse.query(OF_WAREHOUSE, &[], settings);
        let answer = self.warehouse.unless_it_hangs(asking).await?;
        let column = answer.rows.column("data_version").filter(|_| answer.rows.row_count > 0);
        Ok(column.and_then(|column| match column.value(0) {
            Value::UInt64(number) => Some(number),
            _ => None,
        }))
    }

    async fn of_app_store(&self, sql: &str) -> Option<u64> {
        let rows = self.app.read(sql, &[]).await.ok()?;
        u64::try_from(Row::first(&rows)?.integer("data_version").ok()?).ok()
    }
}

impl DataVersions for StoreDataVersions {
    fn data_version(&self, source: DataSource) -> BoxFuture<'_, Option<u64>> {
        Box::pin(async move {
            match source {
                DataSource::Warehouse => self.of_warehouse().await.ok().flatten(),
                DataSource::Timeline => self.of_app_store(OF_TIMELINE).await,
                DataSource::Switches => self.of_app_store(OF_SWITCHES).await,
            }
        })
    }
}

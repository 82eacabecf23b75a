//! The bytes that one component has stored: rows of its own tables, objects, values by key, and what it wrote for others to act on.

use crate::app::{AppStore, AppStoreError, OwnNames, Row};
use crate::result_set::Value;

/// The bytes of one component.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stored {
    /// Its own tables with their indexes, as the engine keeps them.
    pub table_bytes: u64,
    /// Its objects, and what was removed of them and is not deleted yet.
    pub object_bytes: u64,
    /// Its keys and their values.
    pub key_value_bytes: u64,
    /// Events, letters, jobs and audit entries of thirty days; none of a part of the service, which writes them for organizations.
    pub outbox_bytes: u64,
}

impl Stored {
    /// Each kind with its bytes.
    pub fn kinds(&self) -> [(&'static str, u64); 4] {
        [
            ("tables", self.table_bytes),
            ("objects", self.object_bytes),
            ("values", self.key_value_bytes),
            ("outbox", self.outbox_bytes),
        ]
    }

    /// What the component of that name has. On SQLite its tables are read for it.
    pub async fn by(store: &AppStore, component: &str) -> Result<Stored, AppStoreError> {
        let sum = async |table: &str, column: &str, value: String| -> Result<u64, AppStoreError> {
            let sql = format!("SELECT CAST(SUM(size_bytes) AS BIGINT) AS size_bytes FROM {table} WHERE {column} = $1");
            let rows = store.query(&sql, &[Value::Text(value)]).await?;
            let bytes = Row::first(&rows).map(|row| row.optional_integer("size_bytes")).transpose()?;
            Ok(u64::try_from(bytes.flatten().unwrap_or_default()).unwrap_or_default())
        };
        Ok(Stored {
            table_bytes: store.table_bytes(&OwnNames::of(component)).await?,
            object_bytes: sum("object_usage", "component", component.to_owned()).await?,
            key_value_bytes: sum("component_key_value_usage", "component", component.to_owned()).await?,
            outbox_bytes: sum("outbox_bytes", "payer", format!("component:{component}")).await?,
        })
    }
}

//! The bytes that one component has stored: rows of its own tables, objects, and values by key.

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
}

impl Stored {
    /// Each kind with its bytes.
    pub fn kinds(&self) -> [(&'static str, u64); 3] {
        [("tables", self.table_bytes), ("objects", self.object_bytes), ("values", self.key_value_bytes)]
    }

    /// What the component of that name has. On SQLite its tables are read for it.
    pub async fn by(store: &AppStore, component: &str) -> Result<Stored, AppStoreError> {
        let sum = async |table: &str| -> Result<u64, AppStoreError> {
            let sql = format!("SELECT size_bytes FROM {table} WHERE component = $1");
            let rows = store.query(&sql, &[Value::Text(component.to_owned())]).await?;
            let bytes = Row::first(&rows).map(|row| row.integer("size_bytes")).transpose()?;
            Ok(u64::try_from(bytes.unwrap_or_default()).unwrap_or_default())
        };
        Ok(Stored {
            table_bytes: store.table_bytes(&OwnNames::of(component)).await?,
            object_bytes: sum("object_usage").await?,
            key_value_bytes: sum("component_key_value_usage").await?,
        })
    }
}

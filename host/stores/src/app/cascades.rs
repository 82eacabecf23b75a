//! The rows that go with a row, by the foreign keys of the engine's catalogue.

use crate::app::{AppStore, AppStoreDialect, AppStoreError, Row};
use std::collections::{BTreeMap, BTreeSet};

const SQLITE: &str = "SELECT tables.name AS child, keys.\"table\" AS parent
     FROM sqlite_schema AS tables JOIN pragma_foreign_key_list(tables.name) AS keys
     WHERE tables.type = 'table' AND keys.on_delete = 'CASCADE'";
const POSTGRES: &str = "SELECT child.relname::text AS child, parent.relname::text AS parent
     FROM pg_catalog.pg_constraint AS keys
     JOIN pg_catalog.pg_class AS child ON child.oid = keys.conrelid
     JOIN pg_catalog.pg_class AS parent ON parent.oid = keys.confrelid
     WHERE keys.contype = 'f' AND keys.confdeltype = 'c' AND child.relnamespace = current_schema()::regnamespace";

/// The tables of the app store whose rows go with rows of others.
#[derive(Debug, Clone, Default)]
pub struct Cascades {
    /// The tables whose rows refer to a table's, by the latter.
    children: BTreeMap<String, BTreeSet<String>>,
}

impl Cascades {
    /// The tables of which rows go when rows of `table` are deleted, over any number of steps, in order; without `table` itself.
    pub fn of(&self, table: &str) -> BTreeSet<String> {
        let (mut found, mut next) = (BTreeSet::new(), vec![table]);
        while let Some(parent) = next.pop() {
            for child in self.children.get(parent).into_iter().flatten() {
                if child != table && found.insert(child.clone()) {
                    next.push(child);
                }
            }
        }
        found
    }
}

impl AppStore {
    /// Reads the cascades off the engine's catalogue.
    pub async fn cascades(&self) -> Result<Cascades, AppStoreError> {
        let sql = match self.dialect() {
            AppStoreDialect::Sqlite => SQLITE,
            AppStoreDialect::Postgres => POSTGRES,
        };
        let rows = self.query(sql, &[]).await?;
        let mut children: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for row in Row::all(&rows) {
            children.entry(row.text("parent")?).or_default().insert(row.text("child")?);
        }
        Ok(Cascades { children })
    }
}

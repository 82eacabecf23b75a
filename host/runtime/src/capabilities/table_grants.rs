//! The tables that the deployment gives a component.
//!
//! A name stands for a table of the component's own store and nothing else: no database, no schema. A component's own tables of the
//! app store need no grant: they begin with its name and two underscores, and the host's migrations do not make them.

use quarry_contract::{Grant, Store};
use quarry_stores::app::OwnNames;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The grants that the deployment gives one component.
#[derive(Debug, Clone, Default)]
pub struct Given {
    pub grants: BTreeSet<Grant>,
    pub tables: BTreeSet<TableGrant>,
}

/// `warehouse.NAME`, `app_store.NAME`, or `*` for every table of the store.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableGrant {
    store: StoreName,
    /// The table; none means every table.
    table: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum StoreName {
    Warehouse,
    AppStore,
}

/// A text that grants no table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("\"{text}\" names no table: write warehouse.NAME, app_store.NAME or, for all of a store, NAME as *")]
pub struct TableGrantError {
    text: String,
}

impl TableGrant {
    /// Makes the grant of one table.
    pub fn of(store: Store, table: &str) -> TableGrant {
        TableGrant { store: StoreName::of(store), table: Some(table.to_owned()) }
    }

    /// Tells that it gives all that `other` gives.
    pub fn covers(&self, other: &TableGrant) -> bool {
        self.store == other.store && (self.table.is_none() || self.table == other.table)
    }
}

impl fmt::Display for TableGrant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let store = match self.store {
            StoreName::Warehouse => "warehouse",
            StoreName::AppStore => "app_store",
        };
        write!(formatter, "{store}.{}", self.table.as_deref().unwrap_or("*"))
    }
}

impl StoreName {
    fn of(store: Store) -> StoreName {
        match store {
            Store::Warehouse => StoreName::Warehouse,
            Store::AppStore => StoreName::AppStore,
        }
    }
}

impl TableGrant {
    /// The one table of the warehouse that it names.
    pub(super) fn warehouse_table(&self) -> Option<&str> {
        self.table.as_deref().filter(|_| self.store == StoreName::Warehouse)
    }
}

impl FromStr for TableGrant {
    type Err = TableGrantError;

    fn from_str(text: &str) -> Result<TableGrant, TableGrantError> {
        let wrong = || TableGrantError { text: text.to_owned() };
        let (store, table) = text.split_once('.').ok_or_else(wrong)?;
        let store = match store {
            "warehouse" => StoreName::Warehouse,
            "app_store" => StoreName::AppStore,
            _ => return Err(wrong()),
        };
        match table {
            "*" => Ok(TableGrant { store, table: None }),
            table if is_plain_name(table) => Ok(TableGrant { store, table: Some(table.to_owned()) }),
            _ => Err(wrong()),
        }
    }
}

impl Given {
    /// Tells that the component of that name may use `table`.
    pub(super) fn covers(&self, component: &str, store: Store, table: &str) -> bool {
        if is_of_the_engine(table) {
            return false;
        }
        let is_own = || store == Store::AppStore && OwnNames::of(component).has(table);
        let wanted = TableGrant::of(store, table);
        is_own() || self.tables.iter().any(|grant| grant.covers(&wanted))
    }
}

/// The one spelling of a table's name that every engine reads alike.
pub(super) fn is_plain_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// Tells that a table describes the engine or its other users; no grant gives it, `*` included.
pub(super) fn is_of_the_engine(table: &str) -> bool {
    ["sqlite_", "pg_", "pragma_", "_sqlx"].iter().any(|prefix| table.starts_with(prefix))
        || ["system", "information_schema", "deployment_secrets", "schema_migrations"].contains(&table)
}

//! The languages of statements: that of the warehouse, and one for each engine of the app store.

use quarry_contract::Store;
use quarry_statement::Dialect;
use quarry_stores::app::AppStoreDialect;

/// The language of an SQL text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    ClickHouse,
    AppStore(AppStoreDialect),
}

impl Language {
    pub(super) fn store(self) -> Store {
        match self {
            Language::ClickHouse => Store::Warehouse,
            Language::AppStore(_) => Store::AppStore,
        }
    }

    /// Gives the form in which parameters stand in its texts.
    pub(super) fn dialect(self) -> Dialect {
        match self {
            Language::ClickHouse => Dialect::ClickHouse,
            Language::AppStore(AppStoreDialect::Sqlite) => Dialect::Sqlite,
            Language::AppStore(AppStoreDialect::Postgres) => Dialect::Postgres,
        }
    }

    /// Gives the app store's engine; none for the warehouse.
    pub(super) fn app_store_engine(self) -> Option<AppStoreDialect> {
        match self {
            Language::ClickHouse => None,
            Language::AppStore(engine) => Some(engine),
        }
    }

    /// The engine's name.
    pub(super) fn engine(self) -> &'static str {
        match self {
            Language::ClickHouse => "ClickHouse",
            Language::AppStore(AppStoreDialect::Sqlite) => "SQLite",
            Language::AppStore(AppStoreDialect::Postgres) => "PostgreSQL",
        }
    }
}

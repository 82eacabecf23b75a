//! The bytes that the tables of one component take, with their indexes, as the engine keeps them.

use crate::app::{AppStore, AppStoreDialect, AppStoreError, OwnNames, Row, Transaction};
use crate::result_set::{ResultSet, Value};

/// SQLite counts the pages of each tree, which it reads for that.
const OF_SQLITE: &str = "
    SELECT COALESCE(SUM(pgsize), 0) AS size_bytes FROM dbstat
    WHERE aggregate = TRUE AND name IN (
        SELECT name FROM sqlite_schema WHERE substr(tbl_name, 1, length($1)) = $1 AND rootpage > 0)";

/// PostgreSQL asks for the sizes of files, and counts what a transaction that goes on has added to them.
const OF_POSTGRES: &str = "
    SELECT CAST(COALESCE(SUM(pg_total_relation_size(class.oid)), 0) AS BIGINT) AS size_bytes
    FROM pg_class AS class JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
    WHERE namespace.nspname = current_schema() AND class.relkind = 'r' AND starts_with(CAST(class.relname AS TEXT), $1)";

/// The pages of SQLite's file that are in use: as the transaction that asks would leave it.
const IN_USE_OF_SQLITE: &str = "
    SELECT (page_count - freelist_count) * page_size AS size_bytes
    FROM pragma_page_count, pragma_freelist_count, pragma_page_size";

impl AppStore {
    /// The bytes of the tables that belong to `own`, their indexes included. On SQLite it reads all of them.
    pub async fn table_bytes(&self, own: &OwnNames) -> Result<u64, AppStoreError> {
        size(&self.query(of_tables(self.dialect()), &[Value::Text(own.prefix().to_owned())]).await?)
    }
}

fn of_tables(dialect: AppStoreDialect) -> &'static str {
    match dialect {
        AppStoreDialect::Sqlite => OF_SQLITE,
        AppStoreDialect::Postgres => OF_POSTGRES,
    }
}

impl Transaction {
    /// The bytes of the tables that belong to `own` as the transaction would leave them. On SQLite it reads all of them.
    pub async fn table_bytes(&mut self, own: &OwnNames) -> Result<u64, AppStoreError> {
        let sql = of_tables(self.dialect());
        size(&self.query(sql, &[Value::Text(own.prefix().to_owned())]).await?)
    }

    /// A number of bytes, to be compared with the same asked earlier in the transaction: on SQLite, where nobody else writes
    /// meanwhile, those of the whole file that are in use; on PostgreSQL those of the tables that belong to `own`.
    pub async fn bytes_so_far(&mut self, own: &OwnNames) -> Result<u64, AppStoreError> {
        let rows = match self.dialect() {
            AppStoreDialect::Sqlite => self.query(IN_USE_OF_SQLITE, &[]).await?,
            AppStoreDialect::Postgres => self.query(OF_POSTGRES, &[Value::Text(own.prefix().to_owned())]).await?,
        };
        size(&rows)
    }
}

fn size(rows: &ResultSet) -> Result<u64, AppStoreError> {
    let bytes = Row::first(rows).map(|row| row.integer("size_bytes")).transpose()?;
    Ok(u64::try_from(bytes.unwrap_or_default()).unwrap_or_default())
}

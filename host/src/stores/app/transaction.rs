//! Several statements that happen together or not at all.

use crate::stores::app::error::Operation;
use crate::stores::app::open::Pool;
use crate::stores::app::query::{execute_postgres, execute_sqlite, query_postgres, query_sqlite, within};
use crate::stores::app::{AppStore, AppStoreError};
use crate::stores::result_set::{ResultSet, Value};
use sqlx::{Postgres, Sqlite};

/// An open transaction; dropped without [`Transaction::commit`], it is rolled back.
#[derive(Debug)]
pub struct Transaction {
    inner: Inner,
}

#[derive(Debug)]
enum Inner {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

impl AppStore {
    /// Begins a transaction. On SQLite it takes the write lock at once: one that began by reading could not become a
    /// writer later while another one writes, whatever the busy timeout.
    pub async fn begin(&self) -> Result<Transaction, AppStoreError> {
        within(Operation::Begin, async {
            let begun = match &self.pool {
                Pool::Sqlite(pool) => pool.begin_with("BEGIN IMMEDIATE").await.map(Inner::Sqlite),
                Pool::Postgres(pool) => pool.begin().await.map(Inner::Postgres),
            };
            begun
                .map(|inner| Transaction { inner })
                .map_err(|source| AppStoreError::from_sqlx(Operation::Begin, source))
        })
        .await
    }
}

impl Transaction {
    /// As [`AppStore::query`].
    pub async fn query(&mut self, sql: &str, values: &[Value]) -> Result<ResultSet, AppStoreError> {
        within(Operation::Query, async {
            match &mut self.inner {
                Inner::Sqlite(transaction) => query_sqlite(transaction, sql, values, true).await,
                Inner::Postgres(transaction) => query_postgres(transaction, sql, values).await,
            }
        })
        .await
    }

    /// As [`AppStore::execute`].
    pub async fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, AppStoreError> {
        within(Operation::Execute, async {
            match &mut self.inner {
                Inner::Sqlite(transaction) => execute_sqlite(transaction, sql, values, true).await,
                Inner::Postgres(transaction) => execute_postgres(transaction, sql, values).await,
            }
        })
        .await
    }

    /// Makes everything that was done since `begin` last. After an error nothing of it has happened, except where the
    /// connection was lost while waiting for the answer: then it may or may not have.
    pub async fn commit(self) -> Result<(), AppStoreError> {
        within(Operation::Commit, async {
            let committed = match self.inner {
                Inner::Sqlite(transaction) => transaction.commit().await,
                Inner::Postgres(transaction) => transaction.commit().await,
            };
            committed.map_err(|source| AppStoreError::from_sqlx(Operation::Commit, source))
        })
        .await
    }
}

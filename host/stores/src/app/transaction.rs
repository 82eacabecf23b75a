//! Several statements that happen together or not at all.

use crate::app::abandonment::PostgresTransaction;
use crate::app::error::Operation;
use crate::app::open::Pool;
use crate::app::query::{execute_postgres, execute_sqlite, query_postgres, query_sqlite, within};
use crate::app::rehearsal::postgres_statements;
use crate::app::write_turns::Turn;
use crate::app::{AppStore, AppStoreDialect, AppStoreError};
use crate::result_set::{ResultSet, Value};
use crate::row_memory::RowMemory;
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Sqlite};
use std::sync::Arc;
use tokio::sync::Notify;

/// An open transaction; dropped without [`Transaction::commit`], it is rolled back.
#[derive(Debug)]
pub struct Transaction {
    inner: Inner,
    /// Given back after the transaction has ended, so it stands behind it.
    turn: Option<Turn>,
}

/// The tenant whose rows are locked together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tenant<'a> {
    /// `space`, `organization` or `person`.
    pub kind: &'a str,
    pub id: i64,
}

impl Tenant<'_> {
    /// An organization.
    pub fn organization(id: i64) -> Tenant<'static> {
        Tenant { kind: "organization", id }
    }

    /// PostgreSQL's advisory locks are numbers: two tenants that share one wait for each other, and nothing else.
    fn lock_key(self) -> i64 {
        let digest = Sha256::digest(format!("quarry tenant {} {}", self.kind, self.id));
        i64::from_be_bytes(std::array::from_fn(|place| digest[place]))
    }
}

#[derive(Debug)]
enum Inner {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Postgres(PostgresTransaction),
}

impl AppStore {
    /// Begins a transaction. On SQLite it takes the write lock at once: one that began by reading could not become a
    /// writer later while another one writes, whatever the busy timeout.
    pub async fn begin(&self) -> Result<Transaction, AppStoreError> {
        within(Operation::Begin, async {
            let failed = |source| AppStoreError::from_sqlx(Operation::Begin, source);
            let turn = self.turn(Operation::Begin).await?;
            let inner = match &self.pool {
                Pool::Sqlite(pool) => Inner::Sqlite(pool.begin_with("BEGIN IMMEDIATE").await.map_err(failed)?),
                Pool::Postgres(pool) => Inner::Postgres(PostgresTransaction::begin(pool).await?),
            };
            Ok(Transaction { inner, turn })
        })
        .await
    }
}

impl Transaction {
    /// As [`AppStore::query`].
    pub async fn query(&mut self, sql: &str, values: &[Value]) -> Result<ResultSet, AppStoreError> {
        self.query_within(sql, values, &RowMemory::of_own_statement()).await
    }

    /// As [`AppStore::query_within`]. A transaction whose rows had no room cannot be used any more.
    pub async fn query_within(
        &mut self,
        sql: &str,
        values: &[Value],
        memory: &RowMemory,
    ) -> Result<ResultSet, AppStoreError> {
        within(Operation::Query, async {
            match &mut self.inner {
                Inner::Sqlite(transaction) => query_sqlite(transaction, sql, values, memory, true).await,
                Inner::Postgres(transaction) => {
                    transaction.asking(async |connection| query_postgres(connection, sql, values, memory).await).await
                }
            }
        })
        .await
    }

    /// As [`AppStore::execute`].
    pub async fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, AppStoreError> {
        within(Operation::Execute, async {
            match &mut self.inner {
                Inner::Sqlite(transaction) => execute_sqlite(transaction, sql, values, true).await,
                Inner::Postgres(transaction) => {
                    transaction.asking(async |connection| execute_postgres(connection, sql, values).await).await
                }
            }
        })
        .await
    }

    /// The engine that runs it.
    #[inline]
    pub fn dialect(&self) -> AppStoreDialect {
        match self.inner {
            Inner::Sqlite(_) => AppStoreDialect::Sqlite,
            Inner::Postgres(_) => AppStoreDialect::Postgres,
        }
    }

    /// Waits until no other transaction holds the tenant's lock, or, unless `exclusive`, until none holds it exclusively; holds
    /// it to the end. On SQLite a transaction is the only one that writes, and need not.
    pub async fn lock_tenant(&mut self, tenant: Tenant<'_>, exclusive: bool) -> Result<(), AppStoreError> {
        match self.inner {
            Inner::Sqlite(_) => Ok(()),
            Inner::Postgres(_) => {
                let sql = match exclusive {
                    true => "SELECT 1 AS locked FROM pg_advisory_xact_lock($1)",
                    false => "SELECT 1 AS locked FROM pg_advisory_xact_lock_shared($1)",
                };
                self.query(sql, &[Value::Int64(tenant.lock_key())]).await.map(drop)
            }
        }
    }

    /// Runs the statements of a migration that was rehearsed, as its author wrote them.
    pub async fn define(&mut self, sql: &str) -> Result<(), AppStoreError> {
        let failed = |source| AppStoreError::from_sqlx(Operation::Execute, source);
        // `AssertSqlSafe`: `AppStore::rehearse` was shown these very bytes.
        within(Operation::Execute, async {
            match &mut self.inner {
                Inner::Sqlite(transaction) => {
                    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut **transaction).await.map(drop).map_err(failed)
                }
                Inner::Postgres(transaction) => {
                    let statements = postgres_statements(sql)
                        .map_err(|reason| failed(sqlx::Error::Protocol(format!("it cannot be cut: {reason}"))))?;
                    transaction
                        .asking(async |connection| {
                            for statement in statements {
                                let run = sqlx::query(AssertSqlSafe(statement)).persistent(false);
                                run.execute(&mut *connection).await.map_err(failed)?;
                            }
                            Ok(())
                        })
                        .await
                }
            }
        })
        .await
    }

    /// Notified once somebody waits for this transaction to end before they can write; none where nobody has to.
    pub fn contention(&self) -> Option<Arc<Notify>> {
        self.turn.as_ref().map(Turn::contention)
    }

    /// Undoes everything that was done since `begin`, and waits until it is undone.
    pub async fn roll_back(self) -> Result<(), AppStoreError> {
        within(Operation::RollBack, async {
            match self.inner {
                Inner::Sqlite(transaction) => {
                    transaction.rollback().await.map_err(|source| AppStoreError::from_sqlx(Operation::RollBack, source))
                }
                // It ends with its lease.
                Inner::Postgres(transaction) => {
                    drop(transaction);
                    Ok(())
                }
            }
        })
        .await
    }

    /// Makes everything that was done since `begin` last. After an error nothing of it has happened, except where the
    /// connection was lost while waiting for the answer: then it may or may not have.
    pub async fn commit(self) -> Result<(), AppStoreError> {
        within(Operation::Commit, async {
            match self.inner {
                Inner::Sqlite(transaction) => {
                    transaction.commit().await.map_err(|source| AppStoreError::from_sqlx(Operation::Commit, source))
                }
                Inner::Postgres(transaction) => transaction.commit().await,
            }
        })
        .await
    }
}

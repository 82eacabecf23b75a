//! The reasons why the app store gave no answer.

use crate::row_memory::RowMemoryFull;
use sqlx::error::DatabaseError;
use sqlx::postgres::{PgDatabaseError, PgErrorPosition};
use sqlx::sqlite::SqliteError;
use std::fmt;
use std::io;
use std::time::Duration;
use thiserror::Error;

/// How long a statement may take, the wait for a connection included.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

/// A failure of the app store. The text may name tables and constraints: it is for logs and operators, never for clients.
#[derive(Debug, Error)]
pub enum AppStoreError {
    #[error("the app store's URL must start with sqlite:// or postgres://; its scheme is {scheme}")]
    UnknownScheme { scheme: String },
    #[error("the app store's file {file} cannot be created or opened; its folder must exist and be writable")]
    File { file: String, source: io::Error },
    /// The store is down, closing, full or locked: the same call may succeed later.
    #[error("the app store is unavailable ({operation}): {source}")]
    Unavailable { operation: Operation, source: Box<sqlx::Error> },
    #[error("the app store did not answer within {limit:?} ({operation})")]
    DeadlineExceeded { operation: Operation, limit: Duration },
    /// `violated` is the constraint's name on PostgreSQL and its columns (`table.column`) on SQLite.
    #[error("a row with the same value exists already: {violated}")]
    UniqueViolation { violated: String },
    #[error("a statement of the app store gave more than {limit} rows; it needs a LIMIT")]
    TooManyRows { limit: usize },
    /// The rows need more memory than their holder has left.
    #[error("a statement of the app store gave too much: {0}")]
    RowMemory(#[from] RowMemoryFull),
    /// SQLite alone says so; docs/runtime.md has the bound.
    #[error("a value or a row of an app-store statement is longer than SQLite may make it")]
    ValueTooLong,
    /// The row that it refers to does not exist, or is still referred to.
    #[error("a row that is referred to does not exist, or is still referred to: {violated}")]
    ForeignKeyViolation { violated: String },
    /// The change that an operator must make before texts of components can be examined.
    #[error("the app store cannot examine the declarations of components: {reason}")]
    CannotRehearse { reason: String },
    #[error("the app store's schema could not be brought up to date")]
    Migration { source: Box<sqlx::migrate::MigrateError> },
    /// A statement would have written where the engine lets statements read alone; nothing has changed.
    #[error("a statement that writes was run where statements only read: {source}")]
    WriteRefused { source: Box<sqlx::Error> },
    /// The statement or a value was wrong; the same call fails again.
    #[error("the app store refused the statement ({operation}): {source}")]
    Rejected { operation: Operation, source: Box<sqlx::Error> },
    /// The scratch on which texts are read before they run could not be used: this machine's fault, not the text's.
    #[error("the app store's texts could not be examined: {reason}")]
    Rehearsal { reason: String },
    /// A row came back in a form its reader does not expect.
    #[error("the column {column} of an app-store statement {problem}")]
    UnexpectedColumn { column: String, problem: String },
}

/// The operation that was asked of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    Open,
    Ping,
    Query,
    Execute,
    Begin,
    Commit,
    RollBack,
    Migrate,
    Rehearse,
}

impl fmt::Display for Operation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Operation::Open => "open",
            Operation::Ping => "ping",
            Operation::Query => "query",
            Operation::Execute => "execute",
            Operation::Begin => "begin",
            Operation::Commit => "commit",
            Operation::RollBack => "roll back",
            Operation::Migrate => "migrate",
            Operation::Rehearse => "rehearse",
        })
    }
}

impl AppStoreError {
    /// True when the store itself was the reason: the answer is a 503, and a later try may succeed.
    pub fn is_unavailable(&self) -> bool {
        matches!(
            self,
            AppStoreError::Unavailable { .. }
                | AppStoreError::DeadlineExceeded { .. }
                | AppStoreError::File { .. }
                | AppStoreError::Rehearsal { .. }
        )
    }

    /// True when the engine answers no statement at all. An engine that is full, busy or out of memory may be so because of the
    /// statement: the failure is then of the component that wrote it.
    pub fn is_down(&self) -> bool {
        match self {
            AppStoreError::File { .. } => true,
            AppStoreError::Unavailable { source, .. } => match source.as_database_error() {
                Some(error) => is_engine_down(error),
                None => true,
            },
            _ => false,
        }
    }

    /// True when the host stopped reading, so that the engine may have more rows.
    pub(super) fn left_rows(&self) -> bool {
        matches!(
            self,
            AppStoreError::TooManyRows { .. } | AppStoreError::RowMemory(_) | AppStoreError::UnexpectedColumn { .. }
        )
    }

    /// True when a row with the same unique value exists.
    pub fn is_unique_violation(&self) -> bool {
        matches!(self, AppStoreError::UniqueViolation { .. })
    }

    /// The line of `sql` (from 1) that PostgreSQL complains about; SQLite does not tell.
    pub(super) fn line_of(source: &sqlx::Error, sql: &str) -> Option<usize> {
        let error = source.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?;
        let PgErrorPosition::Original(position) = error.position()? else { return None };
        // The position counts characters from 1.
        Some(1 + sql.chars().take(position.saturating_sub(1)).filter(|letter| *letter == '\n').count())
    }

    /// A caller's own time limit, shorter than a statement's, was over.
    pub fn deadline(limit: Duration) -> AppStoreError {
        AppStoreError::DeadlineExceeded { operation: Operation::Query, limit }
    }

    pub(super) fn of_rehearsal(source: &rusqlite::Error) -> AppStoreError {
        AppStoreError::Rehearsal { reason: source.to_string() }
    }

    pub(super) fn from_sqlx(operation: Operation, source: sqlx::Error) -> AppStoreError {
        let unavailable = match &source {
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed => true,
            sqlx::Error::Database(error) => {
                if error.is_unique_violation() {
                    return AppStoreError::UniqueViolation { violated: violated(error.as_ref()) };
                }
                if error.is_foreign_key_violation() {
                    return AppStoreError::ForeignKeyViolation { violated: violated(error.as_ref()) };
                }
                if is_too_long(error.as_ref()) {
                    return AppStoreError::ValueTooLong;
                }
                if is_cancelled(error.as_ref()) {
                    return AppStoreError::DeadlineExceeded { operation, limit: STATEMENT_TIMEOUT };
                }
                is_engine_unavailable(error.as_ref())
            }
            _ => false,
        };
        let source = Box::new(source);
        if unavailable {
            AppStoreError::Unavailable { operation, source }
        } else {
            AppStoreError::Rejected { operation, source }
        }
    }

    /// Tells the engines' refusal to write on a connection that reads from what else may have failed there.
    pub(super) fn of_a_reader(self) -> AppStoreError {
        match self {
            AppStoreError::Rejected { source, .. } | AppStoreError::Unavailable { source, .. }
                if is_write_refusal(&source) =>
            {
                AppStoreError::WriteRefused { source }
            }
            error => error,
        }
    }

    pub(super) fn from_migrate(source: sqlx::migrate::MigrateError) -> AppStoreError {
        match source {
            sqlx::migrate::MigrateError::Execute(source) => {
                match AppStoreError::from_sqlx(Operation::Migrate, source) {
                    AppStoreError::Rejected { source, .. } => {
                        AppStoreError::Migration { source: Box::new(sqlx::migrate::MigrateError::Execute(*source)) }
                    }
                    error => error,
                }
            }
            source => AppStoreError::Migration { source: Box::new(source) },
        }
    }
}

/// The constraint, or on SQLite, which does not name it, the columns that its message lists.
fn violated(error: &dyn DatabaseError) -> String {
    match error.constraint() {
        Some(constraint) => constraint.to_owned(),
        None => {
            let message = error.message();
            message.split_once("constraint failed: ").map_or(message, |(_, columns)| columns).to_owned()
        }
    }
}

/// True when PostgreSQL ended the statement because of its `statement_timeout`, which may be a moment before the host's.
fn is_cancelled(error: &dyn DatabaseError) -> bool {
    error.try_downcast_ref::<PgDatabaseError>().is_some() && error.code().as_deref() == Some("57014")
}

/// PostgreSQL's `read_only_sql_transaction`, and SQLite's plain `SQLITE_READONLY`. The extended codes of the latter are about the
/// file: it was moved, or cannot be recovered.
fn is_write_refusal(source: &sqlx::Error) -> bool {
    let Some(error) = source.as_database_error() else { return false };
    let refusal = if error.try_downcast_ref::<PgDatabaseError>().is_some() { "25006" } else { "8" };
    error.code().as_deref() == Some(refusal)
}

/// SQLITE_TOOBIG.
fn is_too_long(error: &dyn DatabaseError) -> bool {
    error.try_downcast_ref::<SqliteError>().is_some() && error.code().as_deref() == Some("18")
}

/// Codes that speak of the engine and not of the statement.
fn is_engine_unavailable(error: &dyn DatabaseError) -> bool {
    let Some(code) = error.code() else { return false };
    if error.try_downcast_ref::<PgDatabaseError>().is_some() {
        // Connection exceptions, insufficient resources, operator intervention (shutdown, cancel), a transaction rolled
        // back for another one's sake, a lock not available.
        return ["08", "53", "57", "40"].iter().any(|class| code.starts_with(class)) || code == "55P03";
    }
    // SQLite's extended codes carry the primary one in the low byte: busy, locked, read-only, disk error,
    // corrupt, full, cannot open, not a database.
    code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 5 | 6 | 8 | 10 | 11 | 13 | 14 | 26))
}

/// The codes among those of [`is_engine_unavailable`] that no statement brings about: the connection, a shutdown, the file.
fn is_engine_down(error: &dyn DatabaseError) -> bool {
    let Some(code) = error.code() else { return false };
    if error.try_downcast_ref::<PgDatabaseError>().is_some() {
        return code.starts_with("08") || code.starts_with("57P");
    }
    // Read-only, disk error, corrupt, cannot open, not a database.
    code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 8 | 10 | 11 | 14 | 26))
}

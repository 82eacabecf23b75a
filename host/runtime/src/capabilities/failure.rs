//! Reasons why a statement gave no rows, in a sentence that may be published.

use quarry_stores::app::AppStoreError;
use quarry_stores::row_memory::{RowHolder, RowMemoryFull};
use quarry_stores::warehouse::WarehouseError;

/// The cases a component can tell apart. The text of a store's error never leaves the host: it may name tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementFailure {
    /// The store is down.
    Unavailable(String),
    /// The component's other calls, or those of all components, hold as many bytes of rows as they may.
    Overloaded(String),
    /// The request's time was up.
    DeadlineExceeded(String),
    /// Over the row or memory cap.
    LimitExceeded(String),
    /// A constraint of the store refused the row.
    Conflict(String),
    /// The component's call or statement was wrong.
    Rejected(String),
}

impl StatementFailure {
    /// Over the rows that one statement may give.
    pub(super) fn too_many_rows() -> StatementFailure {
        StatementFailure::LimitExceeded(
            "The question has more rows than one statement may give (rows); narrow it, or use an export.".to_owned(),
        )
    }

    /// No room for the rows of a statement, and what to do about it.
    fn of_row_memory(component: &str, statement: &str, RowMemoryFull { holder, limit }: RowMemoryFull) -> Self {
        let wait = "are held at the moment; try again shortly";
        match holder {
            RowHolder::Call => StatementFailure::LimitExceeded(format!(
                "With the rows of the statement {statement} the request would hold more than the {limit} bytes of rows that one may \
                 (held_bytes_per_request); ask for fewer rows or columns, let go of rows that were read, or use an export."
            )),
            RowHolder::Statement => StatementFailure::LimitExceeded(format!(
                "The statement {statement} gives more than the {limit} bytes that a guard's may (guard_bytes): its answer is one row of \
                 ids, words and names."
            )),
            RowHolder::Component => StatementFailure::Overloaded(format!(
                "The {limit} bytes of rows that the component {component} may hold (held_bytes_per_component) {wait}."
            )),
            RowHolder::Host => StatementFailure::Overloaded(format!(
                "The {limit} bytes of rows that all components may hold (held_bytes) {wait}."
            )),
        }
    }

    /// The app store, or the way to it, took longer than the request has.
    pub(super) fn app_store_deadline() -> StatementFailure {
        StatementFailure::DeadlineExceeded(
            "The application store did not answer within the time of the request (deadline); ask for less, or try again."
                .to_owned(),
        )
    }

    pub(super) fn from_warehouse(component: &str, statement: &str, error: &WarehouseError) -> StatementFailure {
        match error {
            WarehouseError::DeadlineExceeded { .. } => StatementFailure::DeadlineExceeded(
                "The warehouse did not answer within the time of the request (deadline); ask for less, or try again."
                    .to_owned(),
            ),
            WarehouseError::RowLimit { .. } => StatementFailure::too_many_rows(),
            WarehouseError::RowMemory(full) => StatementFailure::of_row_memory(component, statement, *full),
            WarehouseError::MemoryLimit { .. } => StatementFailure::LimitExceeded(
                "The question needs more memory of the warehouse than one request may use (warehouse_memory); narrow \
                 it, or use an export."
                    .to_owned(),
            ),
            error if error.is_unavailable() => StatementFailure::Unavailable(
                "The warehouse is not reachable at the moment; try again shortly.".to_owned(),
            ),
            error => {
                tracing::error!(component, statement, %error, "a warehouse statement failed");
                StatementFailure::Rejected(format!("the warehouse refused the statement {statement}"))
            }
        }
    }

    pub(super) fn from_app_store(component: &str, statement: &str, error: &AppStoreError) -> StatementFailure {
        match error {
            AppStoreError::DeadlineExceeded { .. } => StatementFailure::app_store_deadline(),
            AppStoreError::TooManyRows { .. } => StatementFailure::too_many_rows(),
            AppStoreError::RowMemory(full) => StatementFailure::of_row_memory(component, statement, *full),
            AppStoreError::ValueTooLong => StatementFailure::LimitExceeded(format!(
                "A value or a row of the statement {statement} is longer than the 16 MiB that one may have in SQLite (value_bytes); \
                 make it of several, or keep it as an object."
            )),
            error if error.is_unavailable() => StatementFailure::Unavailable(
                "The application store is not reachable at the moment; try again shortly.".to_owned(),
            ),
            AppStoreError::WriteRefused { .. } => {
                tracing::error!(component, statement, %error, "a statement that writes was refused where a GET reads");
                StatementFailure::Rejected(format!(
                    "the application store refused the statement {statement}: it writes, and a GET that does not say why it writes \
                     only reads"
                ))
            }
            // The constraint is one of a table that the component was given.
            AppStoreError::UniqueViolation { violated } => {
                StatementFailure::Conflict(format!("A row with the same value exists already ({violated})."))
            }
            AppStoreError::ForeignKeyViolation { violated } => StatementFailure::Conflict(format!(
                "A row that is referred to does not exist, or is still referred to ({violated})."
            )),
            error => {
                tracing::error!(component, statement, %error, "an app-store statement failed");
                StatementFailure::Rejected(format!("the application store refused the statement {statement}"))
            }
        }
    }
}

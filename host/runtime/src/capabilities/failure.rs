//! Reasons why a statement gave no rows, in a sentence that may be published.

use quarry_stores::app::AppStoreError;
use quarry_stores::warehouse::WarehouseError;

/// The cases a component can tell apart. The text of a store's error never leaves the host: it may name tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementFailure {
    /// The store is down.
    Unavailable(String),
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

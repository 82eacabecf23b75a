//! Failures of a file, as a component is told them.

use super::caps::Caps;
use crate::capabilities::{ObjectFailure, StatementFailure};
use quarry_stores::objects::ObjectsError;
use quarry_stores::row_files::RowFileError;
use quarry_stores::warehouse::WarehouseError;

pub(super) fn object_failure(failure: ObjectFailure) -> StatementFailure {
    match failure {
        ObjectFailure::Unavailable(sentence) => StatementFailure::Unavailable(sentence),
        ObjectFailure::DeadlineExceeded(sentence) => StatementFailure::DeadlineExceeded(sentence),
        ObjectFailure::LimitExceeded(sentence) => StatementFailure::LimitExceeded(sentence),
        ObjectFailure::Rejected(sentence) => StatementFailure::Rejected(sentence),
    }
}

pub(super) fn failure(component: &str, statement: &str, caps: Caps, error: RowFileError) -> StatementFailure {
    match error {
        RowFileError::TooManyRows(_) | RowFileError::Warehouse(WarehouseError::RowLimit { .. }) => {
            StatementFailure::LimitExceeded(format!(
                "The file would have more than {} rows, which is all it may have; narrow it.",
                caps.rows
            ))
        }
        RowFileError::TooManyBytes(_) | RowFileError::Objects(ObjectsError::TooLarge) => {
            StatementFailure::LimitExceeded(format!(
                "The file would have more than {} bytes, which is all it may have; narrow it.",
                caps.bytes
            ))
        }
        RowFileError::Objects(error @ (ObjectsError::ObjectsUsedUp { .. } | ObjectsError::BytesUsedUp { .. })) => {
            StatementFailure::LimitExceeded(error.to_string())
        }
        error @ RowFileError::TooManyParts(_) => StatementFailure::LimitExceeded(format!("{error}; take larger ones.")),
        RowFileError::Warehouse(error) => StatementFailure::from_warehouse(component, statement, &error),
        RowFileError::Cancelled => {
            StatementFailure::DeadlineExceeded("The job was cancelled; there is no file.".to_owned())
        }
        error => {
            tracing::error!(component, statement, %error, "a file of rows could not be stored");
            StatementFailure::Unavailable("The file could not be stored at the moment; try again shortly.".to_owned())
        }
    }
}

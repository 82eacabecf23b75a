//! Reasons why a run of an export failed, as its requester is told them.

use quarry_dataset_catalogue::writing::is_out_of_room;
use quarry_dataset_catalogue::{KnownChain, Selection};
use quarry_sdk::log::{self, Level};
use quarry_sdk::prelude::*;

/// Seconds that counting may take when a file was cut off: whether it was the plan's rows that it had too many of.
const SECONDS_TO_COUNT: u32 = 600;

/// The beginnings of the host's sentences about bytes that the object store did not take.
const NOT_STORED: [&str; 3] =
    ["The file could not be stored", "The object store is not reachable", "an earlier write of this upload failed"];

/// The reason why an export has no files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportFailure {
    /// The code, as the record has it.
    pub code: &'static str,
    /// A sentence for people.
    pub detail: String,
    /// Tells that another try may go better.
    pub may_pass: bool,
}

impl ExportFailure {
    pub fn for_good(code: &'static str, detail: impl Into<String>) -> ExportFailure {
        ExportFailure { code, detail: detail.into(), may_pass: false }
    }

    fn passing(code: &'static str, detail: &str) -> ExportFailure {
        ExportFailure { code, detail: detail.to_owned(), may_pass: true }
    }

    /// Makes the failure for a file that could not be written. Which store is at fault, the host's sentence says, or where the time was up the
    /// warehouse by answering.
    pub fn of_writing(failure: &StatementFailure, selection: &Selection, row_cap: Option<u64>) -> ExportFailure {
        match failure {
            StatementFailure::Rejected(detail) => {
                log::emit(Level::Error, detail);
                ExportFailure::for_good("not_possible", "The export cannot be written as it was asked for.")
            }
            StatementFailure::LimitExceeded(detail) if is_out_of_room(failure) => {
                log::emit(Level::Error, detail);
                ExportFailure::for_good(
                    "no_room",
                    "The service has no room for more files at the moment: its operators have been told. Submit it again later.",
                )
            }
            StatementFailure::LimitExceeded(detail) => match row_cap {
                Some(cap) if has_more_rows(selection, cap) => ExportFailure::over_cap(cap),
                _ => ExportFailure::for_good("too_large", detail.clone()),
            },
            StatementFailure::Unavailable(detail) if NOT_STORED.iter().any(|sentence| detail.starts_with(sentence)) => {
                ExportFailure::object_store_unavailable()
            }
            StatementFailure::Unavailable(_) => ExportFailure::warehouse_unavailable(),
            StatementFailure::DeadlineExceeded(_) | StatementFailure::Conflict(_) => match KnownChain::known() {
                Ok(_) => ExportFailure::object_store_unavailable(),
                Err(_) => ExportFailure::warehouse_unavailable(),
            },
        }
    }

    /// Makes the failure for a question to the warehouse or the app store.
    pub fn of_question(problem: &Problem) -> ExportFailure {
        match problem.status() {
            503 => ExportFailure::warehouse_unavailable(),
            _ => ExportFailure::for_good("not_possible", problem.detail()),
        }
    }

    pub fn over_cap(cap: u64) -> ExportFailure {
        let detail = format!("The export has more than the {cap} rows that the plan allows: narrow it.");
        ExportFailure::for_good("over_cap", detail)
    }

    pub fn object_store_unavailable() -> ExportFailure {
        let detail = "The files could not be stored: the object store did not take them.";
        ExportFailure::passing("object_store_unavailable", detail)
    }

    fn warehouse_unavailable() -> ExportFailure {
        ExportFailure::passing("warehouse_unavailable", "The warehouse did not answer.")
    }
}

fn has_more_rows(selection: &Selection, cap: u64) -> bool {
    selection.count_rows(SECONDS_TO_COUNT).is_ok_and(|rows| rows > cap)
}

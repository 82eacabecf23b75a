//! Data requests: exports that people build. One that has not run is a draft.

pub mod cancel;
pub mod change;
pub mod chosen_part;
pub mod create;
pub mod download;
pub mod draft;
pub mod files;
pub mod get;
pub mod list;
pub mod permissions;
pub mod quota;
pub mod record;
pub mod remove;
pub mod submission;
pub mod submit;

pub use permissions::DataPermissions;
pub use record::{DataRequest, DataRequestRow};

use quarry_dataset_catalogue::{Dataset, FileFormat};
use quarry_sdk::prelude::*;

statement!(app_store, SelectNewestDataRequests, "src/requests/newest_data_requests.sql");
statement!(app_store, SelectDataRequest, "src/requests/data_request.sql");
statement!(app_store, SelectOwnDataRequest, "src/requests/own_data_request.sql");
statement!(app_store, ExportDataRequests, "src/requests/export_data_requests.sql");
statement!(app_store, EraseDataRequests, "src/requests/erase_data_requests.sql");

/// The caller's access to a data request. Those who share an organization with its requester read it; the requester alone runs it
/// and fetches its files.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/requests/request_access.sql", tenant = "person")]
#[guard(absent(404, "not_found", "There is no data request {path.id} here."))]
#[guard(rank_too_low(403, "forbidden", "Only the person who built the data request may do this."))]
pub enum RequestAccess {
    Colleague,
    Requester,
}

/// The stage that an export has reached.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestStatus {
    /// It was built and has not run.
    Draft,
    /// It waits for its turn.
    Queued,
    /// Its files are being written.
    Running,
    /// Its files can be fetched.
    Completed,
    /// It ended without files.
    Failed,
    /// Its files are gone.
    Expired,
}

/// The format of an export's file.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// RFC 4180, with a line of names.
    Csv,
    /// One JSON object a line.
    Ndjson,
    /// Apache Parquet.
    Parquet,
}

impl ExportFormat {
    /// The formats in which a dataset can be written.
    pub fn of_dataset(dataset: &Dataset) -> Vec<ExportFormat> {
        ExportFormat::all().into_iter().filter(|format| dataset.is_written_as(format.of_file())).collect()
    }

    /// 422 where the dataset is not written in one of these.
    pub fn refuse_unwritten(dataset: &Dataset, formats: &[ExportFormat]) -> Result<(), Problem> {
        match formats.iter().find(|format| !dataset.is_written_as(format.of_file())) {
            None => Ok(()),
            Some(format) => {
                let written: Vec<&str> = ExportFormat::of_dataset(dataset).iter().map(Choice::word).collect();
                let sentence = format!(
                    "The dataset {} is not written as {}: take {}.",
                    dataset.key,
                    format.word(),
                    written.join(" or ")
                );
                Err(Problem::invalid_field("formats", sentence))
            }
        }
    }

    /// Gives the format as the catalogue's writer names it.
    pub fn of_file(self) -> FileFormat {
        match self {
            ExportFormat::Csv => FileFormat::Csv,
            ExportFormat::Ndjson => FileFormat::Ndjson,
            ExportFormat::Parquet => FileFormat::Parquet,
        }
    }
}

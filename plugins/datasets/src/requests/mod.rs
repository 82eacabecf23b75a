//! Data requests: exports that people build. One that has not run is a draft.

pub mod create;
pub mod get;
pub mod list;

use quarry_dataset_catalogue::{Filters, Size};
use quarry_sdk::prelude::*;

statement!(app_store, SelectNewestDataRequests, "src/requests/newest_data_requests.sql");
statement!(app_store, SelectDataRequest, "src/requests/data_request.sql");
statement!(app_store, ExportDataRequests, "src/requests/export_data_requests.sql");
statement!(app_store, EraseDataRequests, "src/requests/erase_data_requests.sql");

/// What somebody is to a data request. Those who share an organization with its requester read it; the requester alone runs it and
/// fetches its files.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/requests/request_access.sql", tenant = "person")]
#[guard(absent(404, "not_found", "There is no data request {path.id} here."))]
#[guard(rank_too_low(403, "forbidden", "This is for whoever built the data request."))]
pub enum RequestAccess {
    Colleague,
    Requester,
}

/// How far an export is.
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

/// What a file is written as.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// RFC 4180, with a line of names.
    Csv,
    /// One JSON object a line.
    Ndjson,
    /// Apache Parquet.
    Parquet,
}

/// How large the file was estimated to be when the request was made.
#[derive(Schema, Serialize)]
pub struct Estimate {
    #[schema(example = 128_451)]
    pub rows: i64,
    /// As CSV.
    #[schema(example = 31_212_000)]
    pub bytes: i64,
    /// What finding and writing the rows takes about.
    #[schema(example = 3)]
    pub seconds: i64,
}

/// Who built a data request.
#[derive(Schema, Serialize)]
pub struct Requester {
    #[schema(example = 3)]
    pub id: i64,
    #[schema(example = "Ada Lovelace")]
    pub name: String,
}

/// An export that somebody built.
#[derive(Schema, Serialize)]
pub struct DataRequest {
    /// Unique in a deployment.
    #[schema(example = 17)]
    pub id: i64,
    pub status: RequestStatus,
    /// Key of the dataset.
    #[schema(example = "swaps")]
    pub dataset: String,
    #[schema(example = "Swaps of March")]
    pub name: String,
    /// Those that its files have, in their order.
    #[schema(example = ["chain_id", "pool"])]
    pub columns: Vec<String>,
    /// As they were understood.
    #[schema(example = { "chain": "ethereum", "block_from": 18_944_480 })]
    pub filters: Filters,
    pub formats: Vec<ExportFormat>,
    /// Null where none could be made.
    pub estimate: Option<Estimate>,
    /// What the requester was told when it was made; null where nothing was to be said.
    #[schema(example = "The figures of these protocols are not comparable with each other.")]
    pub warning: Option<String>,
    pub requester: Requester,
    pub created_at: Time,
}

/// A data request as it is stored.
#[derive(Row)]
pub struct DataRequestRow {
    pub id: i64,
    pub user_id: i64,
    pub requester_name: Option<String>,
    pub status: RequestStatus,
    pub dataset: String,
    pub name: String,
    #[row(json)]
    pub columns: Vec<String>,
    #[row(json)]
    pub filters: Filters,
    #[row(json)]
    pub formats: Vec<ExportFormat>,
    pub estimated_rows: Option<i64>,
    pub estimated_bytes: Option<i64>,
    pub estimated_seconds: Option<i64>,
    pub warning: Option<String>,
    pub created_at: Time,
}

impl From<DataRequestRow> for DataRequest {
    fn from(row: DataRequestRow) -> DataRequest {
        let estimate = match (row.estimated_rows, row.estimated_bytes, row.estimated_seconds) {
            (Some(rows), Some(bytes), Some(seconds)) => Some(Estimate { rows, bytes, seconds }),
            _ => None,
        };
        DataRequest {
            id: row.id,
            status: row.status,
            dataset: row.dataset,
            name: row.name,
            columns: row.columns,
            filters: row.filters,
            formats: row.formats,
            estimate,
            warning: row.warning,
            requester: Requester { id: row.user_id, name: row.requester_name.unwrap_or_default() },
            created_at: row.created_at,
        }
    }
}

/// What is stored of an estimate: rows, bytes, seconds.
fn stored(size: Option<Size>) -> [Option<i64>; 3] {
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    [size.map(|size| number(size.rows)), size.map(|size| number(size.bytes)), size.map(|size| number(size.seconds))]
}

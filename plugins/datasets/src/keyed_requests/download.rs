//! `GET /datasets/requests/{id}/download`.

use crate::keyed_requests::OwnRequest;
use crate::requests::chosen_part::{ChosenPart, DownloadParameters};
use crate::requests::download::record_download;
use crate::requests::get::absent_request;
use crate::requests::quota::ExportPlan;
use crate::requests::{DataRequestRow, SelectDataRequest};
use quarry_sdk::objects::ObjectBytes;
use quarry_sdk::prelude::*;

/// A file of a completed export
///
/// The first of its formats where none is named; a file of several parts needs `part`. `Repr-Digest` has the SHA-256 of its bytes.
#[endpoint(
    get = "/datasets/requests/{id}/download", key = "exports", module = "data_downloads", guard = OwnRequest, cache = no_store,
    object = ["text/csv", "application/x-ndjson", "application/vnd.apache.parquet"],
    writes = "Each download leaves its entry in the organization's audit log.",
    refuses(403, "no_subscription", "The plan has no data downloads."),
    refuses(409, "download_unavailable", "It expired, is not finished, or was not written in that format."),
    body = ObjectBytes
)]
pub fn download_keyed_data_request(asked: DownloadParameters) -> Result<Answer, Problem> {
    ExportPlan::of_caller(Time::now())?;
    let found: Option<DataRequestRow> = SelectDataRequest {}.one()?;
    let found = found.ok_or_else(|| absent_request(asked.id))?;
    let chosen = ChosenPart::of_request(&found, &asked)?;
    chosen.refuse_if_gone()?;
    record_download(asked.id, &chosen)?;
    Ok(Answer::object_body(&chosen.key, Some(&chosen.file_name)))
}

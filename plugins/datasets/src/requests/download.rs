//! `GET /session/data/requests/{id}/download`.

use crate::requests::chosen_part::{ChosenPart, DownloadParameters, unavailable};
use crate::requests::get::absent_request;
use crate::requests::quota::ExportPlan;
use crate::requests::{DataRequestRow, ExportFormat, RequestAccess, SelectDataRequest};
use quarry_sdk::deployment;
use quarry_sdk::prelude::*;

/// Seconds for which a link is good.
pub const LINK_SECONDS: u32 = 3_600;

/// A link to a file of an export.
#[derive(Schema, Serialize)]
pub struct DownloadLink {
    /// Address of the file, which works without a session.
    #[schema(example = "https://api.example.org/api/v1/objects/AQEI…")]
    pub download_url: String,
    /// The time at which the link ends, in one hour; the file itself may be deleted earlier.
    pub expires_at: Option<Time>,
    /// SHA-256 of the bytes behind the link.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub checksum_sha256: Option<String>,
    /// The text by which to cite the export.
    #[schema(example = "Quarry, Swaps (swaps), export 17 as of 2026-11-01T00:00:00Z, SHA-256 9f86…")]
    pub citation: Option<String>,
    /// The name under which the file is saved.
    #[schema(example = "swaps-17.csv")]
    pub file_name: String,
    pub format: ExportFormat,
    /// The number of this part of the file, from 1.
    #[schema(example = 1)]
    pub part: u32,
    /// The number of parts that the file has.
    #[schema(example = 1)]
    pub part_count: u64,
}

/// A link to a file of an export
///
/// Makes a link that works for one hour. Without `format` it leads to the first of the formats; a file of several parts needs `part`.
#[endpoint(
    get = "/session/data/requests/{id}/download", session, module = "data_downloads", guard = RequestAccess::Requester,
    answer_header("x-checksum-sha256", "SHA-256 of the bytes behind the link."),
    writes = "Each download leaves its entry in the organization's audit log.",
    refuses(403, "no_subscription", "The plan has no data downloads."),
    refuses(409, "download_unavailable", "It expired, is not finished, was not written in that format, or its link cannot be made now."),
    body = DownloadLink
)]
pub fn download_data_request(asked: DownloadParameters) -> Result<Answer, Problem> {
    let now = Time::now();
    ExportPlan::of_caller(now)?;
    let found: Option<DataRequestRow> = SelectDataRequest {}.one()?;
    let found = found.ok_or_else(|| absent_request(asked.id))?;
    let chosen = ChosenPart::of_request(&found, &asked)?;
    chosen.refuse_if_gone()?;
    let link = objects::sign_link(&chosen.key, &chosen.file_name, LINK_SECONDS)
        .map_err(|_| unavailable("The link cannot be made now: try again shortly.".to_owned()))?;
    record_download(asked.id, &chosen)?;
    let answer = DownloadLink {
        download_url: absolute(link),
        expires_at: Some(now.minus_seconds(-i64::from(LINK_SECONDS))),
        checksum_sha256: Some(chosen.sha256.clone()),
        citation: found.citation(),
        file_name: chosen.file_name,
        format: chosen.format,
        part: chosen.part,
        part_count: chosen.part_count as u64,
    };
    Ok(Answer::json(&answer).with_header("x-checksum-sha256", chosen.sha256))
}

/// The address that a path of the service has outside.
pub fn absolute(link: String) -> String {
    match deployment::addresses().service {
        Some(service) => format!("{service}{link}"),
        None => link,
    }
}

/// Says in the audit who fetched what.
pub fn record_download(id: i64, chosen: &ChosenPart) -> Result<(), Problem> {
    let transaction = Transaction::begin()?;
    let what = json!({ "format": chosen.format.word(), "part": chosen.part, "sha256": chosen.sha256 });
    transaction.audit(AuditEntry::of("data.downloaded", "data_request", &id).after(&what))?;
    transaction.commit()?;
    Ok(())
}

//! `GET /session/data/datasets/{key}/releases/{release}/files/{name}`.

use crate::releases::ready_release;
use crate::requests::chosen_part::unavailable;
use crate::requests::download::{LINK_SECONDS, absolute};
use crate::requests::quota::ExportPlan;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct ReleaseFilePath {
    /// Key of the dataset.
    #[parameter(path, max_length = 64, example = "tokens")]
    key: String,
    /// The month, and behind a point the number of a correction.
    #[parameter(path, max_length = 20, example = "2026-10")]
    release: String,
    /// The name of the file, as the release lists it.
    #[parameter(path, max_length = 120, example = "datapackage.json")]
    name: String,
}

/// A link to a file of a release.
#[derive(Schema, Serialize)]
pub struct ReleaseLink {
    /// Address of the file, which works without a session.
    #[schema(example = "https://api.example.org/api/v1/objects/AQEI…")]
    pub download_url: String,
    /// The time at which the link ends, in one hour.
    pub expires_at: Time,
    /// SHA-256 of the bytes behind the link.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub checksum_sha256: String,
    /// The text by which to cite the release.
    #[schema(example = "Quarry, Swaps (swaps), release 2026-10 as of 2026-11-01T00:00:00Z")]
    pub citation: String,
    /// The name under which the file is saved.
    #[schema(example = "swaps-2026-10.csv")]
    pub file_name: String,
}

/// A link to a file of a release
///
/// Makes a link that works for one hour. It does not count in the month's exports.
#[endpoint(
    get = "/session/data/datasets/{key}/releases/{release}/files/{name}", session, module = "data_downloads",
    answer_header("x-checksum-sha256", "SHA-256 of the bytes behind the link."),
    writes = "Each download leaves its entry in the organization's audit log.",
    refuses(403, "no_subscription", "The plan has no data downloads."),
    refuses(409, "download_unavailable", "The link cannot be made now."),
    body = ReleaseLink
)]
pub fn download_release_file(path: ReleaseFilePath) -> Result<Answer, Problem> {
    let now = Time::now();
    ExportPlan::of_caller(now)?;
    let release = ready_release(&path.key, &path.release)?;
    let file = release.files.iter().flatten().find(|file| file.name == path.name).ok_or_else(|| {
        Problem::not_found(format!("The release {} of {} has no file {}.", path.release, path.key, path.name))
    })?;
    if !matches!(objects::head(&file.key), Ok(Some(_))) {
        return Err(unavailable("The file cannot be reached now: try again shortly.".to_owned()));
    }
    let link = objects::sign_link(&file.key, &file.name, LINK_SECONDS)
        .map_err(|_| unavailable("The link cannot be made now: try again shortly.".to_owned()))?;
    let transaction = Transaction::begin()?;
    let what =
        json!({ "dataset": release.dataset, "release": release.name(), "file": file.name, "sha256": file.sha256 });
    transaction.audit(AuditEntry::of("data.downloaded", "dataset_release", &release.id).after(&what))?;
    transaction.commit()?;
    let answer = ReleaseLink {
        download_url: absolute(link),
        expires_at: now.minus_seconds(-i64::from(LINK_SECONDS)),
        checksum_sha256: file.sha256.clone(),
        citation: release.citation(),
        file_name: file.name.clone(),
    };
    Ok(Answer::json(&answer).with_header("x-checksum-sha256", file.sha256.clone()))
}

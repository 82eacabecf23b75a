//! Links to the files of a page, for its readers.

use crate::uploads::SelectUploads;
use crate::uploads::Upload;
use quarry_research_pages::blocks::{Block, BlockKind};
use quarry_sdk::prelude::*;
use serde_json::Value as Json;

/// Seconds for which a link works at most.
const VALID_SECONDS: u32 = 3_600;
const SECOND_MICROSECONDS: i64 = 1_000_000;

/// A file of a page, with a link that works for up to an hour.
#[derive(Schema, Serialize, Debug)]
pub struct FileLink {
    /// The upload that a block names.
    #[schema(example = 31)]
    pub upload_id: i64,
    /// A path below the service's address, without a key. What it gives runs nothing in a browser.
    #[schema(example = "/api/v1/objects/AAAAAGdXmYAHCWFyY2hpdmU")]
    pub url: String,
    /// The name under which it was sent.
    #[schema(example = "liquidations.png")]
    pub file_name: String,
    /// The type that its bytes were looked at for.
    #[schema(example = "image/png")]
    pub media_type: String,
    /// The size of the file.
    #[schema(example = 48_211)]
    pub size_bytes: i64,
    /// The time at which the link stops working.
    pub expires_at: Time,
}

/// Links to the attached files that the blocks of the guard's page name.
pub fn of_blocks(blocks: &[Block]) -> Result<Vec<FileLink>, Problem> {
    let has_file = |block: &&Block| matches!(block.kind, BlockKind::Image | BlockKind::File);
    let upload_ids =
        blocks.iter().filter(has_file).filter_map(|block| block.attrs.0.get("upload_id").and_then(Json::as_i64));
    of_uploads(&upload_ids.collect::<Vec<_>>())
}

/// Links to attached files of the guard's page, in the order of their ids.
pub fn of_uploads(upload_ids: &[i64]) -> Result<Vec<FileLink>, Problem> {
    if upload_ids.is_empty() {
        return Ok(Vec::new());
    }
    signed(SelectUploads { upload_ids: upload_ids.to_vec() }.all()?, None)
}

/// Links to these files, which work no longer than what they are shown with.
pub fn signed(uploads: Vec<Upload>, until: Option<Time>) -> Result<Vec<FileLink>, Problem> {
    let now = Time::now();
    let remaining = until.map(|until| (until.microseconds - now.microseconds) / SECOND_MICROSECONDS);
    let remaining = remaining.and_then(|seconds| u32::try_from(seconds.max(1)).ok());
    let seconds = remaining.unwrap_or(VALID_SECONDS).min(VALID_SECONDS);
    uploads.into_iter().map(|upload| signed_link(upload, now, seconds)).collect()
}

fn signed_link(upload: Upload, now: Time, seconds: u32) -> Result<FileLink, Problem> {
    Ok(FileLink {
        upload_id: upload.id,
        url: objects::sign_link(&upload.object_key, &upload.file_name, seconds)?,
        file_name: upload.file_name,
        media_type: upload.media_type,
        size_bytes: upload.size_bytes,
        expires_at: now.minus_seconds(-i64::from(seconds)),
    })
}

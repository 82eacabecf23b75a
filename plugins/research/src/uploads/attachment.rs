//! Attaching files to the blocks that name them.
//!
//! A save of a document calls [`Attachment::of_blocks`] before its transaction, because files are read then, and [`Attachment::attach`] in
//! it. A block names its file in `attrs.upload_id`.

use crate::uploads::media_type::{LOOKED_AT, MediaType};
use crate::uploads::{SelectUploads, Upload};
use quarry_research_pages::blocks::BlockKind;
use quarry_sdk::prelude::*;
use serde_json::Value as Json;
use std::collections::BTreeSet;

statement!(app_store, AttachUploads, "src/uploads/attach.sql");

/// New files of one save at most.
const MOST_NEW: usize = 100;

/// Files that were looked at, ready to be attached.
pub struct Attachment {
    uploads: Vec<Upload>,
}

impl Attachment {
    /// Looks at the files that blocks of the guard's page name. 422 where the page has no such upload, where the file was not sent yet, is
    /// no picture for an image, or is not of its declared type; the last one is removed.
    pub fn of_blocks<'a>(blocks: impl IntoIterator<Item = (BlockKind, &'a Json)>) -> Result<Attachment, Problem> {
        let (mut named, mut images) = (BTreeSet::new(), BTreeSet::new());
        for (kind, attrs) in blocks {
            let upload_id = attrs.get("upload_id").and_then(Json::as_i64);
            if let (BlockKind::Image | BlockKind::File, Some(upload_id)) = (kind, upload_id) {
                named.insert(upload_id);
                if kind == BlockKind::Image {
                    images.insert(upload_id);
                }
            }
        }
        let upload_ids: Vec<i64> = named.iter().copied().collect();
        let uploads: Vec<Upload> = match upload_ids.is_empty() {
            true => Vec::new(),
            false => SelectUploads { upload_ids: upload_ids.clone() }.all()?,
        };
        if let Some(unknown) = upload_ids.iter().find(|id| !uploads.iter().any(|upload| upload.id == **id)) {
            return Err(refusal(
                "unknown_upload",
                *unknown,
                format!("The page has no upload {unknown}: sign a new one."),
            ));
        }
        let is_other = |upload: &&Upload| {
            images.contains(&upload.id) && !MediaType::from_word(&upload.media_type).is_some_and(MediaType::is_image)
        };
        if let Some(other) = uploads.iter().find(is_other) {
            let sentence =
                format!("An image block shows pictures, and the upload {} is {}.", other.id, other.media_type);
            return Err(refusal("upload_type_mismatch", other.id, sentence));
        }
        let new: Vec<&Upload> = uploads.iter().filter(|upload| !upload.is_attached).collect();
        if new.len() > MOST_NEW {
            let sentence = format!("One save attaches {MOST_NEW} new files at most: save some of the blocks first.");
            return Err(Problem::new(422, "too_many_uploads", sentence).with("limit", MOST_NEW as u64));
        }
        for upload in new {
            look_at(upload)?;
        }
        Ok(Attachment { uploads })
    }

    /// Tells that a file is attached for the first time.
    pub fn is_new(&self) -> bool {
        self.uploads.iter().any(|upload| !upload.is_attached)
    }

    pub fn upload_ids(&self) -> Vec<i64> {
        self.uploads.iter().map(|upload| upload.id).collect()
    }

    /// Notes that the files are attached: from then on they stay as long as the page.
    pub fn attach(&self, transaction: &Transaction) -> Result<(), Problem> {
        let upload_ids: Vec<i64> =
            self.uploads.iter().filter(|upload| !upload.is_attached).map(|upload| upload.id).collect();
        let Some(first) = upload_ids.first().copied() else { return Ok(()) };
        let asked = upload_ids.len() as u64;
        if transaction.execute(AttachUploads { upload_ids, now: Time::now() })? < asked {
            return Err(refusal("unknown_upload", first, "An upload is gone: sign a new one.".to_owned()));
        }
        Ok(())
    }
}

/// Reads the beginning of the file.
fn look_at(upload: &Upload) -> Result<(), Problem> {
    let Some(stored) = objects::head(&upload.object_key)? else {
        let sentence = format!("The file of the upload {} was not sent yet: send it to its link first.", upload.id);
        return Err(refusal("upload_missing", upload.id, sentence));
    };
    let bytes = objects::read(&upload.object_key, 0, LOOKED_AT)?.unwrap_or_default();
    let is_whole = stored.size_bytes <= u64::from(LOOKED_AT);
    if MediaType::from_word(&upload.media_type).is_some_and(|kind| kind.begins(&bytes, is_whole)) {
        return Ok(());
    }
    objects::remove(&upload.object_key)?;
    let sentence =
        format!("The file {} does not begin as {} does, and was removed.", upload.file_name, upload.media_type);
    Err(refusal("upload_type_mismatch", upload.id, sentence))
}

fn refusal(code: &str, upload_id: i64, sentence: String) -> Problem {
    Problem::new(422, code, sentence).with("upload_id", upload_id)
}

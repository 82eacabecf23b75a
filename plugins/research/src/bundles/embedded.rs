//! The HTML of a page as one file, with pictures within it.

use crate::bundles::contents::{ExportedFile, ExportedPage};
use crate::bundles::html;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

/// Bytes of pictures that a document holds itself.
const MOST_EMBEDDED_BYTES: i64 = 4 << 20;

/// The document with pictures in it, as many as it has room for.
pub fn html_document(page: &ExportedPage) -> Result<String, Problem> {
    let (mut embedded, mut bytes) = (BTreeMap::new(), 0);
    for file in &page.files {
        let is_picture = file.upload.media_type.starts_with("image/");
        if !is_picture || bytes + file.upload.size_bytes > MOST_EMBEDDED_BYTES {
            continue;
        }
        bytes += file.upload.size_bytes;
        embedded.insert(file.upload.id, data_address(file)?);
    }
    Ok(html::document(page, &|file| embedded.get(&file.upload.id).cloned()))
}

fn data_address(file: &ExportedFile) -> Result<String, Problem> {
    let (mut bytes, mut offset) = (Vec::new(), 0);
    while let Some(piece) = objects::read(&file.upload.object_key, offset, 1 << 20)?.filter(|piece| !piece.is_empty()) {
        offset += piece.len() as u64;
        bytes.extend_from_slice(&piece);
    }
    Ok(format!("data:{};base64,{}", file.upload.media_type, STANDARD.encode(bytes)))
}

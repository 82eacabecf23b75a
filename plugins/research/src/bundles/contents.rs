//! The contents of an export: the guard's page with its blocks, figures and files.

use crate::document::current::Current;
use crate::pages::cited::{self, CitedValue};
use crate::uploads::{SelectUploads, Upload};
use quarry_research_markdown::{Content, FileNames, picture_and_file_path};
use quarry_research_pages::blocks::{Block, BlockKind};
use quarry_sdk::prelude::*;
use std::collections::BTreeSet;

/// Bytes of files that a bundle has; a component's objects have 10 GiB together, and a bundle lies among them for an hour.
pub const MOST_FILE_BYTES: u64 = 256 << 20;
/// Readings and writings of a mebibyte at most in the making of a bundle: a call may make 2,000.
const MOST_PIECES: u64 = 1_800;

/// A page that is exported.
pub struct ExportedPage {
    pub title: String,
    pub document_version: i64,
    pub saved_at: Time,
    pub blocks: Vec<Block>,
    pub cited_values: Vec<CitedValue>,
    /// Those that blocks show, in the order of their ids.
    pub files: Vec<ExportedFile>,
}

/// A file of the page.
pub struct ExportedFile {
    pub upload: Upload,
    /// False where the bundle has no room left for it.
    pub is_in_bundle: bool,
}

impl ExportedPage {
    /// The guard's page as it is.
    pub fn gathered() -> Result<ExportedPage, Problem> {
        let Current { title, document_version, updated_at: saved_at, blocks } = Current::of_page(None)?;
        let blocks: Vec<Block> = blocks.into_iter().map(|stored| stored.block).collect();
        let cited_values = cited::values(&blocks)?;
        let shows_file = |block: &&Block| matches!(block.kind, BlockKind::Image | BlockKind::File);
        let ids = blocks.iter().filter(shows_file).filter_map(|block| block.attrs.0.get("upload_id")?.as_i64());
        let upload_ids: BTreeSet<i64> = ids.collect();
        let uploads: Vec<Upload> = match upload_ids.is_empty() {
            true => Vec::new(),
            false => SelectUploads { upload_ids: upload_ids.into_iter().collect() }.all()?,
        };
        let files = fitting(uploads.into_iter().filter(|upload| upload.is_attached));
        Ok(ExportedPage { title, document_version, saved_at, blocks, cited_values, files })
    }

    fn names(&self) -> FileNames {
        self.files.iter().map(|file| (file.upload.id, file.upload.file_name.clone())).collect()
    }

    pub fn markdown(&self) -> String {
        let content =
            |block: &Block| Content { kind: block.kind, body: block.body.clone(), attrs: block.attrs.0.clone() };
        quarry_research_markdown::export(&self.blocks.iter().map(content).collect::<Vec<_>>(), &self.names())
    }

    pub fn json(&self) -> String {
        let file = |file: &ExportedFile| {
            json!({
                "upload_id": file.upload.id, "path": file.path(), "file_name": file.upload.file_name,
                "media_type": file.upload.media_type, "size_bytes": file.upload.size_bytes, "in_bundle": file.is_in_bundle,
            })
        };
        let document = json!({
            "title": self.title, "document_version": self.document_version, "saved_at": self.saved_at, "blocks": self.blocks,
            "cited_values": self.cited_values, "files": self.files.iter().map(file).collect::<Vec<_>>(),
        });
        format!("{document:#}\n")
    }

    pub fn citations(&self) -> String {
        format!("{:#}\n", json!({ "citations": self.cited_values }))
    }

    /// Bytes of the files that go into a bundle.
    pub fn file_bytes(&self) -> u64 {
        self.files.iter().filter(|file| file.is_in_bundle).map(|file| file.upload.size_bytes.unsigned_abs()).sum()
    }
}

impl ExportedFile {
    /// Where it lies in a bundle, as a link in Markdown and HTML has it.
    pub fn path(&self) -> String {
        picture_and_file_path(self.upload.id, Some(&self.upload.file_name))
    }

    /// The same as the name of an entry.
    pub fn entry_name(&self) -> String {
        format!("files/{}/{}", self.upload.id, self.upload.file_name)
    }
}

/// The files, of which those go into a bundle that it has room for.
fn fitting(uploads: impl Iterator<Item = Upload>) -> Vec<ExportedFile> {
    let (mut bytes, mut pieces) = (0_u64, 0_u64);
    uploads
        .map(|upload| {
            let size = upload.size_bytes.unsigned_abs();
            // Read once for its checksum and once for its bytes; a file of a single piece is read once.
            let of_file = size.div_ceil(1 << 20);
            let of_file = if of_file > 1 { of_file * 3 } else { 2 };
            let is_in_bundle = bytes + size <= MOST_FILE_BYTES && pieces + of_file <= MOST_PIECES;
            if is_in_bundle {
                (bytes, pieces) = (bytes + size, pieces + of_file);
            }
            ExportedFile { upload, is_in_bundle }
        })
        .collect()
}

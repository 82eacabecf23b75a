//! The copy of a page that is kept when it is published or shared.

use crate::pages::Page;
use crate::pages::cited::{self, CitedValue, SelectCitedValues};
use crate::publications::kept::{FrozenCitation, FrozenFile};
use crate::publications::shown;
use crate::uploads::{SelectUploads, Upload};
use quarry_research_pages::blocks::{Block, BlockKind, SelectPageBlocks};
use quarry_sdk::prelude::*;
use serde_json::Value as Json;

/// The page's document as the transaction sees it, as the columns of a copy.
pub struct Frozen {
    pub title: String,
    pub blocks: String,
    pub citations: String,
    pub files: String,
    pub document_version: i64,
    pub verified_at: Option<Time>,
}

impl Frozen {
    /// Copies the guard's page, which the transaction holds.
    pub fn of(transaction: &Transaction, page: &Page) -> Result<Frozen, Problem> {
        let blocks: Vec<Block> = transaction.all(SelectPageBlocks {})?;
        let ids = cited::ids_of_blocks(&blocks);
        let cited: Vec<CitedValue> = match ids.is_empty() {
            true => Vec::new(),
            false => transaction.all(SelectCitedValues { ids })?,
        };
        shown::refuse_too_large(&blocks, &cited)?;
        let citation = |value: CitedValue| FrozenCitation { id: value.id, label: value.label, hash: value.hash };
        let citations: Vec<FrozenCitation> = cited.into_iter().map(citation).collect();
        Ok(Frozen {
            title: page.title.clone(),
            files: json!(files(transaction, &blocks)?).to_string(),
            blocks: json!(blocks).to_string(),
            citations: json!(citations).to_string(),
            document_version: page.document_version,
            verified_at: page.verified_at.filter(|_| page.verified),
        })
    }
}

/// The attached files that blocks name.
fn files(transaction: &Transaction, blocks: &[Block]) -> Result<Vec<FrozenFile>, Problem> {
    let has_file = |block: &&Block| matches!(block.kind, BlockKind::Image | BlockKind::File);
    let named = |block: &Block| block.attrs.0.get("upload_id").and_then(Json::as_i64);
    let upload_ids: Vec<i64> = blocks.iter().filter(has_file).filter_map(named).collect();
    if upload_ids.is_empty() {
        return Ok(Vec::new());
    }
    let uploads: Vec<Upload> = transaction.all(SelectUploads { upload_ids })?;
    let file = |upload: Upload| FrozenFile {
        upload_id: upload.id,
        file_name: upload.file_name,
        media_type: upload.media_type,
        size_bytes: upload.size_bytes,
    };
    Ok(uploads.into_iter().map(file).collect())
}

//! `GET /research/pages/{id}/document` and `GET /session/research/pages/{id}/document`.

use crate::access::PagePath;
use crate::document::body::Document;
use crate::document::current::Current;
use crate::document::draft;
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

/// The document of a page
///
/// Answers with the document's blocks in their order, and with the newest text of the caller that could not be saved. Any member of the
/// space can read it.
#[endpoint(
    get = "/session/research/pages/{id}/document", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), body = Document
)]
pub fn get_document(_path: PagePath) -> Result<Answer, Problem> {
    let current = Current::of_page(None)?;
    Ok(Answer::json(&Document {
        document_version: current.document_version,
        saved_at: current.updated_at,
        merged: false,
        ids: BTreeMap::new(),
        blocks: current.blocks.into_iter().map(|stored| stored.block).collect(),
        recoverable_draft: draft::newest_draft()?,
    }))
}

/// A page's body as one document
///
/// Answers with the document's blocks in their order, as the member who minted the key reads it.
#[endpoint(repeats = get_document, get = "/research/pages/{id}/document", key = "read")]
pub struct get_document_by_key;

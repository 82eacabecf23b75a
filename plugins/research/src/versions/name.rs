//! `POST /session/research/pages/{id}/page-versions`.

use crate::access::PagePath;
use crate::document::current::Current;
use crate::versions::{self, InsertVersion, PageVersion, PageVersionKind};
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::Block;
use quarry_sdk::prelude::*;

/// Somebody may save between the reading of the page and its version.
const TRIES: usize = 8;

/// A name for the page as it is.
#[derive(Schema, Deserialize)]
pub struct NewVersionName {
    #[schema(single_line, min_length = 1, max_length = 120, example = "Before the review")]
    name: String,
}

/// Name this version
///
/// Keeps the page as it is under a name; it stays as long as the page.
#[endpoint(
    post = "/session/research/pages/{id}/page-versions", session, module = "research", status = 201, guard = PageRole::Editor,
    guard_path(page_id = id),
    body = PageVersion
)]
pub fn name_page_version(_path: PagePath, JsonBody(new): JsonBody<NewVersionName>) -> Result<Answer, Problem> {
    for _ in 0..TRIES {
        let current = Current::of_page(None)?;
        let document_version = current.document_version;
        let blocks: Vec<Block> = current.blocks.into_iter().map(|stored| stored.block).collect();
        let insert = InsertVersion {
            kind: PageVersionKind::Named.word().to_owned(),
            name: Some(new.name.clone()),
            block_count: i64::try_from(blocks.len()).unwrap_or(i64::MAX),
            blocks: json!(blocks).to_string(),
            document_version,
            now: Time::now(),
        };
        let transaction = Transaction::begin()?;
        let Some(id) = transaction.query(insert)?.integer(0, "id") else { continue };
        let what = json!({ "document_version": document_version });
        transaction.audit(AuditEntry::of("page_version.named", "research_page_version", &id).after(&what))?;
        transaction.commit()?;
        return Ok(Answer::json(&versions::one(id)?.version).with_status(201));
    }
    Err(Problem::new(503, "overloaded", "The page is saved too often just now: try again."))
}

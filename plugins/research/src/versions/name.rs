//! `POST /session/research/pages/{id}/page-versions`.

use crate::access::PagePath;
use crate::document::current::Current;
use crate::versions::{self, InsertVersion, PageVersion, PageVersionKind};
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::Block;
use quarry_sdk::prelude::*;

statement!(app_store, CountNamedVersions, "src/versions/named_count.sql");

/// Named versions of a page at most: each is the whole page, and stays as long as it.
const MOST_NAMED: i64 = 50;
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
/// Keeps the page as it is under a name; it stays as long as the page, which has at most 50 of them.
#[endpoint(
    post = "/session/research/pages/{id}/page-versions", session, module = "research", status = 201, guard = PageRole::Editor,
    guard_path(page_id = id),
    refuses(422, "too_many_named_versions", "A page has at most 50 named versions: `limit`, `used`."), body = PageVersion
)]
pub fn name_page_version(_path: PagePath, JsonBody(new): JsonBody<NewVersionName>) -> Result<Answer, Problem> {
    for _ in 0..TRIES {
        let current = Current::of_page(None)?;
        let document_version = current.document_version;
        let blocks: Vec<Block> = current.blocks.into_iter().map(|stored| stored.block).collect();
        let insert = InsertVersion {
            kind: PageVersionKind::Named,
            name: Some(new.name.clone()),
            block_count: i64::try_from(blocks.len()).unwrap_or(i64::MAX),
            blocks: json!(blocks).to_string(),
            document_version,
            now: Time::now(),
        };
        let transaction = Transaction::begin()?;
        let used = transaction.query(CountNamedVersions {})?.integer(0, "versions").unwrap_or_default();
        if used >= MOST_NAMED {
            let sentence = format!(
                "The page has {used} named versions, and {MOST_NAMED} are the most: go on with a page that begins with a template of it."
            );
            let problem = Problem::new(422, "too_many_named_versions", sentence);
            return Err(problem.with("limit", MOST_NAMED).with("used", used));
        }
        let Some(id) = transaction.query(insert)?.integer(0, "id") else { continue };
        let what = json!({ "document_version": document_version });
        transaction.audit(AuditEntry::of("page_version.named", "research_page_version", &id).after(&what))?;
        transaction.commit()?;
        return Ok(Answer::json(&versions::one(id)?.version).with_status(201));
    }
    Err(Problem::new(503, "overloaded", "The page is saved too often just now: try again."))
}

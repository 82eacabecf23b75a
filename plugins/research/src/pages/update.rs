//! `PATCH /session/research/pages/{id}` and `PATCH /research/pages/{id}`.

use crate::access::PagePath;
use crate::pages::tags::{self, Tag};
use crate::pages::{self, Page, PageStatus, PageTitle};
use crate::{terms, tree};
use quarry_research_pages::access::PageRole;
use quarry_research_terms::TOKENIZER;
use quarry_sdk::prelude::*;

statement!(app_store, UpdatePage, "src/pages/update_page.sql", status: PageStatus);

/// The fields to change. Fields that are left out stay.
#[derive(Schema, Deserialize)]
pub struct PageChange {
    /// The version of the page on which the change is based. Without it, the change is made whatever others did.
    #[schema(optional, example = 1)]
    version: Option<i64>,
    /// The page's new title.
    #[schema(optional)]
    title: Option<PageTitle>,
    /// The finding, in one line; null clears it.
    #[schema(single_line, max_length = 300, example = "Most of the debt was repaid within an hour.")]
    #[serde(default)]
    finding: Patch<String>,
    /// The page's new status; any status may follow any other.
    #[schema(optional)]
    status: Option<PageStatus>,
    /// All tags of the page.
    #[schema(optional, max_items = 20)]
    tags: Option<Vec<Tag>>,
    /// A folder of the page's project; null for its root.
    #[schema(example = 1)]
    #[serde(default)]
    folder_id: Patch<i64>,
}

/// Change a page's own fields
///
/// Changes the page's title, finding, status, tags or folder, never its blocks, so `document_version` stays. Needs the role `editor` or
/// `owner`. With `version` a change that was based on an older one is a 409 `conflict` with `current_version`.
#[endpoint(
    patch = "/session/research/pages/{id}", session, module = "research", guard = PageRole::Editor,
    guard_path(page_id = id),
    refuses(409, "conflict", "Somebody changed the page meanwhile: `current_version` is the newest."),
    body = Page
)]
pub fn update_page(path: PagePath, JsonBody(mut change): JsonBody<PageChange>) -> Result<Answer, Problem> {
    let tags = change.tags.take().map(tags::normal).transpose()?;
    let transaction = Transaction::begin()?;
    tree::touch(&transaction)?;
    let before = pages::one(&transaction, path.id)?;
    if change.version.is_some_and(|version| version != before.version) {
        return Err(Problem::conflict(before.version));
    }
    let wanted = wanted(&before, change, tags);
    if wanted == before {
        return Ok(Answer::json(&before));
    }
    if wanted.folder_id != before.folder_id {
        pages::refuse_folder_elsewhere(&transaction, wanted.folder_id)?;
    }
    if wanted.tags != before.tags {
        tags::replace(&transaction, path.id, &wanted.tags)?;
    }
    transaction.execute(UpdatePage {
        title: wanted.title,
        finding: wanted.finding,
        status: wanted.status,
        folder_id: wanted.folder_id,
        indexed_as: TOKENIZER,
        now: Time::now(),
    })?;
    let after = pages::one(&transaction, path.id)?;
    terms::write_of_page(&transaction, &after)?;
    let entry = AuditEntry::of("research_page.changed", "research_page", &path.id);
    transaction.audit(entry.before(&pages::audited(&before)).after(&pages::audited(&after)))?;
    tree::tell_members(&transaction, after.space_id, after.project.id)?;
    transaction.commit()?;
    Ok(Answer::json(&after))
}

/// Rename a page, change its status or its tags
///
/// Changes the fields that are sent, as the member who minted the key, who must be an owner or editor of the page's space. Any status may
/// follow any other. With `version` a change that was based on an older one is a 409 `conflict`.
#[endpoint(repeats = update_page, patch = "/research/pages/{id}", key = "research:write")]
pub struct update_page_by_key;

/// The page as it is to be. Changes of the tree wait for each other, so nobody changes it meanwhile.
fn wanted(before: &Page, change: PageChange, tags: Option<Vec<String>>) -> Page {
    let mut wanted = before.clone();
    if let Some(PageTitle(title)) = change.title {
        wanted.title = title;
    }
    if let Some(finding) = change.finding.given() {
        wanted.finding = finding.filter(|finding| !finding.is_empty());
    }
    wanted.status = change.status.unwrap_or(wanted.status);
    if let Some(folder_id) = change.folder_id.given() {
        wanted.folder_id = folder_id;
    }
    wanted.tags = tags.unwrap_or(wanted.tags);
    wanted
}

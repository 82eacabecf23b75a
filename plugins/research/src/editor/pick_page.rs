//! `POST /session/research/pages/{id}/pick`.

use crate::editor::PagePath;
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

statement!(app_store, InsertPickedPage, "src/editor/insert_picked_page.sql");
statement!(app_store, SelectPickedPage, "src/editor/picked_page.sql");

/// A page to be made.
#[derive(Schema, Deserialize)]
pub struct NewPickedPage {
    #[schema(single_line, min_length = 1, max_length = 200, example = "Liquidations of March")]
    title: String,
}

/// The page that was made.
#[derive(Row, Schema, Serialize)]
pub struct PickedPage {
    #[schema(example = 13)]
    pub id: i64,
    #[schema(example = "Liquidations of March")]
    pub title: String,
    #[schema(example = 3)]
    pub project_id: i64,
    /// The folder; null at the project's root.
    #[schema(example = 5)]
    pub folder_id: Option<i64>,
    pub created_at: Time,
}

/// Make a page that another one links to
///
/// For editors. The new page is an empty draft in the project and folder of the page on which it was typed.
#[endpoint(
    post = "/session/research/pages/{id}/pick", session, module = "research", status = 201, guard = PageRole::Editor,
    guard_path(page_id = id), body = PickedPage
)]
pub fn create_picked_page(_path: PagePath, JsonBody(new): JsonBody<NewPickedPage>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let new_page_id = transaction.insert(InsertPickedPage { title: new.title, now: Time::now() })?;
    let page: Option<PickedPage> = transaction.one(SelectPickedPage { new_page_id })?;
    let page = page.ok_or_else(|| Problem::not_found("The page is gone: try again."))?;
    let entry = AuditEntry::of("page.created", "research_page", &page.id);
    transaction.audit(entry.after(&json!({ "project_id": page.project_id, "folder_id": page.folder_id })))?;
    transaction.commit()?;
    Ok(Answer::json(&page).with_status(201))
}

//! Pages: their own fields. What they say lies in blocks.

pub mod cited;
pub mod create;
pub mod create_keyed;
pub mod delete;
pub mod get;
pub mod list_keyed;
pub mod readable;
pub mod restore;
pub mod room;
pub mod shown_blocks;
pub mod tags;
pub mod update;
pub mod view;

use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

statement!(app_store, SelectPage, "src/pages/page_fields.sql");
statement!(app_store, SelectTags, "src/pages/tags_of_pages.sql");
statement!(app_store, SelectFolderOfProject, "src/pages/folder_of_project.sql");

/// The state of the work on a page.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageStatus {
    Draft,
    InReview,
    Final,
}

/// The title of a page.
#[derive(Schema, Deserialize)]
#[schema(single_line, min_length = 1, max_length = 200, example = "Liquidations of March")]
pub struct PageTitle(pub String);

/// A page's own fields.
#[derive(Row, Schema, Serialize, Debug, Clone, PartialEq)]
pub struct Page {
    /// Id of the page, unique in a deployment.
    #[schema(example = 1)]
    pub id: i64,
    /// The space in which it lies.
    #[schema(example = 4)]
    pub space_id: i64,
    /// The project of the page.
    #[row(prefix = "project_")]
    pub project: Named,
    /// The folder in which it lies; null at the root of the project.
    #[schema(example = 1)]
    pub folder_id: Option<i64>,
    /// The title that people gave it.
    #[schema(example = "Liquidations of March")]
    pub title: String,
    /// The finding, in one line.
    #[schema(example = "Most of the debt was repaid within an hour.")]
    pub finding: Option<String>,
    /// The state of the work on it.
    pub status: PageStatus,
    /// Tags in the order of the alphabet.
    #[row(skip)]
    #[schema(example = ["aave", "liquidations"])]
    pub tags: Vec<String>,
    /// True where the page began with the blocks of a template.
    #[schema(example = false)]
    pub from_template: bool,
    /// Version of the document, raised by each save of the page's blocks and by nothing else.
    #[schema(example = 41)]
    pub document_version: i64,
    /// Version of the page's other fields, raised by each change of them.
    #[schema(example = 3)]
    pub version: i64,
    /// The person who made the page.
    #[row(prefix = "created_by_")]
    pub created_by: NamedPerson,
    /// The person who last changed its fields or its blocks.
    #[row(prefix = "updated_by_")]
    pub updated_by: NamedPerson,
    /// The time at which it was made.
    pub created_at: Time,
    /// The time of its last change.
    pub updated_at: Time,
    /// The time at which an owner last checked it against chain data; null where it was not checked.
    pub verified_at: Option<Time>,
    /// True where the blocks are still those that were checked.
    #[schema(example = false)]
    pub verified: bool,
}

#[derive(Row)]
struct PageTag {
    page_id: i64,
    tag: String,
}

/// Adds the tags of up to 500 pages, which one statement gives.
pub fn add_tags(pages: &mut [Page]) -> Result<(), Problem> {
    let ids = pages.iter().map(|page| page.id).collect();
    put_tags(pages, SelectTags { pages: ids }.all()?);
    Ok(())
}

fn put_tags(pages: &mut [Page], tags: Vec<PageTag>) {
    let mut by_page: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for PageTag { page_id, tag } in tags {
        by_page.entry(page_id).or_default().push(tag);
    }
    for page in pages {
        page.tags = by_page.remove(&page.id).unwrap_or_default();
    }
}

/// A page of the guard's space with its tags, as the transaction sees it.
pub fn one(transaction: &Transaction, id: i64) -> Result<Page, Problem> {
    let page: Option<Page> = transaction.one(SelectPage { id })?;
    let mut page = page.ok_or_else(|| gone(id))?;
    put_tags(std::slice::from_mut(&mut page), transaction.all(SelectTags { pages: vec![id] })?);
    Ok(page)
}

pub fn gone(id: i64) -> Problem {
    Problem::not_found(format!("There is no page {id} here."))
}

/// Refuses a folder that is not of the guard's project.
fn refuse_folder_elsewhere(transaction: &Transaction, folder_id: Option<i64>) -> Result<(), Problem> {
    let Some(folder_id) = folder_id else { return Ok(()) };
    match transaction.query(SelectFolderOfProject { folder_id })?.is_empty() {
        true => Err(Problem::invalid_field("folder_id", format!("The page's project has no folder {folder_id}."))),
        false => Ok(()),
    }
}

/// The audit log's record of a page: what people wrote stays in the space.
fn audited(page: &Page) -> serde_json::Value {
    json!({
        "space_id": page.space_id, "project_id": page.project.id, "folder_id": page.folder_id, "status": page.status,
        "tags": page.tags.len(), "version": page.version,
    })
}

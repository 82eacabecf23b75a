//! `POST /session/research/projects/{project_id}/pages`.

use crate::pages::tags::{self, Tag};
use crate::pages::{self, Page, PageStatus, PageTitle};
use crate::templates::{self, TemplateBlock};
use crate::terms::{self, TermsOfBlocks};
use crate::tree;
use quarry_research_pages::access::ProjectRole;
use quarry_research_terms::TOKENIZER;
use quarry_sdk::prelude::*;

statement!(app_store, CountPages, "src/pages/page_count.sql");
statement!(app_store, InsertPage, "src/pages/insert_page.sql", status: PageStatus);
statement!(app_store, InsertBlocksOfTemplate, "src/pages/insert_blocks_of_template.sql");

/// Pages that a project has at most, those in the trash included.
const MOST_PAGES: i64 = 5_000;

/// A project, in the path of its pages.
#[derive(Parameters)]
pub struct PagesPath {
    /// Id of the project.
    #[parameter(path, minimum = 1, example = "1")]
    pub project_id: i64,
}

/// A page to be made.
#[derive(Schema, Deserialize)]
pub struct NewPage {
    /// The title of the page.
    title: PageTitle,
    /// The finding, in one line.
    #[schema(optional, single_line, max_length = 300, example = "Most of the debt was repaid within an hour.")]
    finding: Option<String>,
    /// The page's status; `draft` by default.
    #[schema(optional)]
    status: Option<PageStatus>,
    /// Words by which it is found.
    #[schema(optional, max_items = 20)]
    tags: Option<Vec<Tag>>,
    /// Id of a folder of the project; its root by default.
    #[schema(optional, example = 1)]
    folder_id: Option<i64>,
    /// A template of the space, with whose blocks the page begins.
    #[schema(optional, example = 1)]
    template_id: Option<i64>,
}

impl NewPage {
    /// One without blocks or tags.
    pub fn empty(title: PageTitle, folder_id: Option<i64>) -> NewPage {
        NewPage { title, finding: None, status: None, tags: None, folder_id, template_id: None }
    }
}

/// Make a page
///
/// Creates the page in a project, without blocks or with copies of a template's. Needs the role `editor` or `owner`. A project has at most
/// 5,000 pages, those in the trash included; a page has at most 20 tags of at most 60 characters.
#[endpoint(
    post = "/session/research/projects/{project_id}/pages", session, module = "research", status = 201,
    guard = ProjectRole::Editor,
    refuses(422, "too_many_pages", "A project has at most 5,000 pages, those in the trash included."),
    body = Page
)]
pub fn create_page(
    guarded: Guarded<ProjectRole>,
    path: PagesPath,
    JsonBody(new): JsonBody<NewPage>,
) -> Result<Answer, Problem> {
    make(guarded.tenant(), path.project_id, new)
}

/// Makes it in the guard's project.
pub fn make(space_id: i64, project_id: i64, new: NewPage) -> Result<Answer, Problem> {
    let tags = tags::normal(new.tags.unwrap_or_default())?;
    let transaction = Transaction::begin()?;
    tree::touch(&transaction)?;
    if transaction.query(CountPages {})?.integer(0, "pages").unwrap_or_default() >= MOST_PAGES {
        let sentence = format!("The project has {MOST_PAGES} pages, and that is the most: some may lie in the trash.");
        return Err(Problem::new(422, "too_many_pages", sentence).with("limit", MOST_PAGES));
    }
    pages::refuse_folder_elsewhere(&transaction, new.folder_id)?;
    let blocks = new.template_id.map(|id| templates::blocks_of(&transaction, id)).transpose()?;
    let (PageTitle(title), now) = (new.title, Time::now());
    let id = transaction.insert(InsertPage {
        folder_id: new.folder_id,
        title,
        finding: new.finding.filter(|finding| !finding.is_empty()),
        status: new.status.unwrap_or(PageStatus::Draft),
        from_template: blocks.is_some(),
        indexed_as: TOKENIZER,
        now,
    })?;
    tags::replace(&transaction, id, &tags)?;
    let block_count = blocks.as_ref().map_or(0, Vec::len);
    if let Some(blocks) = blocks.filter(|blocks| !blocks.is_empty()) {
        copy_blocks(&transaction, id, blocks, now)?;
    }
    let page = pages::one(&transaction, id)?;
    terms::write_of_page(&transaction, &page)?;
    let entry = AuditEntry::of("research_page.created", "research_page", &id);
    transaction.audit(entry.after(&json!({ "page": pages::audited(&page), "blocks": block_count })))?;
    tree::tell_members(&transaction, space_id, project_id)?;
    transaction.commit()?;
    Ok(Answer::json(&page).with_status(201))
}

/// Begins the page with the blocks of a template.
fn copy_blocks(transaction: &Transaction, page_id: i64, blocks: Vec<TemplateBlock>, now: Time) -> Result<(), Problem> {
    #[derive(Row)]
    struct Made {
        id: i64,
        position: i64,
    }
    let mut terms = TermsOfBlocks::of(blocks.iter().map(|block| (block.body.as_str(), &block.attrs, 0)));
    let rows = blocks.into_iter().zip(0..).map(|(block, position)| InsertBlocksOfTemplateBlocks {
        kind: block.kind,
        body: block.body,
        attrs: block.attrs.to_string(),
        position,
        indexed_as: terms.indexed_as(usize::try_from(position).unwrap_or(usize::MAX)),
    });
    let rows = rows.collect();
    let mut made: Vec<Made> = transaction.all(InsertBlocksOfTemplate { page_id, blocks: rows, now })?;
    made.sort_by_key(|made| made.position);
    terms.write_terms(transaction, page_id, made.iter().map(|made| Some(made.id)).collect())
}

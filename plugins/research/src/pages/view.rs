//! A page with all that it shows. The number of statements does not grow with the page.

use crate::folders::{self, Folder, SelectFolders};
use crate::guest_passes::GuestPass;
use crate::pages::cited::{self, CitedValue};
use crate::pages::shown_blocks::{ShownBlock, shown};
use crate::pages::{self, Page, SelectPage};
use crate::publications::state::{self, Publication, PublishingState, Verification};
use crate::uploads::link::{self, FileLink};
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::{Block, SelectPageBlocks};
use quarry_sdk::prelude::*;

/// The actions that the reader may take on a page.
#[derive(Schema, Serialize)]
pub struct PagePermissions {
    /// The reader may change the page's fields and blocks.
    pub write: bool,
    /// The reader may comment on the page.
    pub comment: bool,
    /// The reader may put the page into the trash.
    pub trash: bool,
    /// The reader may verify the page, publish it, and share it with an outside reader.
    pub publish: bool,
}

/// A page, where it lies, and what it says.
#[derive(Schema, Serialize)]
pub struct PageView {
    #[serde(flatten)]
    #[schema(flatten)]
    pub page: Page,
    /// The folders in which it lies, from the root of its project.
    pub path: Vec<Named>,
    /// The reader's role in the space.
    pub role: PageRole,
    /// The actions that the reader may take here.
    pub can: PagePermissions,
    /// Blocks in the order of their positions.
    pub blocks: Vec<ShownBlock>,
    /// The figures whose tokens stand in bodies and captions of blocks, or that a `citation` or `live_value` names in `attrs.citation_id`, by
    /// id, each once.
    /// A token that names no citation of the space has none, and stays text. A page that cites more than 10,000 shows the first ones.
    pub cited_values: Vec<CitedValue>,
    /// The files that blocks of images and files show, each with a link that works for an hour.
    pub files: Vec<FileLink>,
    /// The check by an owner; null where there was none.
    pub verification: Option<Verification>,
    /// The copy for readers outside; null where the page was never published.
    pub publication: Option<Publication>,
    /// The links by which readers from outside see the page, the newest first. Only owners see them.
    pub guest_passes: Vec<GuestPass>,
}

/// The guard's page, for somebody with this role.
pub fn page_view(role: PageRole, id: i64) -> Result<PageView, Problem> {
    let page: Option<Page> = SelectPage { id }.one()?;
    let mut page = page.ok_or_else(|| pages::gone(id))?;
    pages::add_tags(std::slice::from_mut(&mut page))?;
    let folders: Vec<Folder> = match page.folder_id {
        Some(_) => SelectFolders {}.all()?,
        None => Vec::new(),
    };
    let blocks: Vec<Block> = SelectPageBlocks {}.all()?;
    let cited_values = cited::values(&blocks)?;
    let files = link::of_blocks(&blocks)?;
    let PublishingState { verification, publication } = state::read()?;
    Ok(PageView {
        path: folders::path_to(&folders, page.folder_id),
        page,
        role,
        can: PagePermissions {
            write: role >= PageRole::Editor,
            comment: role >= PageRole::Commenter,
            trash: role >= PageRole::Owner,
            publish: role >= PageRole::Owner,
        },
        blocks: shown(blocks, &cited_values, &files),
        cited_values,
        files,
        verification,
        publication,
        guest_passes: state::guest_passes(role)?,
    })
}

//! `GET /session/research/trash`.

use crate::access::ActiveSpaceRole;
use crate::trash::{self, DAYS_KEPT};
use quarry_sdk::prelude::*;

statement!(app_store, SelectTrash, "src/trash/trash.sql");

/// The kind of a thing in the trash.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrashedKind {
    Page,
    Project,
}

/// A page or a project in the trash.
#[derive(Row, Schema, Serialize)]
pub struct TrashedThing {
    pub kind: TrashedKind,
    /// The id of the page or of the project.
    #[schema(example = 2)]
    pub id: i64,
    /// The title of the page or the name of the project.
    #[schema(example = "Liquidations of March")]
    pub title: String,
    /// The project of a page; null of a project.
    #[row(prefix = "project_")]
    pub project: Option<Named>,
    /// True for a page whose project lies in the trash too and must be restored first.
    #[schema(example = false)]
    pub parent_in_trash: bool,
    pub trashed_at: Time,
    /// The person who moved it to the trash.
    #[row(prefix = "trashed_by_")]
    pub trashed_by: NamedPerson,
    /// The time from which on it cannot be restored any more.
    #[row(skip)]
    pub removed_at: Option<Time>,
    /// True when the reader's role allows to restore it: editors restore pages, owners projects.
    #[row(skip)]
    #[schema(example = true)]
    pub can_restore: bool,
}

impl TrashedThing {
    /// The same as a reader of that role is shown it.
    fn shown_to(mut self, role: ActiveSpaceRole) -> TrashedThing {
        let needed = match self.kind {
            TrashedKind::Page => ActiveSpaceRole::Editor,
            TrashedKind::Project => ActiveSpaceRole::Owner,
        };
        self.can_restore = role >= needed;
        self.removed_at = Some(self.trashed_at.plus_days(DAYS_KEPT));
        self
    }
}

/// The trash of a space.
#[derive(Schema)]
pub struct Trash {
    /// The active space.
    #[schema(example = 4)]
    pub space_id: i64,
    /// Days that things stay in the trash.
    #[schema(example = 30)]
    pub kept_days: i64,
    #[schema(flatten)]
    pub page: PageMembers,
    /// The last that was put there first. Pages that lie in a project of the trash, and were not put there on their own, are not named.
    pub trash: Vec<TrashedThing>,
}

/// The trash of the active space
///
/// Lists projects and pages that were put into the trash, and how long they are kept. Any member of the space may.
#[endpoint(
    get = "/session/research/trash", session, module = "research", paged, guard = ActiveSpaceRole::Viewer, body = Trash
)]
pub fn list_trash(request: &Request, guarded: Guarded<ActiveSpaceRole>) -> Result<Answer, Problem> {
    let rows = SelectTrash { kept_since: trash::kept_since() }.query()?;
    let mut things: Vec<TrashedThing> = rows.read()?;
    things.truncate(request.page_size());
    let things: Vec<TrashedThing> = things.into_iter().map(|thing| thing.shown_to(guarded.rank())).collect();
    let body = Answer::object().member("space_id", &guarded.tenant()).member("kept_days", &DAYS_KEPT);
    Ok(body.own_page("trash", rows, &things).into())
}

//! `POST /session/research/pages/{id}/document`.

use crate::access::PagePath;
use crate::document::body::UnsavedChanges;
use crate::document::draft::{self, DraftOrigin};
use crate::document::merge::{self, Sent};
use crate::document::save::{self, Outcome};
use crate::document::write::Purpose;
use crate::versions::PageVersionKind;
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

/// Save what a closing tab has not saved yet
///
/// A beacon: it asks for no CSRF token, and comes from our own pages alone. Blocks that it does not name stay. Where one of its
/// blocks was changed on both sides, or the page takes no more, nothing is saved, and the next reading of the document has it as
/// `recoverable_draft`.
#[endpoint(
    post = "/session/research/pages/{id}/document", session, beacon, module = "research", status = 204,
    guard = PageRole::Editor, guard_path(page_id = id), max_body_bytes = 65_536,
    refuses(422, "unknown_upload", "The page has no such upload."),
    refuses(422, "upload_missing", "The file was not sent yet."),
    refuses(422, "upload_type_mismatch", "The file is not of the type that was declared; it was removed."),
    refuses(422, "too_many_uploads", "One save attaches 100 new files at most."),
    body = ()
)]
pub fn save_closing_tab(path: PagePath, JsonBody(unsaved): JsonBody<UnsavedChanges>) -> Result<Answer, Problem> {
    save::check("changed", &unsaved.changed)?;
    let UnsavedChanges { base_version, changed, removed } = &unsaved;
    let purpose =
        Purpose { page_id: path.id, kind: PageVersionKind::Autosave, action: "document.saved", draft_id: None };
    let sent = Sent { list: "changed", base_version: *base_version, blocks: changed, removed: Some(removed) };
    let saved = save::save(purpose, |current, within| merge::plan(&sent, current, within));
    // The tab is closed: what is not kept now is nowhere else.
    let is_refused = matches!(&saved, Err(problem) if problem.status() == 422);
    if is_refused || matches!(saved, Ok(Outcome::Conflicts { .. })) {
        draft::keep_draft(DraftOrigin::Beacon, *base_version, changed, removed)?;
    }
    saved?;
    Ok(Answer::no_content())
}

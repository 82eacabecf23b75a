//! `PUT /research/pages/{id}/document` and `PUT /session/research/pages/{id}/document`.

use crate::access::PagePath;
use crate::document::body::{Document, NewDocument};
use crate::document::draft::{self, DeleteDraft, DraftOrigin};
use crate::document::merge::{self, Sent};
use crate::document::save::{self, Outcome};
use crate::document::write::Purpose;
use crate::versions::PageVersionKind;
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

/// Save the document of a page
///
/// All blocks in their order. On an older base it is merged block by block with what others saved: only a block that was changed, or
/// removed, on both sides is a conflict. Then nothing is saved, and what was sent is kept as the draft `draft_id`.
#[endpoint(
    put = "/session/research/pages/{id}/document", session, module = "research", guard = PageRole::Editor,
    guard_path(page_id = id), max_body_bytes = 4_194_304,
    refuses(409, "conflict", "Blocks were changed on both sides: `conflicts` has each with its `base`, `yours` and `theirs`."),
    refuses(422, "unknown_upload", "The page has no such upload."),
    refuses(422, "upload_missing", "The file was not sent yet."),
    refuses(422, "upload_type_mismatch", "The file is not of the type that was declared; it was removed."),
    refuses(422, "too_many_uploads", "One save attaches 100 new files at most."),
    body = Document
)]
pub fn save_document(path: PagePath, JsonBody(new): JsonBody<NewDocument>) -> Result<Answer, Problem> {
    save::check("blocks", &new.blocks)?;
    let purpose =
        Purpose { page_id: path.id, kind: PageVersionKind::Autosave, action: "document.saved", draft_id: new.draft_id };
    let sent = Sent { list: "blocks", base_version: new.base_version, blocks: &new.blocks, removed: None };
    match save::save(purpose, |current, within| merge::plan(&sent, current, within))? {
        Outcome::Conflicts { conflicts, current_version } => {
            let draft_id = draft::keep_draft(DraftOrigin::Conflict, new.base_version, &new.blocks, &[])?;
            Err(save::conflict(current_version, &conflicts).with("draft_id", draft_id))
        }
        outcome => {
            if let (Outcome::Unchanged { .. }, Some(id)) = (&outcome, new.draft_id) {
                DeleteDraft { id }.query()?;
            }
            Ok(Answer::json(&save::answer(outcome)?))
        }
    }
}

/// Replace the document of a page
///
/// Saves as the member who minted the key, by the same rules as a save by hand: all blocks in their order, merged block by block on an
/// older base.
#[endpoint(repeats = save_document, put = "/research/pages/{id}/document", key = "research:write")]
pub struct save_document_by_key;

//! Saving what was imported, behind the blocks of the page or in their place.

use crate::bundles::replacement;
use crate::document::body::Document;
use crate::document::content::Content;
use crate::document::draft::{self, DraftOrigin};
use crate::document::merge::{Plan, Target};
use crate::document::save;
use crate::document::sent_block::SentBlock;
use crate::document::write::Purpose;
use crate::versions::PageVersionKind;
use quarry_sdk::prelude::*;
use std::cell::Cell;

/// Saves the contents behind the blocks that are there.
pub fn append(page_id: i64, contents: &[Content]) -> Result<Document, Problem> {
    let purpose = Purpose { page_id, kind: PageVersionKind::Autosave, action: "document.imported", draft_id: None };
    let outcome = save::save(purpose, |current, _| {
        let stored = current.blocks.iter().map(|stored| Target::stored(stored.block.id));
        let new = contents.iter().cloned().map(Target::new);
        Ok(Plan { targets: stored.chain(new).collect(), ..Plan::default() })
    })?;
    save::answer(outcome)
}

/// Saves the contents in the place of the blocks that are there: a version of its own, as a restore is, and the one before it stays. Contents
/// that meet a newer version are kept as a draft.
pub fn replace(page_id: i64, contents: &[Content], base_version: i64) -> Result<Document, Problem> {
    let purpose = Purpose { page_id, kind: PageVersionKind::Restore, action: "document.imported", draft_id: None };
    let newer = Cell::new(None);
    let outcome = save::save(purpose, |current, _| {
        if current.document_version != base_version {
            newer.set(Some(current.document_version));
            return Err(Problem::not_found("The version that is to be replaced is not the newest."));
        }
        Ok(Plan { targets: replacement::targets(current, contents), ..Plan::default() })
    });
    let Some(current_version) = newer.get() else { return save::answer(outcome?) };
    let sent: Vec<SentBlock> = contents.iter().enumerate().map(|(place, content)| sent(place, content)).collect();
    let draft_id = draft::keep_draft(DraftOrigin::Conflict, base_version, &sent, &[])?;
    let sentence = format!(
        "The document is at version {current_version}: nothing was replaced, and what was sent is kept as a draft."
    );
    let problem = Problem::new(409, "conflict", sentence).with("current_version", current_version);
    Err(problem.with("conflicts", json!([])).with("draft_id", draft_id))
}

fn sent(place: usize, content: &Content) -> SentBlock {
    SentBlock::new(format!("import-{place}"), content.kind, content.body.clone(), content.attrs.clone())
}

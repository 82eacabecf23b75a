//! `PATCH /session/saved_items/{id}`.

use crate::saved_items::access::{SavedItemPath, SavedItemRole};
use crate::saved_items::{self, SavedItemCard, SavedNote, canonical};
use quarry_sdk::prelude::*;
use std::iter;

statement!(app_store, UpdateSavedItem, "src/saved_items/update_saved_item.sql");

/// The note to keep in the place of the one before.
#[derive(Schema, Deserialize)]
pub struct SavedItemChange {
    /// The new note; null clears it.
    note: Option<SavedNote>,
}

/// Change the note of a saved copy
///
/// Changes the note alone: the saved data never change. Needs the role `editor` or `owner`.
#[endpoint(
    patch = "/session/saved_items/{id}", session, module = "research", guard = SavedItemRole::Editor, body = SavedItemCard
)]
pub fn update_saved_item(path: SavedItemPath, JsonBody(change): JsonBody<SavedItemChange>) -> Result<Answer, Problem> {
    let note = change.note.map(|SavedNote(note)| note);
    let transaction = Transaction::begin()?;
    let before = saved_items::one(&transaction, path.id)?;
    transaction.execute(UpdateSavedItem { note, now: Time::now() })?;
    let mut after = saved_items::one(&transaction, path.id)?;
    let entry = AuditEntry::of("saved_item.changed", "saved_item", &path.id);
    transaction.audit(entry.before(&saved_items::audited(&before.item)).after(&saved_items::audited(&after.item)))?;
    transaction.commit()?;
    canonical::fill(iter::once(&mut after.item));
    Ok(Answer::json(&after))
}

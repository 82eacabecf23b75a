//! `PATCH /session/value_notes/{id}`.

use crate::note::color::Color;
use crate::note::{self, Content, Note, NotePath, OwnNote};
use quarry_sdk::prelude::*;

statement!(app_store, UpdateNote, "src/note/update_note.sql", color: Color);

/// The fields to change. Fields that are left out stay.
#[derive(Schema, Deserialize)]
pub struct NoteChange {
    #[schema(optional)]
    content: Option<Content>,
    /// The colour, one of the five swatches, in upper or lower case.
    #[schema(optional, example = "#6B3A72")]
    color: Option<String>,
}

/// Change a note
///
/// Changes its text or its color. Any member of its space may do this.
#[endpoint(patch = "/session/value_notes/{id}", session, module = "research", guard = OwnNote, body = Note)]
pub fn update_note(path: NotePath, JsonBody(change): JsonBody<NoteChange>) -> Result<Answer, Problem> {
    let color = change.color.as_deref().map(Color::read).transpose()?;
    let content = change.content.map(|Content(content)| content);
    let transaction = Transaction::begin()?;
    let before = note::one(&transaction, path.id)?;
    if content.is_none() && color.is_none() {
        return Ok(Answer::json(&before));
    }
    transaction.execute(UpdateNote { content, color, now: Time::now() })?;
    let after = note::one(&transaction, path.id)?;
    let entry = AuditEntry::of("note.changed", "note", &path.id);
    transaction.audit(entry.before(&note::audited(&before)).after(&note::audited(&after)))?;
    note::tell_members(&transaction, &after)?;
    transaction.commit()?;
    Ok(Answer::json(&after))
}

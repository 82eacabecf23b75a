//! `GET /field-notes/notes`

use crate::note::Note;
use quarry_sdk::prelude::*;

statement!(app_store, SelectNotes, "sql/notes.sql");

#[derive(Parameters)]
pub struct NotesQuery {
    /// The beginning of the title.
    #[parameter(max_length = 120, example = "Depeg")]
    start: Option<String>,
}

#[derive(Schema)]
pub struct Notes {
    #[schema(flatten)]
    pub page: PageMembers,
    /// The notes by title.
    #[schema(rows = SelectNotes)]
    pub notes: Vec<Note>,
}

/// The organization's notes
///
/// Page by page, in the order of their titles.
#[endpoint(get = "/field-notes/notes", key = "read", paged, body = Notes)]
pub fn list_field_notes_notes(query: NotesQuery) -> Result<Answer, Problem> {
    let notes = SelectNotes { start: query.start }.query()?;
    Ok(Answer::object().page("notes", notes).into())
}

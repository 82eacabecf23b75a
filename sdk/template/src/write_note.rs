//! `POST /field-notes/notes`

use crate::note::Note;
use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(app_store, UpsertNote, "sql/upsert_note.sql");

/// A note to keep.
#[derive(Deserialize, Schema)]
pub struct NewNote {
    /// Another note of this title is replaced.
    #[schema(min_length = 1, max_length = 120, example = "Depeg of March")]
    title: String,
    #[schema(example = "Began with a large swap.")]
    text: String,
}

/// The note as it was kept.
#[derive(Schema)]
pub struct WrittenNote {
    #[schema(rows = UpsertNote)]
    pub note: Note,
}

/// Writes a note
#[endpoint(
    post = "/field-notes/notes", key = "research:write", cache = no_store, body = WrittenNote
)]
pub fn write_field_notes_note(JsonBody(new): JsonBody<NewNote>) -> Result<Answer, Problem> {
    let upsert = UpsertNote { title: new.title, text: new.text, written_at: Time::now() };
    let transaction = Transaction::begin()?;
    let written = transaction.query(upsert)?;
    transaction.commit()?;
    Ok(Answer::object().row("note", written).into())
}

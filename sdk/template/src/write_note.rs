//! `POST /field-notes/notes`

use crate::note::Note;
use quarry_sdk::prelude::*;
use serde::Deserialize;
use std::time::{SystemTime, UNIX_EPOCH};

statement!(app_store, UpsertNote, "sql/upsert_note.sql");

const LONGEST_TITLE: usize = 120;

/// A note to keep.
#[derive(Deserialize, Schema)]
pub struct NewNote {
    /// 1 to 120 characters; another note of this title is replaced.
    #[schema(example = "Depeg of March")]
    title: String,
    #[schema(example = "Began with a large swap.")]
    text: String,
}

/// The note as it was kept.
#[derive(Schema)]
pub struct WrittenNote {
    pub note: Note,
}

/// Writes a note
#[endpoint(
    post = "/field-notes/notes", key = "research:write", cache = no_store, body = WrittenNote, statements = [UpsertNote]
)]
pub fn write_field_notes_note(
    _request: &Request,
    _query: (),
    JsonBody(new): JsonBody<NewNote>,
) -> Result<Answer, Problem> {
    let length = new.title.chars().count();
    if !(1..=LONGEST_TITLE).contains(&length) {
        let sentence = format!("The title has {length} characters: it must have 1 to {LONGEST_TITLE}.");
        return Err(Problem::invalid_field("title", sentence));
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let upsert = UpsertNote { title: new.title, text: new.text, written_at_seconds: now.cast_signed() };
    let transaction = Transaction::begin()?;
    let written = transaction.query(upsert)?;
    transaction.commit()?;
    Ok(Answer::object().row("note", written).into())
}

//! One transaction: a row, its audit entry, its event.

use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

statement!(app_store, InsertNote, "sql/insert_note.sql");

/// A note to keep.
#[derive(Debug, Deserialize, Schema)]
pub struct NewBenchNote {
    #[schema(example = "Depeg of March")]
    title: String,
}

/// A note was made.
#[derive(Debug, Serialize, Schema)]
pub struct NoteCreated {
    #[schema(example = 1)]
    pub id: i64,
}

impl Event for NoteCreated {
    const NAME: &'static str = "note.created";
    const SUMMARY: &'static str = "A note was made.";
}

/// A note, with its audit entry and its event
#[endpoint(post = "/bench/notes", key = "research:write", cache = no_store, body = NoteCreated)]
pub fn create_bench_note(
    _request: &Request,
    _query: (),
    JsonBody(note): JsonBody<NewBenchNote>,
) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let inserted = transaction.query(InsertNote { title: note.title })?;
    let id = inserted.integer(0, "id").unwrap_or_default();
    transaction.audit(AuditEntry::of("note.created", "note", &id))?;
    transaction.emit(&NoteCreated { id })?;
    transaction.commit()?;
    Ok(Answer::object().member("id", &id).into())
}

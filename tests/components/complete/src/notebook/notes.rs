//! Notes: each change with its audit entry, its event and its job.

use crate::notebook::jobs::{RecountNoteArguments, recount_note};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;
use serde::{Deserialize, Serialize};

statement!(app_store, InsertNote, "sql/insert_note.sql");
statement!(app_store, ExportNotes, "sql/export_notes.sql");
statement!(app_store, EraseNotes, "sql/erase_notes.sql");
statement!(app_store, SelectNote, "sql/select_note.sql");
statement!(app_store, RenameNote, "sql/rename_note.sql");

/// A note to keep.
#[derive(Debug, Deserialize, Schema)]
pub struct NewNotebookNote {
    /// Unique in the organization.
    #[schema(example = "Depeg of March")]
    title: String,
    /// The address that is told of it by mail.
    #[schema(example = "ada@example.org", optional)]
    mail_to: Option<String>,
}

/// Another title, based on a version.
#[derive(Debug, Deserialize, Schema)]
pub struct RenamedNote {
    #[schema(example = "Depeg of April")]
    title: String,
    /// The version that the change is based on.
    #[schema(example = 1)]
    version: i64,
}

/// A note as it is.
#[derive(Debug, Schema)]
pub struct NotebookNote {
    #[schema(example = 1)]
    pub id: i64,
    #[schema(example = "Depeg of March")]
    pub title: String,
    #[schema(example = 1)]
    pub version: i64,
    /// The number of times that it was counted.
    #[schema(example = 0)]
    pub recounts: i64,
}

/// A note that was made.
#[derive(Debug, Schema)]
pub struct MadeNote {
    #[schema(example = 1)]
    pub id: i64,
    #[schema(rows = SelectNote)]
    pub note: NotebookNote,
}

#[derive(Debug, Schema)]
pub struct OneNote {
    #[schema(rows = SelectNote)]
    pub note: NotebookNote,
}

/// A note was made.
#[derive(Debug, Serialize, Schema)]
pub struct NoteCreated {
    #[schema(example = 1)]
    pub id: i64,
    #[schema(example = "Depeg of March")]
    pub title: String,
}

impl Event for NoteCreated {
    const NAME: &'static str = "note.created";
    const SUMMARY: &'static str = "A note was made.";
}

#[derive(Parameters)]
pub struct NotePath {
    /// The note.
    #[parameter(path, minimum = 1, example = "1")]
    id: i64,
}

/// Makes a note
///
/// The note comes with its audit entry, its event, the job that counts it and, where asked for, a letter.
#[endpoint(
    post = "/notebook/notes", key = "research:write", cache = no_store, body = MadeNote
)]
pub fn create_notebook_note(JsonBody(note): JsonBody<NewNotebookNote>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let id = write(&transaction, &note)?;
    let written = transaction.query(SelectNote { id })?;
    transaction.commit()?;
    Ok(Answer::object().member("id", &id).row("note", written).into())
}

/// Makes a note and lets go of it
#[endpoint(post = "/notebook/abandoned", key = "research:write", cache = no_store, body = NotebookNote)]
pub fn abandon_notebook_note(JsonBody(note): JsonBody<NewNotebookNote>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let id = write(&transaction, &note)?;
    drop(transaction);
    Ok(Answer::object().member("id", &id).into())
}

fn write(transaction: &Transaction, note: &NewNotebookNote) -> Result<i64, Problem> {
    let inserted = transaction.query(InsertNote { title: note.title.clone() })?;
    let id = inserted.integer(0, "id").unwrap_or_default();
    let entry = AuditEntry::of("note.created", "note", &id).after(&json!({ "title": note.title }));
    transaction.audit(entry)?;
    transaction.emit(&NoteCreated { id, title: note.title.clone() })?;
    transaction.enqueue::<recount_note>(&RecountNoteArguments { id })?;
    if let Some(to) = &note.mail_to {
        let subject = format!("Note {id}");
        transaction.send_mail(&Mail { to: to.clone(), subject, text: format!("“{}” was made.\n", note.title) })?;
    }
    Ok(id)
}

/// A note
#[endpoint(get = "/notebook/notes/{id}", key = "read", body = OneNote)]
pub fn get_notebook_note(path: NotePath) -> Result<Answer, Problem> {
    let note = SelectNote { id: path.id }.query()?;
    if note.is_empty() {
        return Err(Problem::not_found(format!("There is no note {}.", path.id)));
    }
    Ok(Answer::object().row("note", note).into())
}

/// Renames a note
#[endpoint(
    patch = "/notebook/notes/{id}", key = "research:write", cache = no_store, body = OneNote
)]
pub fn rename_notebook_note(path: NotePath, JsonBody(renamed): JsonBody<RenamedNote>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let changed =
        transaction.execute(RenameNote { id: path.id, title: renamed.title.clone(), version: renamed.version })?;
    let note = transaction.query(SelectNote { id: path.id })?;
    match (changed, note.integer(0, "version")) {
        (_, None) => Err(Problem::not_found(format!("There is no note {}.", path.id))),
        (0, Some(current)) => Err(Problem::conflict(current)),
        _ => {
            transaction
                .audit(AuditEntry::of("note.renamed", "note", &path.id).after(&json!({ "title": renamed.title })))?;
            transaction.commit()?;
            Ok(Answer::object().row("note", note).into())
        }
    }
}

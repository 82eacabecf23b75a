//! `DELETE /session/value_notes/{id}`.

use crate::note::{self, NotePath, OwnNote};
use quarry_sdk::prelude::*;

statement!(app_store, DeleteNote, "src/note/delete_note.sql");

/// Remove a note
///
/// Everywhere: for any member of its space.
#[endpoint(
    delete = "/session/value_notes/{id}", session, module = "research", status = 204, guard = OwnNote, body = ()
)]
pub fn delete_note(path: NotePath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = note::one(&transaction, path.id)?;
    transaction.execute(DeleteNote {})?;
    transaction.audit(AuditEntry::of("note.removed", "note", &path.id).before(&note::audited(&before)))?;
    note::tell_members(&transaction, &before)?;
    transaction.commit()?;
    Ok(Answer::no_content())
}

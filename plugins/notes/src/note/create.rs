//! `POST /session/value_notes`.

use crate::note::color::Color;
use crate::note::value::{EnteredValue, HexValue};
use crate::note::{self, Content, Note};
use quarry_sdk::prelude::*;
use quarry_space_access::ChosenSpace;

statement!(app_store, InsertNote, "src/note/insert_note.sql", color: Color);
statement!(app_store, SelectSpaceName, "src/note/space_name.sql");

/// A note to be written.
#[derive(Schema, Deserialize)]
pub struct NewNote {
    value: EnteredValue,
    content: Content,
    /// The colour, one of the five swatches, in upper or lower case; Ocean Blue when left out.
    #[schema(optional, example = "#3F6B2F")]
    color: Option<String>,
    /// Id of one of the person's spaces; the active space by default.
    #[schema(optional, example = 4)]
    #[expect(dead_code, reason = "the guard reads it")]
    space_id: Option<i64>,
}

/// The note, and the space that it stands in.
#[derive(Schema, Serialize)]
pub struct WrittenNote {
    pub note: Note,
    #[schema(example = "Saved to Liquidations of March.")]
    pub notice: String,
}

/// Write a note about a value
///
/// Writes the note in the space that the body names, or in the active one. Any member of the space may. A value may have any number of
/// notes.
#[endpoint(
    post = "/session/value_notes", session, module = "research", status = 201, guard = ChosenSpace, body = WrittenNote
)]
pub fn create_note(JsonBody(new): JsonBody<NewNote>) -> Result<Answer, Problem> {
    let color = new.color.as_deref().map_or(Ok(Color::default()), Color::read)?;
    let Content(content) = new.content;
    let transaction = Transaction::begin()?;
    let note = write(&transaction, new.value.normal(), content, color)?;
    let space = transaction.query(SelectSpaceName {})?.text(0, "name").unwrap_or_default();
    transaction.commit()?;
    Ok(Answer::json(&WrittenNote { note, notice: format!("Saved to {space}.") }).with_status(201))
}

/// Writes a note in the guard's space, with its audit entry and word to the members.
pub fn write(transaction: &Transaction, value: HexValue, content: String, color: Color) -> Result<Note, Problem> {
    let HexValue(value) = value;
    let insert = InsertNote { value, content, color, now: Time::now() };
    let note = note::one(transaction, transaction.insert(insert)?)?;
    transaction.audit(AuditEntry::of("note.created", "note", &note.id).after(&note::audited(&note)))?;
    note::tell_members(transaction, &note)?;
    Ok(note)
}

//! Notes about values.

pub mod color;
pub mod create;
pub mod delete;
pub mod lookup;
pub mod update;
pub mod value;

use color::Color;
use quarry_sdk::prelude::*;
use quarry_space_access::SelectMembersToTell;
use value::HexValue;

statement!(app_store, SelectNote, "src/note/note.sql");
statement!(app_store, ExportNotes, "src/note/export_notes.sql");

/// A note of one of the caller's spaces: for any member.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/note/own_note.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no note {path.id} here."))]
pub struct OwnNote;

#[derive(Parameters)]
pub struct NotePath {
    /// Id of the note.
    #[parameter(path, minimum = 1, example = "9")]
    pub id: i64,
}

/// The text of a note: plain text.
#[derive(Schema, Deserialize)]
#[schema(multi_line, min_length = 1, max_length = 2000, example = "Deployer of three drained pools.")]
pub struct Content(pub String);

/// A note about a value.
#[derive(Row, Schema, Serialize)]
pub struct Note {
    /// Id of the note, unique in a deployment.
    #[schema(example = 9)]
    pub id: i64,
    /// The space in which it lies.
    #[schema(example = 4)]
    pub space_id: i64,
    pub value: HexValue,
    #[schema(example = "Deployer of three drained pools.")]
    pub content: String,
    pub color: Color,
    /// The author of the note.
    #[row(prefix = "author_")]
    pub author: NamedPerson,
    pub created_at: Time,
    pub updated_at: Time,
}

/// The note, as the transaction sees it.
fn one(transaction: &Transaction, id: i64) -> Result<Note, Problem> {
    transaction.one(SelectNote { id })?.ok_or_else(|| Problem::not_found(format!("There is no note {id} here.")))
}

/// Somebody changed what a space has noted about a value.
#[derive(Serialize, Schema)]
pub struct NotesChanged {
    #[schema(example = 4)]
    pub space_id: i64,
    pub value: HexValue,
}

impl Notification for NotesChanged {
    const NAME: &'static str = "notes.changed";
    const SUMMARY: &'static str = "Somebody changed the notes of a space about a value.";
}

/// Tells the other members, with the transaction.
fn tell_members(transaction: &Transaction, note: &Note) -> Result<(), Problem> {
    let changed = NotesChanged { space_id: note.space_id, value: note.value.clone() };
    transaction.notify_those(SelectMembersToTell {}, &changed)?;
    Ok(())
}

/// The audit log's record of a note. The note's text stays in its space, because people outside the space read the log.
fn audited(note: &Note) -> serde_json::Value {
    json!({ "space_id": note.space_id, "value": note.value, "color": note.color, "characters": note.content.chars().count() })
}

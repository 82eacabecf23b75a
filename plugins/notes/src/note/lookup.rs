//! `POST /session/notes/lookup`.

use crate::note::Note;
use crate::note::value::{EnteredValue, HexValue};
use quarry_sdk::prelude::*;
use quarry_space_access::{ChosenSpace, SpaceRole};

statement!(app_store, SelectNotes, "src/note/notes.sql");
statement!(app_store, SelectOwnSpaces, "src/note/own_spaces.sql");

/// Notes of all values together that an answer shows, as far as each value has its least share.
const NOTES_SHOWN: usize = 5_000;
/// Notes of one value that an answer shows at most.
const MOST_OF_A_VALUE: usize = 500;

/// The values on a page.
#[derive(Schema, Deserialize)]
pub struct Lookup {
    /// Values in any order; at most 500.
    #[schema(max_items = 500)]
    values: Vec<EnteredValue>,
    /// Id of one of the person's spaces; the active space by default.
    #[schema(optional, example = 4)]
    #[expect(dead_code, reason = "the guard reads it")]
    space_id: Option<i64>,
}

/// A space of the viewer.
#[derive(Row, Schema, Serialize)]
pub struct ViewersSpace {
    #[schema(example = 4)]
    pub id: i64,
    #[schema(example = "Liquidations of March")]
    pub name: String,
    pub role: SpaceRole,
    /// True for the space that the viewer works in.
    pub active: bool,
}

/// A value that the space has notes on.
#[derive(Schema, Serialize)]
pub struct Match {
    pub value: HexValue,
    /// The number of notes.
    #[schema(example = 2)]
    pub count: i64,
    /// Notes, the newest first: at least the newest 10, and up to 500 where few values are looked up.
    pub notes: Vec<Note>,
}

#[derive(Schema, Serialize)]
pub struct Matches {
    /// The space that was looked into.
    #[schema(example = 4)]
    pub space_id: i64,
    /// Spaces of the viewer, the oldest first.
    pub spaces: Vec<ViewersSpace>,
    /// The most-noted value first; values without notes are left out.
    pub matches: Vec<Match>,
}

/// Notes on the values of a page
///
/// Gives the notes of one of the viewer's spaces about hashes, addresses, pools and tokens. It changes nothing, so it needs no
/// CSRF token beyond the session.
#[endpoint(
    post = "/session/notes/lookup", session, beacon, acting = writes, module = "research", guard = ChosenSpace,
    body = Matches
)]
pub fn look_up_notes(guarded: Guarded<ChosenSpace>, JsonBody(lookup): JsonBody<Lookup>) -> Result<Answer, Problem> {
    let mut values: Vec<String> = lookup.values.into_iter().map(|value| value.normal().0).collect();
    values.sort();
    values.dedup();
    let shown = (NOTES_SHOWN / values.len().max(1)).min(MOST_OF_A_VALUE);
    let found = SelectNotes { values, shown: i64::try_from(shown).unwrap_or(i64::MAX) }.all()?;
    Ok(Answer::json(&Matches {
        space_id: guarded.tenant(),
        spaces: SelectOwnSpaces {}.all()?,
        matches: most_noted_first(found),
    }))
}

/// A note, and how many there are of its value.
#[derive(Row)]
struct Found {
    #[row(flatten)]
    note: Note,
    #[row(name = "notes")]
    count: i64,
}

/// Groups the rows, which come value by value.
fn most_noted_first(found: Vec<Found>) -> Vec<Match> {
    let mut matches: Vec<Match> = Vec::new();
    for Found { note, count } in found {
        match matches.last_mut().filter(|last| last.value == note.value) {
            Some(last) => last.notes.push(note),
            None => matches.push(Match { value: note.value.clone(), count, notes: vec![note] }),
        }
    }
    matches.sort_by(|one, other| other.count.cmp(&one.count).then_with(|| one.value.0.cmp(&other.value.0)));
    matches
}

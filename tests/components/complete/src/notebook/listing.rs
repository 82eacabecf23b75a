//! A list with several orders, in a text for each engine of the app store.

use crate::notebook::notes::NotebookNote;
use quarry_sdk::prelude::*;

statement!(app_store, ListNotes, "sql/list_notes.sql", order = NoteOrder);

/// The note that comes first.
#[derive(Debug, Clone, Copy, Choice)]
pub enum NoteOrder {
    Newest,
    Title,
    Counted,
}

#[derive(Parameters)]
pub struct NotesQuery {
    /// The note that comes first.
    #[parameter(default = "newest")]
    sort: NoteOrder,
    /// A pattern of the title.
    #[parameter(max_length = 64, example = "depeg%")]
    part: Option<String>,
}

#[derive(Schema)]
pub struct NotebookNotes {
    #[schema(flatten)]
    pub page: PageMembers,
    #[schema(rows = ListNotes)]
    pub notes: Vec<NotebookNote>,
}

/// The organization's notes
#[endpoint(get = "/notebook/notes", key = "read", cache = no_store, paged, body = NotebookNotes)]
pub fn list_notebook_notes(query: NotesQuery) -> Result<Answer, Problem> {
    let notes = ListNotes { order: query.sort, part: query.part }.query()?;
    Ok(Answer::object().page("notes", notes).into())
}

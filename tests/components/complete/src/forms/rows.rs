//! Rows found by lists, read as columns, and those of the engine's own state.

use crate::calls::Anything;
use crate::notebook::notes::NotebookNote;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;

statement!(app_store, SelectNotesByIds, "sql/notes_by_ids.sql");
statement!(warehouse, SelectDisks, "sql/engine_disks.sql");

#[derive(Parameters)]
pub struct ListsQuery {
    /// Numbers of notes, separated by commas; without it any.
    #[parameter(max_length = 100, example = "1,2")]
    ids: Option<String>,
    /// Titles.
    #[parameter(name = "titles[]", max_items = 3, example = "Depeg of March")]
    titles: Vec<String>,
}

#[derive(Schema)]
pub struct ListedNotes {
    #[schema(rows = SelectNotesByIds)]
    pub notes: Vec<NotebookNote>,
}

/// Notes by their numbers and titles
#[endpoint(
    get = "/complete/notes", key = "read", cache = no_store, body = ListedNotes,
    tool(name = "find_complete_notes", description = "Finds notes by their numbers and titles.")
)]
pub fn list_notes_by_ids(query: ListsQuery) -> Result<Answer, Problem> {
    let ids = query.ids.map(|ids| ids.split(',').filter_map(|id| id.parse().ok()).collect());
    let titles = (!query.titles.is_empty()).then_some(query.titles);
    Ok(Answer::object().rows("notes", SelectNotesByIds { ids, titles }.query()?).into())
}

/// Show the engine's disks, cell by cell and as columns
#[endpoint(get = "/complete/disks", keyless, cache = no_store, body = Anything)]
pub fn show_disks() -> Result<Answer, Problem> {
    let disks = SelectDisks {}.query()?;
    let columns: Vec<_> = disks.columns().into_iter().map(|column| column.name).collect();
    let count = disks.integer(0, "disks");
    Ok(Answer::json(&json!({ "disks": count, "columns": columns, "rows_read": disks.rows_read() })))
}

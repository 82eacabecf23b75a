use quarry_sdk::prelude::*;

statement!(app_store, SelectNotes, "sql/notes.sql");

#[derive(Schema)]
struct Note {
    title: String,
}

fn notes() -> Result<Vec<Note>, Problem> {
    Ok(SelectNotes {}.query()?.read::<Note>()?)
}

fn main() {}

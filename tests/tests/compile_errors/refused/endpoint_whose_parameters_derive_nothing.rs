use quarry_sdk::prelude::*;

struct NotesQuery {
    title: String,
}

/// A note
#[endpoint(get = "/notes", key = "read", status = 204)]
fn get_note(_request: &Request, _query: NotesQuery) -> Result<Answer, Problem> {
    Ok(Answer::no_content())
}

fn main() {}

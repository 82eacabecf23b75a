use quarry_sdk::prelude::*;

struct SelectNotes;

/// A note
#[endpoint(get = "/notes", key = "read", status = 204)]
fn get_note(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    Ok(Answer::no_content())
}

fn main() {}

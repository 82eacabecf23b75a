use quarry_sdk::prelude::*;

struct Note {
    title: String,
}

/// A note
#[endpoint(get = "/notes", key = "read", body = Note)]
fn get_note(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    Ok(Answer::object().into())
}

fn main() {}

use quarry_sdk::prelude::*;

/// No notes
#[endpoint(get = "/session/notes", session, status = 204)]
fn list_notes() -> Result<Answer, Problem> {
    Ok(Answer::no_content())
}

/// No notes by key
#[endpoint(repeats = list_notes, get = "/notes", key = "read", status = 204)]
struct list_notes_by_key;

fn main() {}

use quarry_sdk::prelude::*;

#[derive(Guard, Clone, Copy)]
#[guard("sql/notes.sql", tenant = "space", absent(404, "not_found", "There is no such note."))]
struct NoteAccess;

/// A note
#[endpoint(get = "/notes", session, status = 204)]
fn get_note(_request: &Request, _found: Guarded<NoteAccess>, _query: ()) -> Result<Answer, Problem> {
    Ok(Answer::no_content())
}

fn main() {}

use quarry_sdk::prelude::*;

/// A note
#[endpoint(get = "/notes", key = "read")]
fn get_note(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    Ok(Answer::no_content())
}

fn main() {}

use quarry_sdk::prelude::*;

/// Makes a note
#[endpoint(post = "/notes", key = "research:write", answers = everyone, status = 204)]
fn make_note(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    Ok(Answer::no_content())
}

fn main() {}

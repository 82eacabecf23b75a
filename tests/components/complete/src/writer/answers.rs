//! Answers with statuses, headers and refusals of their own, and a list of texts as a parameter.

use quarry_sdk::prelude::*;
use serde::Serialize;

#[derive(Parameters)]
pub struct ThingPath {
    /// The answer to make: `made`, `refused`, `undeclared_status`, `undeclared_header`.
    #[parameter(path, max_length = 40, example = "made")]
    what: String,
}

#[derive(Debug, Serialize, Schema)]
pub struct Thing {
    #[schema(example = "made")]
    pub what: String,
}

/// Makes a thing
#[endpoint(
    post = "/writer/things/{what}",
    keyless,
    cache = no_store,
    status = 201,
    answer_header("location", "Where the thing is."),
    answer_header("x-thing-count", "How many there are now."),
    refuses(422, "not_today", "Nothing of this kind is made today: come back tomorrow."),
    body = Thing
)]
pub fn make_thing(path: ThingPath) -> Result<Answer, Problem> {
    let answer = Answer::json(&Thing { what: path.what.clone() });
    match path.what.as_str() {
        "refused" => Err(Problem::new(422, "not_today", "Nothing of this kind is made today: come back tomorrow.")),
        "undeclared_status" => Ok(answer.with_status(202)),
        "undeclared_header" => Ok(answer.with_status(201).with_header("x-other", "1")),
        "broken_header" => Ok(answer.with_status(201).with_header("location", "a\nb")),
        _ => Ok(answer
            .with_status(201)
            .with_header("location", format!("/writer/things/{}", path.what))
            .with_header("x-thing-count", "2")),
    }
}

/// Accepts the making of a thing
#[endpoint(
    post = "/writer/orders/{what}",
    key = "research:write",
    cache = no_store,
    status = 202,
    answer_header("location", "Where the thing will be."),
    body = Thing
)]
pub fn order_thing(path: ThingPath) -> Result<Answer, Problem> {
    // Another place each time, so that an answer that is given again can be told from a second one.
    let location = format!("/writer/orders/{}/{}", path.what, super::uploads::call());
    Ok(Answer::json(&Thing { what: path.what }).with_status(202).with_header("location", location))
}

/// Removes a thing
#[endpoint(delete = "/writer/things/{what}", keyless, cache = no_store, status = 204)]
pub fn remove_thing(_path: ThingPath) -> Result<Answer, Problem> {
    Ok(Answer::no_content())
}

#[derive(Parameters)]
pub struct Columns {
    /// The columns to write.
    #[parameter(name = "columns[]", max_items = 3, example = "title,status")]
    columns: Vec<String>,
}

#[derive(Debug, Serialize, Schema)]
pub struct Asked {
    pub columns: Vec<String>,
}

/// Says which columns were asked for
#[endpoint(get = "/writer/columns", keyless, cache = no_store, body = Asked)]
pub fn ask_for_columns(query: Columns) -> Result<Answer, Problem> {
    Ok(Answer::json(&Asked { columns: query.columns }))
}

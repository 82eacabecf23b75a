//! One endpoint for each form of a body, and one that refuses what it is sent.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};
use serde::Deserialize;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// A note to keep.
#[derive(Debug, Deserialize)]
pub struct NewNote {
    title: String,
    #[serde(default)]
    tags: Vec<String>,
}

impl Schema for NewNote {
    fn schema() -> Json {
        json!({
            "title": "NewNote",
            "type": "object",
            "properties": {
                "title": { "type": "string", "minLength": 1, "maxLength": 40 },
                "tags": { "type": "array", "maxItems": 3, "items": { "type": "string" } },
            },
            "required": ["title"],
            "additionalProperties": false,
        })
    }

    fn example() -> Json {
        json!({ "title": "Depeg of March", "tags": ["usdc"] })
    }
}

/// A form with one field.
#[derive(Debug, Deserialize)]
pub struct Form {
    name: String,
}

impl Schema for Form {
    fn schema() -> Json {
        json!({
            "title": "Form",
            "type": "object",
            "properties": { "name": { "type": "string", "minLength": 1 } },
            "required": ["name"],
            "additionalProperties": false,
        })
    }

    fn example() -> Json {
        json!({ "name": "Ada" })
    }
}

/// The upload as it was written.
pub struct Written;

impl Schema for Written {
    fn schema() -> Json {
        json!({ "type": "object", "properties": { "call": { "type": "string" } }, "required": ["call"] })
    }

    fn example() -> Json {
        json!({ "call": "17" })
    }
}

/// Another number in each call: the seed of a hash map comes from the host's randomness.
pub fn call() -> String {
    RandomState::new().build_hasher().finish().to_string()
}

/// Keeps a note
#[endpoint(post = "/writer/notes", key = "research:write", cache = no_store, body = Written)]
pub fn create_note(JsonBody(note): JsonBody<NewNote>) -> Result<Answer, Problem> {
    Ok(Answer::object().member("title", &note.title).member("tags", &note.tags).member("call", &call()).into())
}

/// Takes a form
#[endpoint(post = "/writer/forms", key = "research:write", cache = no_store, body = Written)]
pub fn send_form(FormBody(form): FormBody<Form>) -> Result<Answer, Problem> {
    Ok(Answer::object().member("name", &form.name).member("call", &call()).into())
}

/// Takes a table of at most a kibibyte
#[endpoint(
    post = "/writer/tables", key = "research:write", cache = no_store, accepts = ["text/csv"], max_body_bytes = 1024,
    body = Written
)]
pub fn upload_table(table: RawBody) -> Result<Answer, Problem> {
    let answer = Answer::object().member("bytes", &table.bytes.len()).member("content_type", &table.content_type);
    Ok(answer.member("call", &call()).into())
}

/// Lines of a long text.
#[derive(Debug, Deserialize, Schema)]
pub struct LongText {
    #[schema(example = ["Depeg of March"])]
    lines: Vec<String>,
}

/// Takes a text of as many bytes as a route can declare
#[endpoint(
    post = "/writer/texts", key = "research:write", cache = no_store, max_body_bytes = 4_194_304, body = Written
)]
pub fn upload_text(JsonBody(text): JsonBody<LongText>) -> Result<Answer, Problem> {
    let bytes: usize = text.lines.iter().map(String::len).sum();
    let answer = Answer::object().member("lines", &text.lines.len()).member("bytes", &bytes);
    Ok(answer.member("call", &call()).into())
}

/// Refuses every note, with another number each time
#[endpoint(post = "/writer/refusals", key = "research:write", cache = no_store, body = Written)]
pub fn refuse_note(JsonBody(note): JsonBody<NewNote>) -> Result<Answer, Problem> {
    Err(Problem::new(422, "validation_failed", format!("\"{}\" is taken.", note.title)).with("call", call()))
}

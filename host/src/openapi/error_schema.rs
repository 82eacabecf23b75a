//! The schema of an interface's errors: the members that every error has, and those for machines that some have.
//!
//! A member has one meaning and one type wherever it stands. One that several families use is declared here.

use crate::openapi::Interface;
use serde_json::{Map, Value as Json, json};

/// The type of a member.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Text,
    Texts,
    Integer,
    Time,
}

impl Kind {
    fn schema(self, description: &str) -> Json {
        match self {
            Kind::Text => json!({ "type": "string", "description": description }),
            Kind::Texts => json!({ "type": "array", "items": { "type": "string" }, "description": description }),
            Kind::Integer => json!({ "type": "integer", "description": description }),
            Kind::Time => json!({ "type": "string", "format": "date-time", "description": description }),
        }
    }
}

/// Members that an error has where they apply.
const MEMBERS: [(&str, Kind, &str); 17] = [
    ("parameter", Kind::Text, "The parameter that was refused."),
    ("chains", Kind::Texts, "The chains that have what was named, each by its slug or its number: choose one."),
    ("scope", Kind::Text, "The scope that the key lacks."),
    ("permission", Kind::Text, "The staff permission that the person lacks."),
    ("ip", Kind::Text, "The client's address, which the key's list does not have."),
    ("module", Kind::Text, "The module that is switched off."),
    ("store", Kind::Text, "The store that did not answer: `app_store`, `objects` or `warehouse`."),
    ("allowance", Kind::Text, "The allowance of the plan that is spent, as `GET /me` names it."),
    ("limit", Kind::Integer, "The most that is allowed: of things, bytes or requests, as `code` says."),
    ("used", Kind::Integer, "The part of the limit that is used."),
    ("rows", Kind::Integer, "The rows that were asked for."),
    ("resets_at", Kind::Time, "The time at which the allowance is whole again."),
    ("accepted", Kind::Texts, "The media types that the operation takes."),
    ("current_version", Kind::Integer, "The newest version, where the change was based on an older one."),
    ("current_hash", Kind::Text, "The block that is there instead of the expected one."),
    ("environment", Kind::Text, "The environment that the key belongs to: `production` or `sandbox`."),
    ("max_bytes", Kind::Integer, "The bytes that an answer may have."),
];

/// The one schema of an interface's errors. Members of single operations may stand beside the listed ones.
pub(super) fn error_schema(interface: Interface) -> Json {
    let code = match interface {
        Interface::Api => "error",
        Interface::Session => "code",
    };
    let mut properties = Map::new();
    properties.insert(code.to_owned(), json!({ "type": "string", "pattern": "^[a-z][a-z0-9_]*$", "description": "Stable code for programs to compare." }));
    let sentence = "A sentence for people: what was wrong, with the value, and what to do.";
    properties.insert("detail".to_owned(), Kind::Text.schema(sentence));
    properties.insert(
        "fields".to_owned(),
        json!({ "type": "object", "additionalProperties": { "type": "string" }, "description": "A sentence for each field that was refused." }),
    );
    for (name, kind, description) in MEMBERS {
        properties.insert(name.to_owned(), kind.schema(description));
    }
    let request_id = "The answer's `X-Request-Id`; name it when you ask for help.";
    properties.insert("request_id".to_owned(), Kind::Text.schema(request_id));
    json!({
        "type": "object",
        "description": "The members that every error has, and those that some have. Single operations have further ones.",
        "required": [code, "detail", "request_id"],
        "properties": properties,
    })
}

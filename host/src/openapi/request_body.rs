//! The body of an operation's requests.

use crate::openapi::components::Components;
use crate::openapi::published::declared_json;
use quarry_contract::{RequestBody, RequestBodyForm};
use serde_json::{Map, Value as Json, json};

/// The request body object of a declaration.
pub(super) fn describe(declared: &RequestBody, components: &mut Components) -> Json {
    let media = match &declared.form {
        RequestBodyForm::Json { schema, example } | RequestBodyForm::Form { schema, example } => {
            json!({ "schema": components.body_schema(declared_json(schema)), "example": declared_json(example) })
        }
        RequestBodyForm::Raw { .. } | RequestBodyForm::Stream { .. } => {
            json!({ "schema": { "type": "string", "maxLength": declared.max_bytes } })
        }
    };
    let types = declared.form.content_types();
    let content: Map<String, Json> = types.into_iter().map(|name| (name.to_owned(), media.clone())).collect();
    let description = format!("The body has at most {} bytes.", declared.max_bytes);
    json!({ "required": declared.required, "description": description, "content": content })
}

/// The header that says on which version a write is based.
pub(super) fn if_match() -> Json {
    json!({
        "name": "If-Match",
        "in": "header",
        "required": false,
        "description": "The ETag of the answer that the write is based on: it is 409 `conflict` where that is no longer the newest \
                        version. Without it, the write says its version in the body, or goes on whatever was changed meanwhile.",
        "schema": { "type": "string" },
    })
}

/// The header that makes a keyed write once.
pub(super) fn idempotency_key() -> Json {
    json!({
        "name": "Idempotency-Key",
        "in": "header",
        "required": false,
        "description": "Your own word for this write: sent again with the same key within 24 hours, it is not made again \
                        and gets the same answer, with `Idempotent-Replayed: true`. An answer of more than 256 KiB is not kept: \
                        then it is 409 `answer_not_kept`.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 255 },
        "example": "cite-liquidations-2024-01",
    })
}

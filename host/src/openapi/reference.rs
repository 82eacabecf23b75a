//! `GET /public/api_reference`: the operations as a web page lists them.

use crate::openapi::published::declared_json;
use crate::openapi::{Interface, PublishedOperation, Service, operation, samples, tags};
use quarry_contract::{Access, Parameter, ParameterPlace};
use serde_json::{Value as Json, json};

/// The keyed and public operations, grouped by family.
pub(super) fn reference(operations: &[PublishedOperation], service: &Service) -> Json {
    let mut families: Vec<Json> = Vec::new();
    for published in operations.iter().filter(|published| Interface::of(&published.route.path) == Interface::Api) {
        let (name, summary) = tags::tag(published);
        let described = describe(published, service);
        match families.iter_mut().find(|family| family["family"] == name) {
            Some(family) => {
                if let Json::Array(listed) = &mut family["operations"] {
                    listed.push(described);
                }
            }
            None => families.push(json!({ "family": name, "summary": summary, "operations": [described] })),
        }
    }
    json!({
        "base_url": service.base_url(),
        "openapi_url": format!("{}/openapi.json", service.base_url()),
        "families": families,
    })
}

fn describe(published: &PublishedOperation, service: &Service) -> Json {
    let route = &*published.route;
    json!({
        "operation_id": route.operation_id,
        "method": route.method.name(),
        "path": route.path,
        "summary": route.summary,
        "description": route.description,
        "scope": match &route.access {
            Access::Key(scope) => Json::from(scope.name()),
            _ => Json::Null,
        },
        "module": route.module,
        "rate_class": operation::rate_class_name(route.rate_class),
        "paged": route.is_paged(),
        "deprecated": route.deprecation.is_some(),
        "parameters": route.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "example": {
            "curl": samples::curl(route, service),
            "response": declared_json(&route.response_example),
        },
    })
}

fn parameter(parameter: &Parameter) -> Json {
    json!({
        "name": parameter.name,
        "in": match parameter.place {
            ParameterPlace::Path => "path",
            ParameterPlace::Query => "query",
        },
        "required": parameter.required,
        "description": parameter.description,
        "example": parameter.example,
    })
}

/// JSON Schema of the body.
pub(super) fn schema() -> Json {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let truth = |description: &str| json!({ "type": "boolean", "description": description });
    let optional = |description: &str| json!({ "type": ["string", "null"], "description": description });
    let parameter = json!({
        "title": "ReferenceParameter",
        "type": "object",
        "properties": {
            "name": text("The parameter's name in the path or the query."),
            "in": { "type": "string", "enum": ["path", "query"], "description": "The part of the request that it stands in." },
            "required": truth("True when it must be given."),
            "description": text("The parameter's effect."),
            "example": optional("A value as a client writes it."),
        },
        "required": ["name", "in", "required", "description", "example"],
        "additionalProperties": false,
    });
    let operation = json!({
        "title": "ReferenceOperation",
        "type": "object",
        "properties": {
            "operation_id": text("The operation's name in the OpenAPI document."),
            "method": {
                "type": "string",
                "enum": ["GET", "POST", "PUT", "PATCH", "DELETE"],
                "description": "The HTTP method.",
            },
            "path": text("Path relative to `base_url`, with `{name}` for path parameters."),
            "summary": text("The operation in one line."),
            "description": text("The operation's description in Markdown; may be empty."),
            "scope": optional("The scope that the key must have; null where no key is needed."),
            "module": optional("The module whose switch covers the operation; null is always on."),
            "rate_class": text("The budget that a request counts against."),
            "paged": truth("True when the operation takes `limit` and `cursor`."),
            "deprecated": truth("True when the operation is to be retired."),
            "parameters": { "type": "array", "items": parameter, "description": "Parameters of the operation, without `limit` and `cursor`." },
            "example": {
                "type": "object",
                "description": "An example request and a possible answer.",
                "properties": {
                    "curl": text("A command to paste."),
                    "response": { "description": "A body that the operation could answer." },
                },
                "required": ["curl", "response"],
                "additionalProperties": false,
            },
        },
        "required": [
            "operation_id", "method", "path", "summary", "description", "scope", "module", "rate_class", "paged",
            "deprecated", "parameters", "example",
        ],
        "additionalProperties": false,
    });
    let family = json!({
        "title": "ReferenceFamily",
        "type": "object",
        "properties": {
            "family": text("The family's name; `service` for operations about the API itself."),
            "summary": text("The family in one sentence."),
            "operations": { "type": "array", "items": operation, "description": "Operations in the order of the document." },
        },
        "required": ["family", "summary", "operations"],
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": {
            "base_url": text("The beginning of every path."),
            "openapi_url": text("Address of the OpenAPI document."),
            "families": { "type": "array", "items": family, "description": "The operations, grouped." },
        },
        "required": ["base_url", "openapi_url", "families"],
        "additionalProperties": false,
    })
}

/// A body that satisfies [`schema`].
pub(super) fn example() -> Json {
    json!({ "base_url": "/api/v1", "openapi_url": "/api/v1/openapi.json", "families": [] })
}

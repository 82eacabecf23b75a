//! `GET /public/api_reference`: the operations as a web page lists them.

use crate::contract::{Access, Parameter, ParameterPlace};
use crate::openapi::published::declared_json;
use crate::openapi::{Interface, PublishedOperation, Service, document, operation, samples};
use serde_json::{Value as Json, json};

/// The keyed and public operations, grouped by family.
pub(super) fn reference(operations: &[PublishedOperation], service: &Service) -> Json {
    let mut families: Vec<Json> = Vec::new();
    for published in operations.iter().filter(|published| Interface::of(&published.route.path) == Interface::Api) {
        let (name, summary) = document::tag(published);
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
    let text = json!({ "type": "string" });
    let optional_text = json!({ "type": ["string", "null"] });
    let truth = json!({ "type": "boolean" });
    let parameter = json!({
        "title": "ReferenceParameter",
        "type": "object",
        "properties": {
            "name": text, "in": { "type": "string", "enum": ["path", "query"] }, "required": truth,
            "description": text, "example": optional_text,
        },
        "required": ["name", "in", "required", "description", "example"],
        "additionalProperties": false,
    });
    let operation = json!({
        "title": "ReferenceOperation",
        "type": "object",
        "properties": {
            "operation_id": text,
            "method": { "type": "string", "enum": ["GET", "POST", "PUT", "PATCH", "DELETE"] },
            "path": { "type": "string", "description": "Relative to `base_url`." },
            "summary": text,
            "description": { "type": "string", "description": "Markdown." },
            "scope": { "type": ["string", "null"], "description": "What the key must have; null where no key is needed." },
            "module": { "type": ["string", "null"], "description": "The switch that covers it; null is always on." },
            "rate_class": text, "paged": truth, "deprecated": truth,
            "parameters": { "type": "array", "items": parameter },
            "example": {
                "type": "object",
                "properties": { "curl": text, "response": { "description": "A body that the operation could answer." } },
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
        "properties": { "family": text, "summary": text, "operations": { "type": "array", "items": operation } },
        "required": ["family", "summary", "operations"],
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": {
            "base_url": { "type": "string", "description": "What every path begins with." },
            "openapi_url": { "type": "string", "description": "Where the OpenAPI document is." },
            "families": { "type": "array", "items": family },
        },
        "required": ["base_url", "openapi_url", "families"],
        "additionalProperties": false,
    })
}

/// A body that satisfies [`schema`].
pub(super) fn example() -> Json {
    json!({ "base_url": "/api/v1", "openapi_url": "/api/v1/openapi.json", "families": [] })
}

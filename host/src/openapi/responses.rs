//! The answers of an operation, as they follow from its declaration and from the work of the edge for every route.

use crate::openapi::components::Components;
use crate::openapi::errors::{ErrorStatus, HOURLY_BUDGET};
use crate::openapi::published::declared_json;
use crate::openapi::{PublishedOperation, links, refusals};
use quarry_contract::{Access, CacheRule, Method, RateClass, ResponseForm, Route};
use serde_json::{Map, Value as Json, json};

/// The responses of a route, by status.
pub(super) fn responses(route: &Route, operations: &[PublishedOperation], components: &mut Components) -> Json {
    let mut responses = Map::new();
    for status in &route.success_statuses {
        let response = match status {
            204 => json!({
                "description": format!("“{}” was done. The answer has no body.", route.summary),
                "headers": components.headers(&success_headers(route)),
            }),
            _ => success(route, operations, components),
        };
        responses.insert(status.to_string(), response);
    }
    if is_object(route) {
        let mut part = responses["200"].clone();
        part["description"] = "The range that was asked for with `Range`.".into();
        responses.insert("206".to_owned(), part);
    }
    if has_entity_tag(route) {
        let mut names = success_headers(route);
        names.retain(|name| *name != "Link");
        let headers = components.headers(&names);
        responses.insert(
            "304".to_owned(),
            json!({ "description": "The answer is still the one whose ETag was sent.", "headers": headers }),
        );
    }
    for status in error_statuses(route) {
        responses.insert(status.number().to_string(), components.error_response(status));
    }
    refusals::add(route, &mut responses, components);
    responses.into()
}

fn success(route: &Route, operations: &[PublishedOperation], components: &mut Components) -> Json {
    let declared = declared_json(&route.response_schema);
    let links = links::links(route, &declared, operations);
    let description = description(route, &declared);
    let schema = components.body_schema(declared);
    let mut response = json!({
        "description": description,
        "headers": components.headers(&success_headers(route)),
        "content": content(route, schema),
    });
    for header in &route.answer_headers {
        response["headers"][&header.name] =
            json!({ "description": header.description, "schema": { "type": "string" } });
    }
    if links.as_object().is_some_and(|links| !links.is_empty()) {
        response["links"] = links;
    }
    response
}

/// The body's own description, or the operation that it answers, where the type has none.
fn description(route: &Route, schema: &Json) -> String {
    match schema["description"].as_str() {
        _ if route.is_paged() => format!("One page of the answer to “{}”.", route.summary),
        Some(description) => description.to_owned(),
        None => format!("The answer to “{}”.", route.summary),
    }
}

/// The content of a good answer, by media type.
fn content(route: &Route, schema: Json) -> Json {
    match &route.response_form {
        ResponseForm::Json => {
            let json = json!({ "schema": schema, "example": declared_json(&route.response_example) });
            // Other forms are described by the standards that they follow.
            let schema_of = |media_type: &str| match media_type.ends_with("json") {
                true => json!({ "type": ["object", "array"] }),
                false => json!({ "type": "string" }),
            };
            let others = route.media_types.iter().map(|other| (other.clone(), json!({ "schema": schema_of(other) })));
            [("application/json".to_owned(), json)].into_iter().chain(others).collect::<Map<_, _>>().into()
        }
        // OpenAPI 3.1: bytes have a media type and no schema.
        ResponseForm::Object { content_types } => {
            content_types.iter().map(|content_type| (content_type.clone(), json!({}))).collect::<Map<_, _>>().into()
        }
        ResponseForm::EventStream { .. } => json!({
            "text/event-stream": {
                "schema": { "type": "string", "contentMediaType": "application/json", "contentSchema": schema },
            },
        }),
    }
}

fn success_headers(route: &Route) -> Vec<&'static str> {
    let mut names = vec!["X-Request-Id", "Cache-Control"];
    if has_entity_tag(route) {
        names.push("ETag");
    }
    if route.is_paged() || route.deprecation.as_ref().is_some_and(|deprecation| deprecation.successor.is_some()) {
        names.push("Link");
    }
    if route.rate_class == RateClass::Key {
        names.extend(HOURLY_BUDGET);
    }
    if route.deprecation.is_some() {
        names.extend(["Deprecation", "Sunset"]);
    }
    names
}

fn has_entity_tag(route: &Route) -> bool {
    match route.response_form {
        ResponseForm::Json => route.method == Method::Get && route.cache != CacheRule::None,
        ResponseForm::Object { .. } => true,
        ResponseForm::EventStream { .. } => false,
    }
}

fn is_object(route: &Route) -> bool {
    matches!(route.response_form, ResponseForm::Object { .. })
}

/// The errors that a client of this route can meet, by status.
fn error_statuses(route: &Route) -> Vec<ErrorStatus> {
    let writes = matches!(route.method, Method::Post | Method::Put | Method::Patch);
    let mut statuses = Vec::new();
    if !matches!(route.access, Access::Keyless | Access::Visitor) {
        statuses.extend([ErrorStatus::Unauthorized, ErrorStatus::Forbidden]);
    }
    if route.module.is_some() || route.path.contains('{') || is_object(route) {
        statuses.push(ErrorStatus::NotFound);
    }
    // A read that is told what to expect (`expect_hash`) refuses what has changed since.
    let expects = route.parameters.iter().any(|parameter| parameter.name.starts_with("expect_"));
    if writes || expects {
        statuses.push(ErrorStatus::Conflict);
    }
    if route.request_body.is_some() {
        statuses.extend([ErrorStatus::RequestTimeout, ErrorStatus::PayloadTooLarge, ErrorStatus::UnsupportedMediaType]);
    }
    if is_object(route) {
        statuses.push(ErrorStatus::RangeNotSatisfiable);
    }
    // A write of a signed-in person repeats the token of the session.
    let repeats_token = matches!(route.access, Access::Session(_)) && route.method == Method::Delete;
    if writes || repeats_token || route.is_paged() || !route.parameters.is_empty() {
        statuses.push(ErrorStatus::InvalidRequest);
    }
    statuses.push(match route.rate_class {
        RateClass::PublicStatus => ErrorStatus::RateLimitedText,
        _ => ErrorStatus::RateLimited,
    });
    statuses.push(ErrorStatus::Unavailable);
    statuses
}

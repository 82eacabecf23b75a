//! What an operation can answer, as follows from its declaration and from what the edge does for every route.

use crate::contract::{Access, CacheRule, Method, RateClass, Route};
use crate::openapi::components::{Components, HOURLY_BUDGET};
use crate::openapi::errors::ErrorStatus;
use crate::openapi::published::declared_json;
use crate::openapi::{PublishedOperation, links};
use serde_json::{Map, Value as Json, json};

/// The responses of a route, by status.
pub(super) fn responses(route: &Route, operations: &[PublishedOperation], components: &mut Components) -> Json {
    let mut responses = Map::new();
    responses.insert("200".to_owned(), success(route, operations, components));
    if has_entity_tag(route) {
        let mut names = success_headers(route);
        names.retain(|name| *name != "Link");
        let headers = components.headers(&names);
        responses.insert(
            "304".to_owned(),
            json!({ "description": "Nothing changed since the answer whose ETag was sent.", "headers": headers }),
        );
    }
    for status in error_statuses(route) {
        responses.insert(status.number().to_string(), components.error_response(status));
    }
    responses.into()
}

fn success(route: &Route, operations: &[PublishedOperation], components: &mut Components) -> Json {
    let declared = declared_json(&route.response_schema);
    let links = links::links(route, &declared, operations);
    let schema = components.body_schema(declared);
    let mut response = json!({
        "description": "The answer.",
        "headers": components.headers(&success_headers(route)),
        "content": { "application/json": { "schema": schema, "example": declared_json(&route.response_example) } },
    });
    if route.is_paged() {
        response["description"] = "A page.".into();
    }
    if links.as_object().is_some_and(|links| !links.is_empty()) {
        response["links"] = links;
    }
    response
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
    route.method == Method::Get && route.cache != CacheRule::None
}

/// The errors that a client of this route can meet, by status.
fn error_statuses(route: &Route) -> Vec<ErrorStatus> {
    let writes = matches!(route.method, Method::Post | Method::Put | Method::Patch);
    let mut statuses = Vec::new();
    if route.access != Access::Keyless {
        statuses.extend([ErrorStatus::Unauthorized, ErrorStatus::Forbidden]);
    }
    if route.module.is_some() || route.path.contains('{') {
        statuses.push(ErrorStatus::NotFound);
    }
    if writes {
        statuses.push(ErrorStatus::Conflict);
    }
    if route.request_body.is_some() {
        statuses.extend([ErrorStatus::RequestTimeout, ErrorStatus::PayloadTooLarge, ErrorStatus::UnsupportedMediaType]);
    }
    if writes || route.is_paged() || !route.parameters.is_empty() {
        statuses.push(ErrorStatus::InvalidRequest);
    }
    statuses.push(match route.rate_class {
        RateClass::PublicStatus => ErrorStatus::RateLimitedText,
        _ => ErrorStatus::RateLimited,
    });
    statuses.push(ErrorStatus::Unavailable);
    statuses
}

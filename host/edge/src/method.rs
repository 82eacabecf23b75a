//! Stage: route and method. Finds the operation, and answers what needs none: 404, 405 and OPTIONS.

use crate::cors;
use crate::edge::Edge;
use crate::encode::empty_response;
use crate::error_response::ALLOW_MEMBER;
use crate::response_body::ResponseBody;
use crate::router::{Lookup, Operation, PathValues};
use crate::visit::Visit;
use http::header::ALLOW;
use http::{HeaderValue, Method, Response, StatusCode};
use quarry_contract::Problem;
use quarry_contract::parameters::shorten;
use std::sync::Arc;

/// The operation that the request is for. HEAD is answered as GET.
pub(super) fn find_operation<'path>(
    edge: &Edge,
    visit: &Visit<'path>,
) -> Result<(Arc<Operation>, PathValues<'path>), Problem> {
    let Some(path) = visit.path else { return Err(unknown_path(edge, visit)) };
    match edge.routes.lookup(declared_method(&visit.parts.method), path) {
        Lookup::Found(operation, path_values) => Ok((operation, path_values)),
        Lookup::OtherMethods(allowed) => {
            let allow = allowed.header_text();
            let method = shorten(visit.parts.method.as_str());
            let detail = format!("{method} is not a method of this path; it answers {allow}.");
            Err(Problem::new(405, "method_not_allowed", detail).with(ALLOW_MEMBER, allow))
        }
        Lookup::Nothing => Err(unknown_path(edge, visit)),
    }
}

/// 204 with the path's methods, also for a browser that asks before it reads from another origin.
pub(super) fn answer_options(edge: &Edge, visit: &Visit<'_>) -> Result<Response<ResponseBody>, Problem> {
    let allowed = visit.path.and_then(|path| edge.routes.allowed(path)).ok_or_else(|| unknown_path(edge, visit))?;
    let mut response = empty_response(StatusCode::NO_CONTENT);
    let headers = response.headers_mut();
    // Names of methods are always a header value.
    headers.insert(ALLOW, HeaderValue::try_from(allowed.header_text()).unwrap_or(HeaderValue::from_static("OPTIONS")));
    let from_elsewhere = visit.path.filter(|_| !visit.is_session).and_then(|path| edge.routes.without_cookie(path));
    if let Some(methods) = from_elsewhere {
        cors::add_preflight_headers(headers, &methods);
    }
    Ok(response)
}

fn unknown_path(edge: &Edge, visit: &Visit<'_>) -> Problem {
    let path = shorten(visit.parts.uri.path());
    let base_path = &edge.configuration.base_path;
    Problem::not_found(match visit.path {
        Some(_) => format!("No operation is served at \"{path}\": check the path against the API's document."),
        None => format!("No operation is served at \"{path}\": paths begin with \"{base_path}/\"."),
    })
}

fn declared_method(method: &Method) -> Option<quarry_contract::Method> {
    match *method {
        Method::GET | Method::HEAD => Some(quarry_contract::Method::Get),
        Method::POST => Some(quarry_contract::Method::Post),
        Method::PUT => Some(quarry_contract::Method::Put),
        Method::PATCH => Some(quarry_contract::Method::Patch),
        Method::DELETE => Some(quarry_contract::Method::Delete),
        _ => None,
    }
}

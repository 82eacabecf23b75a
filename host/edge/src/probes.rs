//! `/healthz` and `/readyz` on the main listener, outside the base path: for a load balancer that reaches no other port.
//! They say yes or no; the admin listener says why.

use crate::edge::Edge;
use crate::encode::{empty_response, set_body};
use crate::response_body::ResponseBody;
use crate::visit::Visit;
use bytes::Bytes;
use http::header::CACHE_CONTROL;
use http::{HeaderValue, Method, Response, StatusCode};

/// The answer, where the request is for a probe.
pub(super) fn answer(edge: &Edge, visit: &Visit<'_>) -> Option<Response<ResponseBody>> {
    if !matches!(visit.parts.method, Method::GET | Method::HEAD) {
        return None;
    }
    let (status, text) = match visit.parts.uri.path() {
        "/healthz" => (StatusCode::OK, "alive\n"),
        "/readyz" if edge.health.as_ref().is_none_or(|health| health.unready_because().is_empty()) => {
            (StatusCode::OK, "ready\n")
        }
        "/readyz" => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
        _ => return None,
    };
    let mut response = empty_response(status);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    set_body(&mut response, Bytes::from_static(text.as_bytes()), HeaderValue::from_static("text/plain; charset=utf-8"));
    Some(response)
}

//! The last stage: what every response has, good or bad.

use crate::edge::cors;
use crate::edge::encode::ResponseBody;
use crate::edge::pipeline::Visit;
use crate::edge::request_id;
use http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderValue, Method, Response};

/// Adds the request id, the security headers and those for other origins; takes the body from an answer to HEAD.
pub(super) fn finish(mut response: Response<ResponseBody>, visit: &Visit<'_>) -> Response<ResponseBody> {
    let headers = response.headers_mut();
    headers.insert(request_id::HEADER, visit.request_id.header.clone());
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // JSON that a browser is made to show as a page may load nothing and be framed by nobody; a page has its own policy.
    headers
        .entry(CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    if cors::applies(&visit.parts.method, visit.is_session) {
        cors::add_read_headers(headers);
    }
    if visit.parts.method == Method::HEAD {
        *response.body_mut() = ResponseBody::default();
    }
    response
}

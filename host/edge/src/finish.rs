//! The last stage: what every response has, good or bad.

use crate::cors;
use crate::request_id;
use crate::response_body::ResponseBody;
use crate::visit::Visit;
use http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderName, HeaderValue, Method, Response};

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// With it, whatever its value, the answer says in `Server-Timing` where the time went.
pub(super) const ASKS_FOR_TIMING: HeaderName = HeaderName::from_static("x-server-timing");
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// Adds the request id, the security headers and those for other origins; takes the body from an answer to HEAD.
pub(super) fn finish(
    mut response: Response<ResponseBody>,
    visit: &Visit<'_>,
    is_https: bool,
) -> Response<ResponseBody> {
    let headers = response.headers_mut();
    headers.insert(request_id::HEADER, visit.request_id.header.clone());
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // JSON that a browser is made to show as a page may load nothing and be framed by nobody; a page that the host
    // serves says itself what it needs.
    headers
        .entry(CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    // What other origins may read they may also embed; an answer that rests on a cookie stays with its own.
    let readers = if visit.is_session {
        "same-origin"
    } else {
        cors::add_read_headers(headers);
        "cross-origin"
    };
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static(readers));
    if is_https {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if let Some(timings) = &visit.timings
        && let Ok(text) = HeaderValue::try_from(timings.header_text(visit.started.elapsed()))
    {
        headers.insert(SERVER_TIMING, text);
    }
    if visit.parts.method == Method::HEAD {
        *response.body_mut() = ResponseBody::default();
    }
    response
}

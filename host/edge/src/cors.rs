//! Cross-origin reads: any web page may read public and keyed answers. A key is sent by script and never by the
//! browser on its own, so `*` gives nothing away; session operations, which live on cookies, are left out.

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
};
use http::{HeaderMap, HeaderValue, Method};

/// True when answers to this method may be read by other origins.
pub(super) fn applies(method: &Method, is_session: bool) -> bool {
    !is_session && matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// The headers of every answer that may be read.
pub(super) fn add_read_headers(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(
        ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static(
            "Accept-Ranges, Age, Cache-Status, Content-Disposition, Content-Range, Deprecation, ETag, Link, Repr-Digest, \
             Retry-After, Sunset, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id",
        ),
    );
}

/// The further headers of an answer to OPTIONS.
pub(super) fn add_preflight_headers(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD"));
    headers.insert(
        ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static(
            "Authorization, If-None-Match, If-Range, Last-Event-ID, Range, X-Request-Id, traceparent, tracestate",
        ),
    );
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("7200"));
}

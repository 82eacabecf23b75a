//! Other origins: any web page may use public and keyed operations, writes too. A key is sent by script and never by the browser on
//! its own, and these operations look at no cookie, so `*` gives nothing away; session operations, which live on cookies, are left out.

use crate::router::AllowedMethods;
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
};
use http::{HeaderMap, HeaderValue};

/// The headers of every answer that may be read.
pub(super) fn add_read_headers(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(
        ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static(
            "Accept-Ranges, Age, Cache-Status, Content-Disposition, Content-Range, Deprecation, ETag, Idempotent-Replayed, Link, \
             Location, Repr-Digest, Retry-After, Sunset, X-Checksum-SHA256, X-RateLimit-Limit, X-RateLimit-Remaining, \
             X-RateLimit-Reset, X-Request-Id",
        ),
    );
}

/// The further headers of an answer to OPTIONS: `methods` are those of the path that other origins may use.
pub(super) fn add_preflight_headers(headers: &mut HeaderMap, methods: &AllowedMethods) {
    let Ok(methods) = HeaderValue::try_from(methods.without_options()) else { return };
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
    headers.insert(
        ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static(
            "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, X-Request-Id, \
             traceparent, tracestate",
        ),
    );
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("7200"));
}

//! The answer that `cached_get` and its baseline both send: a page of 50 rows, and the headers that the host sends with it.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::{HeaderMap, Response};
use quarry::edge::EntityTag;
use quarry::edge::content_encoding::ContentCoding;
use std::fmt::Write;

const ROWS: u64 = 50;

/// Names and values as the host sends them; those that change by the request have a value of the same length.
const HEADERS: [(&str, &str); 12] = [
    ("content-type", "application/json"),
    ("cache-control", "public, max-age=60"),
    ("vary", "Accept-Encoding"),
    ("etag", "\"00000000000000000000000000000000\""),
    ("age", "30"),
    ("cache-status", "quarry; hit; ttl=30"),
    ("x-request-id", "00000000000000000000000000000000"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ("access-control-allow-origin", "*"),
    (
        "access-control-expose-headers",
        "Accept-Ranges, Age, Cache-Status, Content-Disposition, Content-Range, Deprecation, ETag, Idempotent-Replayed, Link, \
         Location, Repr-Digest, Retry-After, Sunset, X-Checksum-SHA256, X-RateLimit-Limit, X-RateLimit-Remaining, \
         X-RateLimit-Reset, X-Request-Id",
    ),
];

/// A page as the API gives them, some 10 KB.
pub(crate) fn body() -> String {
    let mut body = String::from("{\"protocol\":\"all\",\"count\":50,\"next_cursor\":null,\"limit\":50,\"rows\":[");
    for row in 0..ROWS {
        let comma = if row == 0 { "" } else { "," };
        // Writing to a String cannot fail.
        let _ = write!(
            body,
            "{comma}{{\"chain\":\"ethereum\",\"block_number\":{},\"log_index\":{row},\"transaction_hash\":\"0x{:064x}\",\
             \"price\":\"2272.73194945213{row:03}\",\"trades\":{row}}}",
            18_000_000 + row,
            row * 7919
        );
    }
    body.push_str("]}");
    body
}

/// The page's entity tag.
pub(crate) fn tag() -> String {
    EntityTag::of(body().as_bytes(), None).header(ContentCoding::Identity).to_str().unwrap_or_default().to_owned()
}

/// The same bytes from bare hyper.
pub(crate) fn bare_response(body: Bytes) -> Response<Full<Bytes>> {
    let mut headers = HeaderMap::with_capacity(24);
    for (name, value) in HEADERS {
        headers.insert(name, hyper::header::HeaderValue::from_static(value));
    }
    headers.insert("content-length", body.len().into());
    let mut response = Response::new(Full::new(body));
    *response.headers_mut() = headers;
    response
}

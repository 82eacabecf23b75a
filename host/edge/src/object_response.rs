//! Stage: encode, for an object of the store: whole or one range of it, with what a client needs to check it.
//!
//! Always true: the entity tag is strong and made of the SHA-256, so a range that is asked for with `If-Range` belongs to
//! the bytes that the client has; a body that breaks off ends the connection instead of looking complete. What people
//! uploaded may be a page: no object runs scripts, loads anything or has the origin of the API in a browser, and one of a
//! type that is neither harmless nor declared by the route is saved instead of shown.

use crate::byte_range::{AskedBytes, asked_bytes};
use crate::encode::{EncodeContext, begin};
use crate::entity_tag::listed_tags;
use crate::error_response::SIZE_MEMBER;
use crate::response_body::{BodyError, ResponseBody};
use crate::sandbox::SANDBOX;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::TryStreamExt;
use http::header::{
    ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, IF_RANGE, RANGE,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use quarry_contract::{ObjectBody, Problem, SilentStore};

/// RFC 9530.
const REPR_DIGEST: HeaderName = HeaderName::from_static("repr-digest");

/// The same for who compares it with what `sha256sum` prints.
const CHECKSUM: HeaderName = HeaderName::from_static("x-checksum-sha256");

/// Types that a browser shows without reading anything of a page out of them.
const SHOWN: &[&str] = &[
    "application/json",
    "audio/mpeg",
    "audio/ogg",
    "audio/wav",
    "image/avif",
    "image/gif",
    "image/jpeg",
    "image/png",
    "image/webp",
    "text/csv",
    "text/markdown",
    "text/plain",
    "video/mp4",
    "video/webm",
];

/// Types that browsers show by a program of their own, which the sandbox keeps from running.
const NEVER_SHOWN: &[&str] = &["application/pdf"];

/// Characters that RFC 8187 leaves unescaped.
const EXTENDED_VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_').remove(b'~');

/// The response that sends `body`, or the part of it that the request asks for.
pub(super) async fn object_response(
    body: ObjectBody,
    method: &Method,
    declared: &[String],
    context: &EncodeContext<'_>,
) -> Result<Response<ResponseBody>, Problem> {
    let ObjectBody { info, objects, file_name } = body;
    let request = context.request_headers;
    let digits = const_hex::encode(info.sha256);
    let size = info.size_bytes;
    let mut response = begin(StatusCode::OK, None, None, context);
    let headers = response.headers_mut();
    set(headers, ETAG, &format!("\"{digits}\""));
    set(headers, REPR_DIGEST, &format!("sha-256=:{}:", STANDARD.encode(info.sha256)));
    set(headers, CHECKSUM, &digits);
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    // Also where nothing has changed: a browser takes these over what it has kept.
    headers.insert(CONTENT_SECURITY_POLICY, SANDBOX);
    match &file_name {
        Some(name) => {
            let name = utf8_percent_encode(name, EXTENDED_VALUE);
            set(headers, CONTENT_DISPOSITION, &format!("attachment; filename*=UTF-8''{name}"));
        }
        None if is_shown(&info.content_type, declared) => {}
        None => {
            headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
        }
    }
    if names(request, &digits) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    let part = match (method, asked(request, &digits, size)) {
        (&Method::GET, AskedBytes::Part(part)) => {
            set(headers, CONTENT_RANGE, &format!("bytes {}-{}/{size}", part.start, part.end - 1));
            *response.status_mut() = StatusCode::PARTIAL_CONTENT;
            part
        }
        (&Method::GET, AskedBytes::OutOfReach) => {
            let detail = format!("The object has {size} bytes: ask for a range that begins before its end.");
            return Err(Problem::new(416, "range_not_satisfiable", detail).with(SIZE_MEMBER, size));
        }
        _ => 0..size,
    };
    let length = part.end - part.start;
    let headers = response.headers_mut();
    set(headers, CONTENT_TYPE, &info.content_type);
    headers.insert(CONTENT_LENGTH, length.into());
    if length > 0 && method != Method::HEAD {
        let stream = objects.read(&info, part).await.map_err(|error| {
            tracing::error!(%error, "an object could not be read");
            Problem::data_source_unavailable("The object store is not reachable at the moment; try again shortly.")
                .of_store(SilentStore::Objects)
        })?;
        let stream = stream.map_err(|error| {
            tracing::error!(%error, "an object could not be read to its end");
            BodyError::new("the object could not be read to its end")
        });
        *response.body_mut() = ResponseBody::pieces(stream, Some(length));
    }
    Ok(response)
}

/// Tells a type of object that a browser may show, of a route that declares those.
fn is_shown(content_type: &str, declared: &[String]) -> bool {
    let kind = essence(content_type);
    let has = |kinds: &[&str]| kinds.iter().any(|other| kind.eq_ignore_ascii_case(other));
    let is_declared = declared.iter().any(|other| kind.eq_ignore_ascii_case(essence(other)));
    (has(SHOWN) || is_declared) && !has(NEVER_SHOWN)
}

/// A media type without its parameters.
fn essence(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}

/// True when `If-None-Match` names the object.
fn names(request: &HeaderMap, digits: &str) -> bool {
    request
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .any(|line| line.trim() == "*" || listed_tags(line).any(|tag| tag.digits == digits))
}

/// The bytes that `Range` asks for; all of them where `If-Range` names another version.
fn asked(request: &HeaderMap, digits: &str, size: u64) -> AskedBytes {
    if let Some(condition) = request.get(IF_RANGE) {
        let condition = condition.to_str().unwrap_or_default();
        // A weak tag or a date cannot say that bytes are the same.
        if !listed_tags(condition).next().is_some_and(|tag| !tag.is_weak && tag.digits == digits) {
            return AskedBytes::All;
        }
    }
    let mut lines = request.get_all(RANGE).iter();
    match (lines.next().and_then(|line| line.to_str().ok()), lines.next()) {
        (Some(line), None) => asked_bytes(line, size),
        _ => AskedBytes::All,
    }
}

fn set(headers: &mut HeaderMap, name: HeaderName, text: &str) {
    match HeaderValue::try_from(text) {
        Ok(value) => {
            headers.insert(name, value);
        }
        Err(error) => tracing::error!(%name, %error, "a header of an object could not be written"),
    }
}

//! Stage: encode. A written body becomes a response: status, entity tag, cache headers, `Link`.
//!
//! Always true: the cache headers follow from the route's cache rule alone, and the entity tag from the body alone.

use crate::contract::{CacheRule, Problem};
use crate::edge::body::WrittenBody;
use crate::edge::entity_tag::EntityTag;
use crate::edge::link;
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, LINK, VARY};
use http::{HeaderMap, HeaderValue, Response, StatusCode, Uri};
use http_body_util::Full;

/// The body of every response.
pub type ResponseBody = Full<Bytes>;

/// Room for the headers of a usual answer, so that the map is made once.
const TYPICAL_HEADERS: usize = 24;

/// What encoding needs to know of the request.
pub(super) struct EncodeContext<'a> {
    pub(super) cache: CacheRule,
    pub(super) is_read: bool,
    pub(super) request_headers: &'a HeaderMap,
    pub(super) uri: &'a Uri,
    pub(super) public_origin: Option<&'a str>,
}

/// The response of a good answer.
pub(super) fn encode(
    status: u16,
    body: WrittenBody,
    context: &EncodeContext<'_>,
) -> Result<Response<ResponseBody>, Problem> {
    let status = StatusCode::from_u16(status).ok().filter(StatusCode::is_success).ok_or_else(|| {
        tracing::error!(status, "a handler gave a good answer with a status that is none");
        Problem::plugin_failed("The operation gave an answer that it had not declared, so it was not sent.")
    })?;
    let mut response = empty_response(status);
    let headers = response.headers_mut();
    add_cache_headers(headers, context.cache);
    if let Some(cursor) = &body.next_cursor
        && let Some(next) = link::next_page(context.public_origin, context.uri, cursor)
    {
        headers.insert(LINK, next);
    }
    if context.is_read && status == StatusCode::OK && context.cache != CacheRule::None {
        let tag = EntityTag::of(&body.bytes);
        headers.insert(ETAG, tag.header());
        if tag.is_named_by(context.request_headers) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return Ok(response);
        }
    }
    if status != StatusCode::NO_CONTENT {
        set_body(&mut response, body.bytes, HeaderValue::from_static("application/json"));
    }
    Ok(response)
}

/// A response without a body, with room for its headers.
pub(super) fn empty_response(status: StatusCode) -> Response<ResponseBody> {
    let mut response = Response::new(ResponseBody::default());
    *response.status_mut() = status;
    response.headers_mut().reserve(TYPICAL_HEADERS);
    response
}

pub(super) fn set_body(response: &mut Response<ResponseBody>, body: Bytes, content_type: HeaderValue) {
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response.headers_mut().insert(CONTENT_LENGTH, body.len().into());
    *response.body_mut() = Full::new(body);
}

fn add_cache_headers(headers: &mut HeaderMap, rule: CacheRule) {
    let (cache_control, vary) = match rule {
        CacheRule::None => (HeaderValue::from_static("no-store"), None),
        CacheRule::Private => (HeaderValue::from_static("private, no-cache"), Some("Authorization, Accept-Encoding")),
        CacheRule::Public { max_age_seconds } => (max_age(max_age_seconds), Some("Accept-Encoding")),
    };
    headers.insert(CACHE_CONTROL, cache_control);
    if let Some(vary) = vary {
        headers.insert(VARY, HeaderValue::from_static(vary));
    }
}

fn max_age(seconds: u32) -> HeaderValue {
    match seconds {
        60 => HeaderValue::from_static("public, max-age=60"),
        // Digits are always a header value.
        _ => {
            HeaderValue::try_from(format!("public, max-age={seconds}")).unwrap_or(HeaderValue::from_static("no-store"))
        }
    }
}

//! Stage: encode. A written body becomes a response: status, entity tag, cache headers, `Link`, and the form that the
//! client accepts.
//!
//! Always true: the cache headers follow from the route's cache rule alone, the entity tag from the body and its form
//! alone; a stored answer and one made for this request differ in `Age` and `Cache-Status` and in nothing else.

use crate::content_encoding::{AcceptedCodings, ContentCoding, Effort, SMALLEST_ENCODED_BYTES, compress};
use crate::entity_tag::EntityTag;
use crate::link;
use crate::produce::WrittenAnswer;
use crate::response_body::ResponseBody;
use crate::response_cache::Found;
use crate::sandbox::SANDBOX;
use bytes::Bytes;
use http::header::{
    AGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, LINK, VARY,
};
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, Uri};
use quarry_contract::{CacheRule, Walk};

/// Room for the headers of a usual answer, so that the map is made once.
const TYPICAL_HEADERS: usize = 24;

/// RFC 9211.
const CACHE_STATUS: HeaderName = HeaderName::from_static("cache-status");

/// The parts of the request that encoding needs.
pub(super) struct EncodeContext<'a> {
    pub(super) cache: CacheRule,
    pub(super) walk: Walk,
    pub(super) is_read: bool,
    pub(super) request_headers: &'a HeaderMap,
    pub(super) uri: &'a Uri,
    pub(super) public_origin: Option<&'a str>,
    /// True when the answer depends on `Accept`.
    pub(super) varies_by_media_type: bool,
    /// True when the answer may be a text of a component.
    pub(super) is_of_strangers: bool,
}

/// The response of an answer that was made for this request.
pub(super) async fn encode(answer: WrittenAnswer, context: &EncodeContext<'_>) -> Response<ResponseBody> {
    let WrittenAnswer { status, body, headers } = answer;
    let mut response = begin(status, body.next_cursor.as_deref(), body.previous_cursor.as_deref(), context);
    add_own_headers(response.headers_mut(), &headers);
    let coding = context.coding(body.bytes.len());
    let is_tagged = context.is_read && status == StatusCode::OK && context.cache != CacheRule::None;
    let tag = is_tagged.then(|| EntityTag::of(&body.bytes, body.version));
    if let Some(tag) = &tag
        && tag.is_named_by(context.request_headers)
    {
        return not_modified(response, tag.header(coding));
    }
    if status == StatusCode::NO_CONTENT {
        return response;
    }
    let encoded = match coding {
        ContentCoding::Identity => None,
        // On the heap: every request's future would have room for it.
        coding => Box::pin(compress(&body.bytes, coding, Effort::Once)).await,
    };
    let (bytes, coding) = match encoded {
        Some(encoded) => (encoded, coding),
        None => (body.bytes, ContentCoding::Identity),
    };
    let length = bytes.len().into();
    let sent = SentForm { media_type: body.media_type, length, coding, tag: tag.map(|tag| tag.header(coding)) };
    set_encoded_body(&mut response, bytes, sent);
    response
}

/// The response of an answer of the response cache.
pub(super) async fn encode_stored(found: &Found, context: &EncodeContext<'_>) -> Response<ResponseBody> {
    let stored = &*found.stored;
    let mut response = begin(stored.status, stored.next_cursor.as_deref(), stored.previous_cursor.as_deref(), context);
    let headers = response.headers_mut();
    add_own_headers(headers, &stored.headers);
    headers.insert(AGE, found.age());
    headers.insert(CACHE_STATUS, found.cache_status());
    let coding = context.coding(stored.body.len());
    let is_tagged = stored.status == StatusCode::OK;
    if is_tagged && stored.tag.is_named_by(context.request_headers) {
        return not_modified(response, stored.tag_header(coding));
    }
    if stored.status == StatusCode::NO_CONTENT {
        return response;
    }
    let encoded = match coding {
        ContentCoding::Identity => None,
        coding => Box::pin(stored.encoded(coding)).await,
    };
    let (bytes, length, coding) = match encoded {
        Some(encoded) => (encoded.clone(), encoded.len().into(), coding),
        None => (stored.body.clone(), stored.length_header.clone(), ContentCoding::Identity),
    };
    let tag = is_tagged.then(|| stored.tag_header(coding));
    let sent = SentForm { media_type: stored.media_type.clone(), length, coding, tag };
    set_encoded_body(&mut response, bytes, sent);
    response
}

impl EncodeContext<'_> {
    /// The form for a body of that length.
    fn coding(&self, length: usize) -> ContentCoding {
        AcceptedCodings::of(self.request_headers).choose(length >= SMALLEST_ENCODED_BYTES)
    }
}

/// The status and what every good answer has, stored or not.
pub(super) fn begin(
    status: StatusCode,
    next_cursor: Option<&str>,
    previous_cursor: Option<&str>,
    context: &EncodeContext<'_>,
) -> Response<ResponseBody> {
    let mut response = empty_response(status);
    let headers = response.headers_mut();
    add_cache_headers(headers, context.cache);
    if context.varies_by_media_type {
        headers.append(VARY, HeaderValue::from_static("Accept"));
    }
    if context.is_of_strangers {
        // Also where nothing has changed: a browser takes it over what it has kept.
        headers.insert(CONTENT_SECURITY_POLICY, SANDBOX);
    }
    // Made from the request and never stored: others ask for the same page in other words.
    let links = link::pages(context.public_origin, context.uri, context.walk, next_cursor, previous_cursor);
    if let Some(links) = links {
        headers.insert(LINK, links);
    }
    response
}

/// Adds the operation's own headers. A `Link` of its own stands beside those to other pages.
fn add_own_headers(headers: &mut HeaderMap, own: &HeaderMap) {
    for (name, value) in own {
        headers.append(name.clone(), value.clone());
    }
}

fn not_modified(mut response: Response<ResponseBody>, tag: HeaderValue) -> Response<ResponseBody> {
    response.headers_mut().insert(ETAG, tag);
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response
}

/// In what form a body is sent.
struct SentForm {
    /// The media type; `None` for JSON.
    media_type: Option<HeaderValue>,
    length: HeaderValue,
    coding: ContentCoding,
    tag: Option<HeaderValue>,
}

fn set_encoded_body(response: &mut Response<ResponseBody>, bytes: Bytes, form: SentForm) {
    let SentForm { media_type, length, coding, tag } = form;
    if let Some(tag) = tag {
        response.headers_mut().insert(ETAG, tag);
    }
    if coding != ContentCoding::Identity {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    }
    let media_type = media_type.unwrap_or(HeaderValue::from_static("application/json"));
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    response.headers_mut().insert(CONTENT_LENGTH, length);
    *response.body_mut() = bytes.into();
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
    *response.body_mut() = body.into();
}

fn add_cache_headers(headers: &mut HeaderMap, rule: CacheRule) {
    let (cache_control, vary) = match rule {
        CacheRule::None => (HeaderValue::from_static("no-store"), "Accept-Encoding"),
        CacheRule::Private => (HeaderValue::from_static("private, no-cache"), "Authorization, Accept-Encoding"),
        CacheRule::Public { max_age_seconds } => (max_age(max_age_seconds), "Accept-Encoding"),
    };
    headers.insert(CACHE_CONTROL, cache_control);
    headers.insert(VARY, HeaderValue::from_static(vary));
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

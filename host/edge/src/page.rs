//! Stage: page. What lies outside the base path and is not an operation: texts and scripts for people and assistants.
//!
//! A page is read with GET or HEAD, by anybody; it has an entity tag, and a content security policy of its own where
//! it may load something.

use crate::content_encoding::{AcceptedCodings, ContentCoding};
use crate::encode::{empty_response, set_body};
use crate::entity_tag::EntityTag;
use crate::error_response::ALLOW_MEMBER;
use crate::response_body::ResponseBody;
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, LOCATION, VARY};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};
use quarry_contract::Problem;

/// The pages that are served outside the base path.
pub trait Pages: Send + Sync {
    /// The page at a path, as it was sent.
    fn page(&self, path: &str) -> Option<Page>;
}

/// The pages of each, the first that has one.
impl Pages for Vec<Box<dyn Pages>> {
    fn page(&self, path: &str) -> Option<Page> {
        self.iter().find_map(|pages| pages.page(path))
    }
}

/// One page.
#[derive(Debug, Clone)]
pub struct Page {
    pub content_type: &'static str,
    /// The value of `Cache-Control`.
    pub cache_control: &'static str,
    /// The policy for content that the page may load. `None`: it may load nothing.
    pub content_security_policy: Option<&'static str>,
    pub body: Bytes,
    /// The body, compressed with gzip.
    pub gzip: Option<Bytes>,
    /// The address that a browser goes to instead.
    pub location: Option<&'static str>,
}

impl Page {
    pub fn new(content_type: &'static str, cache_control: &'static str, body: Bytes) -> Page {
        Page { content_type, cache_control, content_security_policy: None, body, gzip: None, location: None }
    }

    /// One that leads to another path, for now.
    pub fn leading_to(location: &'static str, cache_control: &'static str) -> Page {
        Page { location: Some(location), ..Page::new("text/plain; charset=utf-8", cache_control, Bytes::new()) }
    }
}

/// The response of a page.
pub(super) fn respond(page: Page, parts: &Parts) -> Result<Response<ResponseBody>, Problem> {
    const ALLOWED: &str = "GET, HEAD";
    if !matches!(parts.method, Method::GET | Method::HEAD) {
        let detail = format!("This page answers {ALLOWED}.");
        return Err(Problem::new(405, "method_not_allowed", detail).with(ALLOW_MEMBER, ALLOWED));
    }
    let mut response = empty_response(StatusCode::OK);
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(page.cache_control));
    if let Some(location) = page.location {
        headers.insert(LOCATION, HeaderValue::from_static(location));
        *response.status_mut() = StatusCode::FOUND;
        return Ok(response);
    }
    if let Some(policy) = page.content_security_policy {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    let tag = EntityTag::of(&page.body, None);
    let mut coding = ContentCoding::Identity;
    let mut body = page.body;
    if let Some(compressed) = page.gzip {
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        if AcceptedCodings::of(&parts.headers).accepts(ContentCoding::Gzip) {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            coding = ContentCoding::Gzip;
            body = compressed;
        }
    }
    headers.insert(ETAG, tag.header(coding));
    if tag.is_named_by(&parts.headers) {
        headers.remove(CONTENT_ENCODING);
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    set_body(&mut response, body, HeaderValue::from_static(page.content_type));
    Ok(response)
}

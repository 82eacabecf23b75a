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
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, VARY};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode, Uri};
use quarry_contract::Problem;

/// The pages that are served outside the base path.
pub trait Pages: Send + Sync {
    /// The page that a request is for.
    fn page(&self, asked: &Parts) -> Option<Page>;
}

/// The pages of each, the first that has one.
impl Pages for Vec<Box<dyn Pages>> {
    fn page(&self, asked: &Parts) -> Option<Page> {
        self.iter().find_map(|pages| pages.page(asked))
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
    /// The body, compressed with Brotli.
    pub brotli: Option<Bytes>,
    pub status: PageStatus,
}

/// The status that a page is sent with.
#[derive(Debug, Clone)]
pub enum PageStatus {
    Is(StatusCode),
    /// That of the operation's answer at this address: a page about one thing is there when the thing is.
    OfAnswer(Uri),
}

impl Page {
    pub fn new(content_type: &'static str, cache_control: &'static str, body: Bytes) -> Page {
        Page {
            content_type,
            cache_control,
            content_security_policy: None,
            body,
            gzip: None,
            brotli: None,
            status: PageStatus::Is(StatusCode::OK),
        }
    }
}

/// The response of a page, whose status was found out.
pub(super) fn respond(page: Page, status: StatusCode, parts: &Parts) -> Result<Response<ResponseBody>, Problem> {
    const ALLOWED: &str = "GET, HEAD";
    if !matches!(parts.method, Method::GET | Method::HEAD) {
        let detail = format!("This page answers {ALLOWED}.");
        return Err(Problem::new(405, "method_not_allowed", detail).with(ALLOW_MEMBER, ALLOWED));
    }
    let mut response = empty_response(status);
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(page.cache_control));
    if let Some(policy) = page.content_security_policy {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    let tag = EntityTag::of(&page.body, None);
    let mut coding = ContentCoding::Identity;
    let mut body = page.body;
    if page.gzip.is_some() || page.brotli.is_some() {
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        let accepted = AcceptedCodings::of(&parts.headers);
        // The smallest first: they were made before, and cost the same.
        for (stored, compressed) in [(ContentCoding::Brotli, page.brotli), (ContentCoding::Gzip, page.gzip)] {
            if let (ContentCoding::Identity, Some(compressed)) = (coding, compressed)
                && accepted.accepts(stored)
            {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static(stored.name()));
                (coding, body) = (stored, compressed);
            }
        }
    }
    if status != StatusCode::OK {
        set_body(&mut response, body, HeaderValue::from_static(page.content_type));
        return Ok(response);
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

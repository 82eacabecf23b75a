//! Requests to servers outside, and their answers.

use bytes::Bytes;
use http::{HeaderMap, Method};
use url::Url;

/// A request. What the connection needs (`host`, `content-length`) is added; nothing else is.
#[derive(Debug, Clone)]
pub struct OutboundRequest {
    pub method: Method,
    pub url: Url,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// An answer, whatever its status. The body is as it was sent: a `content-encoding` is not undone.
#[derive(Debug, Clone)]
pub struct OutboundResponse {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

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

/// The servers that a request may lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// Public ones, by `https`, as the client is set up.
    Public,
    /// The server that the operator named so, wherever it is, also by `http`. Sentences have this name in the place of its address.
    Configured(String),
}

/// An answer, whatever its status. The body is as it was sent: a `content-encoding` is not undone.
#[derive(Debug, Clone)]
pub struct OutboundResponse {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

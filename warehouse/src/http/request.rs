//! Reads a request's head: statement, settings, parameters, and how the body is written.

use super::multipart;
use crate::engine::Session;
use crate::engine::failure::{EngineFailure, code};
use hyper::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderName};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Method};

/// URL parameters that belong to the interface and are no query settings.
const INTERFACE_PARAMETERS: &[&str] = &[
    "query",
    "database",
    "default_format",
    "query_id",
    "decompress",
    "compress",
    "user",
    "password",
    "quota_key",
    "stacktrace",
    "buffer_size",
    "wait_end_of_query",
    "send_progress_in_http_headers",
    "http_headers_progress_interval_ms",
    "enable_http_compression",
    "http_zlib_compression_level",
    "cancel_http_readonly_queries_on_client_close",
    "client_protocol_version",
];
/// URL parameters that would change what a statement means, and that this warehouse does not have.
const ABSENT_PARAMETERS: &[&str] = &["session_id", "session_timeout", "session_check", "role"];

/// The contents of a request's head.
pub(crate) struct RequestHead {
    url_parameters: Vec<(String, String)>,
    /// The value of each `param_NAME` in the URL.
    pub(crate) parameters: Vec<(String, Vec<u8>)>,
    /// Set when the body is form data.
    pub(crate) boundary: Option<String>,
    /// The `Content-Encoding`, unless it is `identity`.
    pub(crate) content_encoding: Option<String>,
    pub(crate) accepts_lz4: bool,
    pub(crate) is_post: bool,
}

impl RequestHead {
    /// Reads URL and headers. Fails on what the embedded warehouse does not have.
    pub(crate) fn read(parts: &Parts) -> Result<RequestHead, EngineFailure> {
        let query = parts.uri.query().unwrap_or_default();
        let url_parameters: Vec<(String, String)> =
            url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        if let Some((name, _)) = url_parameters.iter().find(|(name, _)| ABSENT_PARAMETERS.contains(&name.as_str())) {
            let sentence = format!("The embedded warehouse has no sessions, users or roles: leave {name} away");
            return Err(EngineFailure::new(code::NOT_IMPLEMENTED, "NOT_IMPLEMENTED", sentence));
        }
        let parameters = url_parameters
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix("param_")?.to_owned(), value.clone().into_bytes())))
            .collect();
        let accepts_lz4 = header(&parts.headers, ACCEPT_ENCODING)
            .is_some_and(|list| list.split(',').any(|entry| entry.split(';').next().unwrap_or("").trim() == "lz4"));
        Ok(RequestHead {
            parameters,
            boundary: header(&parts.headers, CONTENT_TYPE).and_then(multipart::boundary).map(str::to_owned),
            content_encoding: header(&parts.headers, CONTENT_ENCODING)
                .filter(|encoding| *encoding != "identity")
                .map(str::to_ascii_lowercase),
            accepts_lz4,
            is_post: parts.method == Method::POST,
            url_parameters,
        })
    }

    /// The last value of a URL parameter.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        self.url_parameters.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// True when a URL parameter is switched on.
    pub(crate) fn flag(&self, name: &str) -> bool {
        matches!(self.option(name), Some("1" | "true"))
    }

    /// The settings of the engine's connection for this request.
    pub(crate) fn session(&self, tag: String) -> Session {
        let settings = self
            .url_parameters
            .iter()
            .filter(|(name, _)| !INTERFACE_PARAMETERS.contains(&name.as_str()) && !name.starts_with("param_"))
            .cloned()
            .collect();
        Session { settings, database: self.option("database").map(str::to_owned), read_only: !self.is_post, tag }
    }
}

fn header(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

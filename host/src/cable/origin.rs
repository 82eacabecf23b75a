//! Whose pages may connect. Browsers let any page open a WebSocket anywhere and say truly where the page is from.

use http::header::{HOST, ORIGIN};
use http::request::Parts;
use url::Url;

/// The origins that may connect.
#[derive(Debug)]
pub(super) struct Origins(Vec<String>);

impl Origins {
    pub(super) fn new(addresses: &[String]) -> Origins {
        let origin = |address: &String| Some(Url::parse(address).ok()?.origin().ascii_serialization());
        Origins(addresses.iter().filter_map(origin).collect())
    }

    /// Whether the page that connects is one of the deployment's; without configured ones, one of the host that it asks. A
    /// client that names no origin is no browser, and has the interface for programs.
    pub(super) fn admit(&self, parts: &Parts) -> bool {
        let Some(sent) = parts.headers.get(ORIGIN).and_then(|value| value.to_str().ok()) else { return false };
        let Ok(url) = Url::parse(sent) else { return false };
        if !self.0.is_empty() {
            return self.0.contains(&url.origin().ascii_serialization());
        }
        let host = parts.headers.get(HOST).and_then(|value| value.to_str().ok());
        let authority = host.or_else(|| parts.uri.authority().map(http::uri::Authority::as_str));
        authority.is_some_and(|authority| {
            authority.eq_ignore_ascii_case(&url[url::Position::BeforeHost..url::Position::AfterPort])
        })
    }
}

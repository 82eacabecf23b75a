//! The origins whose pages may connect. Browsers let any page open a WebSocket anywhere and tell its origin truly.
//!
//! Always true: where the configuration names the deployment's addresses, they alone count. Where it names none, a page
//! connects only from the address that it asks, and that address is `localhost` or a number: a name proves nothing, for
//! its owner may have it lead here (DNS rebinding), and then `Host` and `Origin` agree on it.

use http::header::{HOST, ORIGIN};
use http::request::Parts;
use url::{Host, Url};

/// The origins that may connect.
#[derive(Debug)]
pub(super) struct Origins(Vec<String>);

impl Origins {
    pub(super) fn new(addresses: &[String]) -> Origins {
        let origin = |address: &String| Some(Url::parse(address).ok()?.origin().ascii_serialization());
        Origins(addresses.iter().filter_map(origin).collect())
    }

    /// Tells a page of the deployment by its origin. A client that names no origin is not a browser, and has the
    /// interface for programs.
    pub(super) fn admit(&self, parts: &Parts) -> bool {
        let mut named = parts.headers.get_all(ORIGIN).iter();
        let (Some(sent), None) = (named.next().and_then(|value| value.to_str().ok()), named.next()) else {
            return false;
        };
        let Ok(url) = Url::parse(sent) else { return false };
        if !self.0.is_empty() {
            return self.0.contains(&url.origin().ascii_serialization());
        }
        let host = parts.headers.get(HOST).and_then(|value| value.to_str().ok());
        let authority = host.or_else(|| parts.uri.authority().map(http::uri::Authority::as_str));
        cannot_be_rebound(&url)
            && authority.is_some_and(|authority| {
                authority.eq_ignore_ascii_case(&url[url::Position::BeforeHost..url::Position::AfterPort])
            })
    }
}

/// Tells an address whose destination nobody but the network itself decides.
fn cannot_be_rebound(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        Some(Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        None => false,
    }
}

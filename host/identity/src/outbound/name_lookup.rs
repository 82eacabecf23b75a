//! Questions about names that people gave: what stands at them, and whether they lead to public addresses.
//!
//! Nothing is remembered between two questions: somebody who has just changed a record is told what is there now.

use crate::outbound::error::{OutboundError, OutboundSetupError};
use crate::outbound::resolver::GuardedResolver;
use crate::outbound::{AddressGuard, OutboundSettings};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};
use thiserror::Error;
use url::Url;

const MAX_URL_BYTES: usize = 2_048;
const MAX_NAME_BYTES: usize = 253;

/// The reason why a question had no answer, in sentences that may be shown to the caller.
#[derive(Debug, Error)]
pub enum NameLookupError {
    #[error("\"{name}\" is not a name of the internet: write one such as example.org")]
    Name { name: String },
    #[error("this is not a URL: write one such as https://example.org/hook")]
    Url,
    #[error("a URL has at most {MAX_URL_BYTES} bytes")]
    UrlTooLong,
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    #[error("the name server did not answer")]
    NoAnswer,
    #[error(transparent)]
    Setup(#[from] OutboundSetupError),
}

/// Asks the deployment's name server. A clone shares the resolver, which is made at the first question, so that a machine
/// without name servers serves all the same.
#[derive(Clone)]
pub struct NameLookup {
    resolver_address: Option<SocketAddr>,
    guard: AddressGuard,
    resolver: Arc<OnceLock<GuardedResolver>>,
}

impl NameLookup {
    /// With the name server and the guard of `settings`.
    pub fn new(settings: &OutboundSettings) -> NameLookup {
        NameLookup { resolver_address: settings.resolver, guard: settings.guard(), resolver: Arc::default() }
    }

    /// With the system's name servers, for public addresses.
    pub fn of_the_system() -> NameLookup {
        NameLookup { resolver_address: None, guard: AddressGuard::PUBLIC, resolver: Arc::default() }
    }

    /// The texts that stand at `name`, at most `limit`; empty where it has no such record.
    pub async fn texts(&self, name: &str, limit: usize) -> Result<Vec<String>, NameLookupError> {
        if !is_name(name) {
            return Err(NameLookupError::Name { name: name.chars().take(60).collect() });
        }
        self.resolver()?.texts(name, limit).await.ok_or(NameLookupError::NoAnswer)
    }

    /// Checks that something could be sent to `url`: its form, and every address of its name.
    pub async fn check_url(&self, url: &str) -> Result<(), NameLookupError> {
        if url.len() > MAX_URL_BYTES {
            return Err(NameLookupError::UrlTooLong);
        }
        let url = Url::parse(url).map_err(|_| NameLookupError::Url)?;
        let server = self.guard.server(&url)?;
        let host = url.host().ok_or(OutboundError::NoServer)?;
        let addresses = self.resolver()?.addresses(host, &server, self.guard).await?;
        match url.scheme() == "http" && !addresses.iter().all(IpAddr::is_loopback) {
            true => Err(OutboundError::Scheme { scheme: "http".to_owned() }.into()),
            false => Ok(()),
        }
    }

    fn resolver(&self) -> Result<&GuardedResolver, NameLookupError> {
        if let Some(resolver) = self.resolver.get() {
            return Ok(resolver);
        }
        let made = GuardedResolver::new(self.resolver_address, 0)?;
        Ok(self.resolver.get_or_init(|| made))
    }
}

/// True for a name with a dot in it, of letters, digits and `-`.
fn is_name(name: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.len() <= MAX_NAME_BYTES && name.contains('.') && name.split('.').all(is_label)
}

//! Servers whose addresses the operator writes: a component names them, and asks paths below the address.

use crate::capabilities::host_pattern::CONFIGURED;
use thiserror::Error;
use url::Url;

/// The address of a server, as the operator wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfiguredServer {
    /// The address, without a slash at its end.
    base: String,
    url: Url,
}

/// A text that is no address of a server.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{text}` is no address of a server: write one such as http://10.0.0.5:11434/v1, without user, password, query and fragment"
)]
pub struct ConfiguredServerError {
    text: String,
}

/// A URL `server:NAME/path?query` in its parts.
pub(super) struct ConfiguredUrl<'a> {
    pub(super) name: &'a str,
    /// Empty, or with `/` or `?` at its beginning.
    rest: &'a str,
}

impl<'a> ConfiguredUrl<'a> {
    /// Reads `url`; none where it does not begin with `server:`.
    pub(super) fn read(url: &'a str) -> Option<ConfiguredUrl<'a>> {
        let text = url.strip_prefix(CONFIGURED)?.strip_prefix(':')?;
        // A host may be called so, and has slashes before its name.
        let (name, rest) = text.split_at(text.find(['/', '?', '#']).unwrap_or(text.len()));
        Some(ConfiguredUrl { name, rest })
    }
}

impl ConfiguredServer {
    /// Reads the address that the operator wrote.
    pub fn parse(text: &str) -> Result<ConfiguredServer, ConfiguredServerError> {
        let error = || ConfiguredServerError { text: text.chars().take(200).collect() };
        let url = Url::parse(text).map_err(|_| error())?;
        let is_whole = ["http", "https"].contains(&url.scheme())
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        match is_whole {
            true => Ok(ConfiguredServer { base: url.as_str().trim_end_matches('/').to_owned(), url }),
            false => Err(error()),
        }
    }

    /// The URL below the address; a sentence where it would lead elsewhere.
    pub(super) fn url(&self, asked: &ConfiguredUrl<'_>) -> Result<Url, String> {
        let (path, _) = asked.rest.split_at(asked.rest.find(['?', '#']).unwrap_or(asked.rest.len()));
        let lower = path.to_ascii_lowercase();
        // A server may read these as the characters that they stand for, and only then see the way up.
        if lower.contains("%2f") || lower.contains("%5c") {
            return Err("the path has an encoded slash, which may lead out of the server's address".to_owned());
        }
        let url = Url::parse(&format!("{}{}", self.base, asked.rest))
            .map_err(|error| format!("the path below {CONFIGURED}:{} cannot be read: {error}", asked.name))?;
        let base = self.url.path().trim_end_matches('/');
        let is_below = url.path().strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        match is_below && url.origin() == self.url.origin() {
            true => Ok(url),
            false => Err(format!("the path leads out of the address of {CONFIGURED}:{}", asked.name)),
        }
    }
}

//! Names of servers in manifests and in the configuration: `api.example.org`, `api.example.org:8443`, `localhost:*`; and
//! `server:NAME`, whose address the operator writes.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use url::{Host, Url};

/// The word before the name of a server whose address the operator writes.
pub(super) const CONFIGURED: &str = "server";

/// A server that may be asked. No wildcard in the name: who gives a name to a component means this server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct HostPattern(Meaning);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    Host {
        /// The host's name in lowercase, as a URL has it.
        name: String,
        port: Port,
    },
    /// The server that `components.servers` of the configuration names so.
    Configured(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Port {
    /// The default port of the URL's scheme.
    Default,
    Of(u16),
    Any,
}

/// A text that names no server.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{text}` names no server: a name such as api.example.org, with :8443 for a port of its own or :* for any; or server:NAME"
)]
pub struct HostPatternError {
    text: String,
}

impl HostPattern {
    /// The server that the operator names so.
    pub fn configured(name: &str) -> Result<HostPattern, HostPatternError> {
        match is_words(name) {
            true => Ok(HostPattern(Meaning::Configured(name.to_owned()))),
            false => Err(HostPatternError { text: format!("{CONFIGURED}:{name}") }),
        }
    }

    /// Tells that the pattern means the server that the operator names so.
    pub fn is_configured(&self, name: &str) -> bool {
        matches!(&self.0, Meaning::Configured(meant) if meant == name)
    }

    /// Tells that the pattern means the server of `url`.
    pub fn matches(&self, url: &Url) -> bool {
        let Meaning::Host { name, port } = &self.0 else { return false };
        let is_port = match *port {
            Port::Any => true,
            // A URL has no port where it is the scheme's own.
            Port::Default => url.port().is_none(),
            Port::Of(allowed) => url.port_or_known_default() == Some(allowed),
        };
        is_port && url.host() == Some(Host::Domain(name.as_str()))
    }

    /// Tells that both patterns mean some URL.
    pub fn overlaps(&self, other: &HostPattern) -> bool {
        let is_https = |port: Port| matches!(port, Port::Default | Port::Of(443));
        match (&self.0, &other.0) {
            (Meaning::Host { name, port }, Meaning::Host { name: other_name, port: other_port }) => {
                name == other_name
                    && (port == other_port
                        || *port == Port::Any
                        || *other_port == Port::Any
                        || (is_https(*port) && is_https(*other_port)))
            }
            (one, other) => one == other,
        }
    }
}

impl FromStr for HostPattern {
    type Err = HostPatternError;

    fn from_str(text: &str) -> Result<HostPattern, HostPatternError> {
        let error = || HostPatternError { text: text.to_owned() };
        let (name, port) = match text.split_once(':') {
            Some((CONFIGURED, name)) if is_words(name) => return Ok(HostPattern(Meaning::Configured(name.to_owned()))),
            None => (text, Port::Default),
            Some((name, "*")) => (name, Port::Any),
            Some((name, port)) => (name, Port::Of(port.parse().map_err(|_| error())?)),
        };
        match Host::parse(name) {
            Ok(Host::Domain(name)) if !name.contains('*') => Ok(HostPattern(Meaning::Host { name, port })),
            _ => Err(error()),
        }
    }
}

impl fmt::Display for HostPattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Meaning::Host { name, port: Port::Default } => formatter.write_str(name),
            Meaning::Host { name, port: Port::Of(port) } => write!(formatter, "{name}:{port}"),
            Meaning::Host { name, port: Port::Any } => write!(formatter, "{name}:*"),
            Meaning::Configured(name) => write!(formatter, "{CONFIGURED}:{name}"),
        }
    }
}

/// Tells that `name` is lowercase words joined by `_` or `-`, which begin with a letter, so that it is never a port.
fn is_words(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-'))
}

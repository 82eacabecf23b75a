//! Names of servers in manifests and in the configuration: `api.example.org`, `api.example.org:8443`, `localhost:*`.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use url::{Host, Url};

/// A server that may be asked. No wildcard in the name: who gives a name to a component means this server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct HostPattern {
    /// The host's name in lowercase, as a URL has it.
    name: String,
    port: Port,
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
#[error("`{text}` names no server: a name such as api.example.org, with :8443 for a port of its own or :* for any")]
pub struct HostPatternError {
    text: String,
}

impl HostPattern {
    /// Tells that the pattern means the server of `url`.
    pub fn matches(&self, url: &Url) -> bool {
        let is_port = match self.port {
            Port::Any => true,
            // A URL has no port where it is the scheme's own.
            Port::Default => url.port().is_none(),
            Port::Of(allowed) => url.port_or_known_default() == Some(allowed),
        };
        is_port && url.host() == Some(Host::Domain(self.name.as_str()))
    }

    /// Tells that both patterns mean some URL.
    pub fn overlaps(&self, other: &HostPattern) -> bool {
        let is_https = |port: Port| matches!(port, Port::Default | Port::Of(443));
        self.name == other.name
            && (self.port == other.port
                || self.port == Port::Any
                || other.port == Port::Any
                || (is_https(self.port) && is_https(other.port)))
    }
}

impl FromStr for HostPattern {
    type Err = HostPatternError;

    fn from_str(text: &str) -> Result<HostPattern, HostPatternError> {
        let error = || HostPatternError { text: text.to_owned() };
        let (name, port) = match text.split_once(':') {
            None => (text, Port::Default),
            Some((name, "*")) => (name, Port::Any),
            Some((name, port)) => (name, Port::Of(port.parse().map_err(|_| error())?)),
        };
        match Host::parse(name) {
            Ok(Host::Domain(name)) if !name.contains('*') => Ok(HostPattern { name, port }),
            _ => Err(error()),
        }
    }
}

impl fmt::Display for HostPattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.port {
            Port::Default => formatter.write_str(&self.name),
            Port::Of(port) => write!(formatter, "{}:{port}", self.name),
            Port::Any => write!(formatter, "{}:*", self.name),
        }
    }
}

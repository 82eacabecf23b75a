//! A server as the command line names it.

use std::fmt;
use std::str::FromStr;

use url::Url;

/// A text that is no address of a JSON-RPC server.
#[derive(Debug, thiserror::Error)]
#[error("`{given}` is not an address of a JSON-RPC server; give [CHAIN=]http://… or [CHAIN=]https://…")]
pub struct AddressError {
    /// The words before the address: the address itself may be a key.
    given: String,
}

/// `[CHAIN=]URL`. Shows its host and port alone, because paths and passwords of such addresses are keys.
#[derive(Clone)]
pub struct RpcEndpoint {
    /// Slug or number, where it was given.
    pub chain: Option<String>,
    pub url: Url,
}

impl FromStr for RpcEndpoint {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<RpcEndpoint, AddressError> {
        let (chain, address) = match text.split_once('=') {
            Some((chain, address)) if is_chain_name(chain) => (Some(chain.to_ascii_lowercase()), address),
            _ => (None, text),
        };
        let url = Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        match url {
            Some(url) => Ok(RpcEndpoint { chain, url }),
            None => Err(AddressError { given: chain.map_or_else(|| "…".to_owned(), |chain| format!("{chain}=…")) }),
        }
    }
}

fn is_chain_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

impl RpcEndpoint {
    /// Text of a server without what is secret of its address.
    pub(super) fn redact(&self, text: &str) -> String {
        let secrets = [Some(self.url.as_str()), Some(self.url.path()), self.url.query(), self.url.password()];
        let mut shown: String = text.chars().filter(|c| !c.is_control()).take(200).collect();
        for secret in secrets.into_iter().flatten().filter(|secret| secret.len() > 3) {
            shown = shown.replace(secret, "…");
        }
        shown
    }
}

impl fmt::Display for RpcEndpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.url.host_str().unwrap_or_default())?;
        self.url.port().map_or(Ok(()), |port| write!(formatter, ":{port}"))
    }
}

impl fmt::Debug for RpcEndpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "RpcEndpoint({self})")
    }
}

//! Errors of registries, in sentences. The registry's own words are cut, and no URL is repeated: one may hold a token.

use crate::registry::RegistryReference;
use oci_client::errors::OciDistributionError;
use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// The most of a registry's own words that is repeated, in characters.
const MAX_WORDS: usize = 300;

/// The reason why a component cannot be taken from a registry or put there.
#[derive(Debug, Error)]
pub enum RegistryError {
    #[error(
        "components.plain_http_registries has \"{0}\", which is not this machine: plain HTTP is for localhost, 127.0.0.1 and [::1], each with its port"
    )]
    PlainHttpElsewhere(String),
    #[error("outbound.ca_certificates {path} cannot be read: {source}")]
    Authorities { path: PathBuf, source: io::Error },
    #[error("a client for registries cannot be made: {0}")]
    Client(String),
    #[error(
        "{reference} asks for credentials that have access: give them in QUARRY_REGISTRY_USER and QUARRY_REGISTRY_PASSWORD"
    )]
    Unauthorized { reference: RegistryReference },
    #[error("{reference}: {reason}")]
    Failed { reference: RegistryReference, reason: String },
    #[error("{reference} is not a component: {reason}")]
    NoComponent { reference: RegistryReference, reason: String },
    #[error("{reference} was not done within {} s: give it more time with --seconds", .after.as_secs())]
    TooSlow { reference: RegistryReference, after: Duration },
}

impl RegistryError {
    /// The error of the client, about `reference`.
    pub(super) fn of(reference: &RegistryReference, error: OciDistributionError) -> RegistryError {
        let reference = reference.clone();
        let reason = match error {
            OciDistributionError::UnauthorizedError { .. }
            | OciDistributionError::AuthenticationFailure(_)
            | OciDistributionError::ServerError { code: 401 | 403, .. } => {
                return RegistryError::Unauthorized { reference };
            }
            OciDistributionError::RequestError(error) => with_sources(&error.without_url()),
            OciDistributionError::RegistryError { envelope, .. } => format!("the registry says: {envelope}"),
            OciDistributionError::ServerError { code, message, .. } => {
                format!("the registry answers {code}: {message}")
            }
            OciDistributionError::ImageManifestNotFoundError(_) => "there is no such manifest".to_owned(),
            other => other.to_string(),
        };
        RegistryError::Failed { reference, reason: shortened(&reason) }
    }
}

/// An error with what it came from.
fn with_sources(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |error| (*error).source());
    let sentences: Vec<String> = causes.map(ToString::to_string).collect();
    sentences.join(": ")
}

/// The beginning of words that somebody else wrote, on one line.
pub(super) fn shortened(words: &str) -> String {
    let plain = words.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    plain.take(MAX_WORDS).collect()
}

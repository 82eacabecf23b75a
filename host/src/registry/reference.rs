//! `oci://registry/repository:tag`, as somebody writes it.

use oci_client::Reference;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A text that names no component at a registry.
#[derive(Debug, Error)]
pub enum ReferenceError {
    #[error("\"{text}\" names no component at a registry: {reason}; write oci://registry.example.org/repository:tag")]
    NoReference { text: String, reason: String },
    #[error(
        "a reference to a registry holds no credentials: give them in QUARRY_REGISTRY_USER and QUARRY_REGISTRY_PASSWORD"
    )]
    HasCredentials,
}

/// The place of a component: a registry by name, a repository, and a tag or a digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryReference(Reference);

impl RegistryReference {
    const SCHEME: &str = "oci://";

    /// True when a text is meant as a reference.
    pub fn is_meant_by(text: &str) -> bool {
        text.starts_with(RegistryReference::SCHEME)
    }

    /// The registry with its port: `registry.example.org:5000`.
    pub fn registry(&self) -> &str {
        self.0.registry()
    }

    /// The same place, by the digest of what was found there.
    pub(super) fn pinned(&self, manifest_digest: &str) -> String {
        let tag = self.0.tag().map(|tag| format!(":{tag}")).unwrap_or_default();
        format!("oci://{}/{}{tag}@{manifest_digest}", self.0.registry(), self.0.repository())
    }

    pub(super) fn image(&self) -> &Reference {
        &self.0
    }
}

impl FromStr for RegistryReference {
    type Err = ReferenceError;

    fn from_str(text: &str) -> Result<RegistryReference, ReferenceError> {
        let place = text.strip_prefix(RegistryReference::SCHEME).unwrap_or(text);
        let (registry, rest) = place.split_once('/').unwrap_or((place, ""));
        // Before anything is shown again: what stands before an @ may be a password. The one of a digest does not.
        let is_of_a_digest = |after: &str| ["sha256:", "sha384:", "sha512:"].iter().any(|kind| after.starts_with(kind));
        if place.split('@').skip(1).any(|after| !is_of_a_digest(after)) {
            return Err(ReferenceError::HasCredentials);
        }
        let wrong = |reason: &str| ReferenceError::NoReference { text: text.to_owned(), reason: reason.to_owned() };
        let is_a_server = registry == "localhost" || registry.contains(['.', ':']);
        if !is_a_server {
            return Err(wrong("it names no registry"));
        }
        if !rest.contains([':', '@']) {
            return Err(wrong("it names neither a tag nor a digest"));
        }
        Reference::from_str(place).map(RegistryReference).map_err(|error| wrong(&error.to_string()))
    }
}

impl fmt::Display for RegistryReference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", RegistryReference::SCHEME, self.0)
    }
}

//! The source that a command takes a component from: a file, or a registry.

use crate::cli::plugin::registry_options::RegistryOptions;
use crate::modules::{repository_of, signature_path};
use crate::registry::{RegistryReference, SIGNATURE_MEDIA_TYPE};
use anyhow::Context;
use quarry_config::Configuration;
use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The component that a command's argument names.
#[derive(Debug, Clone)]
pub(super) enum ComponentSource {
    File(PathBuf),
    /// As it was written: what is wrong with it is said when it is asked.
    Registry(String),
}

/// A component that was taken from where it lay.
pub(super) struct Taken {
    pub(super) bytes: Vec<u8>,
    pub(super) signature: Option<Vec<u8>>,
    /// The place at which the signature was found, or would be.
    pub(super) signature_place: String,
    pub(super) origin: String,
    /// The repository at a registry, without a tag; none of a file.
    pub(super) repository: Option<String>,
}

impl ComponentSource {
    pub(super) async fn take(&self, configuration: &Configuration, options: &RegistryOptions) -> anyhow::Result<Taken> {
        match self {
            ComponentSource::File(file) => take_file(file),
            ComponentSource::Registry(text) => {
                let reference: RegistryReference = text.parse()?;
                let artifact = options.access(configuration)?.pull(&reference).await?;
                Ok(Taken {
                    bytes: artifact.component,
                    signature: artifact.signature,
                    signature_place: format!("{} (the layer {SIGNATURE_MEDIA_TYPE})", artifact.origin),
                    repository: repository_of(&artifact.origin),
                    origin: artifact.origin,
                })
            }
        }
    }
}

fn take_file(file: &Path) -> anyhow::Result<Taken> {
    let bytes = read(file)?;
    let signature = signature_path(file);
    let path = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    Ok(Taken {
        bytes,
        signature: std::fs::read(&signature).ok(),
        signature_place: signature.display().to_string(),
        origin: path.display().to_string(),
        repository: None,
    })
}

/// The bytes of a component's file.
pub(super) fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(file).with_context(|| {
        format!("{} cannot be read; `cargo build --target wasm32-wasip2 --release` makes a component", file.display())
    })
}

impl FromStr for ComponentSource {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<ComponentSource, Infallible> {
        Ok(match RegistryReference::is_meant_by(text) {
            true => ComponentSource::Registry(text.to_owned()),
            false => ComponentSource::File(PathBuf::from(text)),
        })
    }
}

impl fmt::Display for ComponentSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ComponentSource::File(file) => write!(formatter, "{}", file.display()),
            ComponentSource::Registry(text) => write!(formatter, "{text}"),
        }
    }
}

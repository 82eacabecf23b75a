//! The ways in which a configuration cannot be used.

use thiserror::Error;

/// A configuration that cannot be used; the sentence names the key.
#[derive(Debug, Error)]
pub enum ConfigurationError {
    #[error("the configuration cannot be used: {0}")]
    Read(#[from] config::ConfigError),
    #[error("{origin} has the key {key}, which means nothing; there are {known}")]
    UnknownKey { origin: String, key: String, known: String },
    #[error("the environment gives {key} a text that is no {wanted}, which it is in the file")]
    SettingType { key: String, wanted: &'static str },
    #[error("the configuration cannot be printed: {0}")]
    Print(#[from] toml::ser::Error),
}

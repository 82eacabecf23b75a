//! Settings of the deployment that are not secret: `[settings.GROUP]` of its configuration, for the groups that `settings` of `plugin!`
//! names. They need no grant.
//!
//! ```no_run
//! use serde::Deserialize;
//!
//! // `plugin! { settings: ["rates"], … }`
//! #[derive(Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct RateSettings {
//!     currency: String,
//!     #[serde(default)]
//!     rounds_to: u32,
//! }
//!
//! # fn example() -> Result<(), quarry_sdk::Problem> {
//! let settings: RateSettings = quarry_sdk::settings::read("rates")?;
//! # Ok(())
//! # }
//! // Where the failure is to be told otherwise than by `?`:
//! use quarry_sdk::settings::SettingsFailure;
//!
//! fn sentence(failure: SettingsFailure) -> String {
//!     match failure {
//!         SettingsFailure::NotDeclared(sentence) | SettingsFailure::Wrong(sentence) => sentence,
//!     }
//! }
//! ```

use crate::bindings::quarry::plugin::settings as wit;
use crate::{JobFailure, Problem};
use serde::de::DeserializeOwned;

/// The reason why a group was not read.
#[derive(Debug)]
pub enum SettingsFailure {
    /// `settings` of `plugin!` does not name the group.
    NotDeclared(String),
    /// The operator wrote something else than the type has; the sentence names the key.
    Wrong(String),
}

/// Reads a group into a type of the component's own. Give keys that the operator may leave out a `#[serde(default)]`.
pub fn read<T: DeserializeOwned>(group: &str) -> Result<T, SettingsFailure> {
    let text = wit::read(group)
        .map_err(|wit::SettingsFailure::NotDeclared(sentence)| SettingsFailure::NotDeclared(sentence))?;
    serde_json::from_str(&text).map_err(|error| SettingsFailure::Wrong(format!("settings.{group}: {error}")))
}

/// 503 `plugin_failed`; the sentence goes to the log, for the operator.
impl From<SettingsFailure> for Problem {
    fn from(failure: SettingsFailure) -> Problem {
        match failure {
            SettingsFailure::NotDeclared(sentence) | SettingsFailure::Wrong(sentence) => {
                Problem::refused_by_host(&sentence)
            }
        }
    }
}

/// Settings stay as they are until the host is started again, so that another try would fail too.
impl From<SettingsFailure> for JobFailure {
    fn from(failure: SettingsFailure) -> JobFailure {
        match failure {
            SettingsFailure::NotDeclared(sentence) | SettingsFailure::Wrong(sentence) => JobFailure::GiveUp(sentence),
        }
    }
}

//! Configuration: one typed section a concern.
//!
//! `quarry.default.toml` is the one place where a default stands; a file and then the environment go over it. Unknown
//! keys are refused, and secrets never show in `--print-config` or in a log. To add a key: its line in the default
//! file, its field in the section.

#![forbid(unsafe_code)]

mod error;
mod names;
mod networks;
mod own_limits;
mod secret;
mod sections;
mod settings;
mod unknown_keys;

pub use error::ConfigurationError;
pub use names::Names;
pub use networks::Networks;
pub use own_limits::OwnLimitsSection;
pub use secret::SecretText;
pub use sections::{
    AdminSection, AlertsSection, AppStoreSection, CacheSection, ChainSection, ComponentsSection, DevelopmentSection,
    EnvironmentName, FollowSection, LimitsSection, LogFormat, MailSection, ObjectsSection, OutboundSection,
    PathsSection, ProviderSection, QuarantineSection, RateLimitsSection, ServerSection, SignInSection,
    TelemetrySection, TlsSection, WarehouseSection,
};
pub use settings::Settings;

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;

/// The commented defaults.
pub const DEFAULTS: &str = include_str!("../../quarry.default.toml");

/// The configuration in force.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    pub server: ServerSection,
    pub admin: AdminSection,
    pub app_store: AppStoreSection,
    pub warehouse: WarehouseSection,
    pub paths: PathsSection,
    pub components: ComponentsSection,
    pub limits: LimitsSection,
    pub mail: MailSection,
    pub cache: CacheSection,
    pub rate_limits: RateLimitsSection,
    pub telemetry: TelemetrySection,
    pub alerts: AlertsSection,
    pub outbound: OutboundSection,
    pub development: DevelopmentSection,
    pub objects: ObjectsSection,
    pub follow: FollowSection,
    pub chains: BTreeMap<String, ChainSection>,
    pub sign_in: SignInSection,
    pub quarantine: QuarantineSection,
    /// What components read: keys and values by group.
    pub settings: Settings,
}

impl Configuration {
    /// Defaults, then `file`, then `QUARRY__SECTION__KEY` of the environment.
    pub fn load(file: Option<&Path>) -> Result<Configuration, ConfigurationError> {
        Configuration::load_with(file, std::env::vars_os())
    }

    /// As [`Configuration::load`], with these variables for the environment.
    pub fn load_with(
        file: Option<&Path>,
        variables: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Configuration, ConfigurationError> {
        let defaults = config::File::from_str(DEFAULTS, config::FileFormat::Toml);
        let defaults = config::Config::builder().add_source(defaults).build()?;
        let mut builder = config::Config::builder().add_source(defaults.clone());
        if let Some(file) = file {
            let source = config::File::from(file).format(config::FileFormat::Toml);
            unknown_keys::refuse(&defaults, &source, || file.display().to_string())?;
            builder = builder.add_source(source);
        }
        // Not parsed here: the section's type decides, so that a password of digits stays what it is.
        let variables = variables
            .into_iter()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let environment =
            config::Environment::with_prefix("QUARRY").prefix_separator("__").separator("__").source(Some(variables));
        let environment = config::Config::builder().add_source(environment).build()?;
        unknown_keys::refuse(&defaults, &environment, || "the environment (QUARRY__SECTION__KEY)".to_owned())?;
        let written: Settings = builder.build_cloned()?.get("settings")?;
        let mut configuration: Configuration = builder.add_source(environment).build()?.try_deserialize()?;
        settings::typed(&mut configuration.settings, &written)?;
        Ok(configuration)
    }

    /// The names of the components of the release: those that the defaults give grants to.
    pub fn release_components() -> Result<BTreeSet<String>, ConfigurationError> {
        let defaults = Configuration::load_with(None, [])?;
        Ok(defaults.components.grants.into_keys().collect())
    }

    /// As TOML, secrets masked.
    pub fn print(&self) -> Result<String, ConfigurationError> {
        Ok(toml::to_string_pretty(self)?)
    }
}

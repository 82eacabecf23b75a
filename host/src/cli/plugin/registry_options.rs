//! Access of a command to a registry: by the deployment's settings, with credentials from the environment. Credentials are not
//! arguments, because everybody on the machine can see arguments.

use crate::registry::{RegistryAccess, RegistryCredentials, RegistryError, RegistrySettings};
use quarry_config::Configuration;
use std::time::Duration;

const USER: &str = "QUARRY_REGISTRY_USER";
const PASSWORD: &str = "QUARRY_REGISTRY_PASSWORD";

#[derive(clap::Args, Debug)]
pub(super) struct RegistryOptions {
    /// The time that a registry may take for the whole of a component
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
}

impl RegistryOptions {
    pub(super) fn access(&self, configuration: &Configuration) -> Result<RegistryAccess, RegistryError> {
        let further = &configuration.outbound.ca_certificates;
        RegistryAccess::new(RegistrySettings {
            plain_http: configuration.components.plain_http_registries.0.clone(),
            ca_certificates: (!further.as_os_str().is_empty()).then(|| further.clone()),
            credentials: credentials(),
            time: Duration::from_secs(self.seconds),
        })
    }
}

/// Those of the environment, where both are given.
fn credentials() -> Option<RegistryCredentials> {
    let (user, password) = (std::env::var(USER).ok()?, std::env::var(PASSWORD).ok()?);
    (!user.is_empty() && !password.is_empty()).then_some(RegistryCredentials { user, password })
}

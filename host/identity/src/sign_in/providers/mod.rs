//! Signing in at a provider of OpenID Connect: the deployment's, which the configuration names, or an organization's own.
//!
//! The application asks [`Providers::begin`] where to send the browser, and hands over what the browser comes back with; the
//! host redeems the code itself (PKCE, client secret), so that no token of the provider ever reaches a browser.
//!
//! Always true here: an ID token is believed only after its issuer, audience, signature, time and, where one was sent, nonce
//! were checked, with a key that the issuer publishes; only an email address that the provider calls verified means anything;
//! an organization's provider opens accounts of the organization's verified domain and no other; what is asked of a provider
//! goes through the guarded client of [`crate::outbound`], bounded in time and size; client secrets are sealed in the store or
//! stand in the configuration, and no token, code or secret is in a log or an error. A person who is refused gets one sentence,
//! the same for every reason; the log has the reason.
//!
//! To add a claim that matters: a field of [`ProviderPerson`], read in `claims`.

pub(super) mod accounts;
mod begin;
mod claims;
mod configured;
mod discovered;
mod error;
mod http;
mod organizations;
mod probe;
mod redeem;
mod settings;

pub use begin::{BeginProvider, ProviderChoice};
pub use error::ProviderError;
pub use http::ProviderHttp;
pub use probe::Finding;
pub use redeem::ProviderCode;
pub(super) use settings::Provider;
pub use settings::{ProviderSettings, RESERVED_KEY_PREFIX};

use crate::secrets::SecretKeys;
use discovered::Discovery;
use jiff::Timestamp;
use quarry_stores::app::AppStore;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The providers of a deployment. A clone shares what is known of them.
#[derive(Clone)]
pub struct Providers {
    store: AppStore,
    /// Opens the client secrets of organizations.
    secret_keys: SecretKeys,
    http: ProviderHttp,
    configured: Arc<BTreeMap<String, Provider>>,
    discovery: Discovery,
}

/// The person that a provider names, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProviderPerson {
    pub(super) issuer: String,
    /// The provider's own name for the person, which stays.
    pub(super) subject: String,
    /// Verified by the provider.
    pub(super) email: String,
    pub(super) name: Option<String>,
    /// The time at which the person last signed in at the provider; `None` where it does not say.
    pub(super) authenticated_at: Option<Timestamp>,
}

impl Providers {
    /// Those of the configuration, and those that organizations have in `store`.
    pub fn new(
        store: AppStore,
        secret_keys: SecretKeys,
        http: ProviderHttp,
        configured: Vec<ProviderSettings>,
    ) -> Providers {
        let configured = configured.into_iter().map(|settings| (settings.key.clone(), settings.into()));
        Providers { store, secret_keys, http, configured: Arc::new(configured.collect()), discovery: Discovery::new() }
    }

    /// None: nobody is asked.
    pub fn none(store: AppStore) -> Providers {
        Providers::new(store, SecretKeys::unconnected(), ProviderHttp::closed(), Vec::new())
    }

    /// The provider of that key: of the configuration, or `organization-NUMBER`.
    pub(super) async fn find(&self, key: &str) -> Result<Provider, ProviderError> {
        let found = match (self.configured.get(key), settings::organization_of(key)) {
            (Some(provider), _) => Some(provider.clone()),
            (None, Some(organization_id)) => {
                organizations::of_organization(&self.store, &self.secret_keys, organization_id).await?
            }
            (None, None) => None,
        };
        found.ok_or_else(|| ProviderError::Unknown { provider: key.to_owned() })
    }
}

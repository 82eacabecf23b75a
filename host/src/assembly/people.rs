//! Configuration → how people sign in.

use crate::assembly::capability_stores::outbound_client;
use crate::cable::{Cable, CableSettings};
use jiff::{SignedDuration, Timestamp};
use quarry_config::{Configuration, ProviderSection};
use quarry_contract::Secret;
use quarry_identity::outbound::OutboundSetupError;
use quarry_identity::secrets::SecretKeys;
use quarry_identity::{
    Keys, Letters, Passwords, People, ProviderHttp, ProviderSettings, Providers, RESERVED_KEY_PREFIX, SessionSettings,
    Sessions, SignIn,
};
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::clock::Clock;
use std::time::Duration;
use thiserror::Error;

/// The reason why people cannot sign in as the configuration has it.
#[derive(Debug, Error)]
pub enum PeopleError {
    #[error("sign_in.providers.{key} cannot be used: {problem}")]
    Provider { key: String, problem: &'static str },
    #[error("sign_in.providers needs requests to servers outside: {0}")]
    Outbound(#[from] OutboundSetupError),
    #[error("the ways in cannot be written or read: {0}")]
    Store(#[from] AppStoreError),
}

/// The heartbeat of live updates: below the times after which proxies end connections that are still.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Most bytes of a provider's key.
const MAX_KEY_BYTES: usize = 40;

/// Lets people into the deployment whose people are in `store`.
pub(super) async fn sign_in(
    configuration: &Configuration,
    store: &AppStore,
    providers: Providers,
    passwords: Passwords,
    secret_keys: SecretKeys,
) -> Result<SignIn, PeopleError> {
    let section = &configuration.sign_in;
    // A number of seconds beyond all time is the longest time there is.
    let seconds = |number: u64| SignedDuration::from_secs(i64::try_from(number).unwrap_or(i64::MAX));
    let settings = SessionSettings {
        idle: seconds(section.session_idle_seconds),
        longest: seconds(section.session_seconds),
        refresh: seconds(section.refresh_seconds),
    };
    let sessions = Sessions::open(store.clone(), settings, Timestamp::now()).await?;
    providers.publish().await?;
    let sign_in = SignIn::new(store.clone(), passwords, sessions, letters(configuration), secret_keys);
    Ok(sign_in.with_providers(providers))
}

/// The deployment's own providers, and those of its organizations.
pub(super) fn providers(
    configuration: &Configuration,
    store: &AppStore,
    secret_keys: SecretKeys,
) -> Result<Providers, PeopleError> {
    Ok(Providers::new(store.clone(), secret_keys, provider_http(configuration)?, configured_providers(configuration)?))
}

/// A machine without name servers serves all the same, as long as no provider is configured.
fn provider_http(configuration: &Configuration) -> Result<ProviderHttp, OutboundSetupError> {
    match outbound_client(configuration) {
        Ok(client) => Ok(ProviderHttp::new(client)),
        Err(error) if configuration.sign_in.providers.is_empty() => {
            tracing::warn!(%error, "nobody can sign in at the provider of an organization");
            Ok(ProviderHttp::closed())
        }
        Err(error) => Err(error),
    }
}

/// The deployment's own providers.
fn configured_providers(configuration: &Configuration) -> Result<Vec<ProviderSettings>, PeopleError> {
    let allows_http = configuration.development.allow_loopback_http;
    configuration.sign_in.providers.iter().map(|(key, section)| provider(key, section, allows_http)).collect()
}

fn provider(key: &str, section: &ProviderSection, allows_http: bool) -> Result<ProviderSettings, PeopleError> {
    let refused = |problem| Err(PeopleError::Provider { key: key.to_owned(), problem });
    let is_key =
        key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_');
    if !is_key || key.len() > MAX_KEY_BYTES || key == "password" || key.starts_with(RESERVED_KEY_PREFIX) {
        return refused(
            "its key has 1 to 40 lowercase letters, digits, - and _, and is neither password nor organization-…",
        );
    }
    if [&section.name, &section.issuer, &section.client_id].iter().any(|text| text.trim().is_empty()) {
        return refused("name, issuer and client_id must be given");
    }
    let Some(client_secret) = section.client_secret.given() else { return refused("client_secret must be given") };
    match url::Url::parse(&section.issuer) {
        Ok(issuer) if issuer.scheme() == "https" || (allows_http && issuer.scheme() == "http") => {}
        _ => return refused("its issuer is no https address"),
    }
    Ok(ProviderSettings {
        key: key.to_owned(),
        name: section.name.clone(),
        issuer: section.issuer.clone(),
        client_id: section.client_id.clone(),
        client_secret: Secret::new(client_secret),
    })
}

/// The live updates of the deployment's people.
pub(super) async fn cable(
    configuration: &Configuration,
    store: &AppStore,
    sessions: &Sessions,
) -> Result<Cable, PeopleError> {
    let addresses = [&configuration.server.public_url, &configuration.sign_in.web_app_url];
    let settings = CableSettings {
        origins: addresses.into_iter().filter(|address| !address.is_empty()).cloned().collect(),
        connections: configuration.limits.cable_connections,
        connections_per_person: configuration.limits.cable_connections_per_person,
        public_connections_per_address: configuration.limits.cable_public_connections_per_address,
        heartbeat: HEARTBEAT,
    };
    Ok(Cable::open(store.clone(), sessions.clone(), &settings, Clock::system()).await?)
}

/// Makes the changes that staff make to accounts, which these sessions and keys feel at once.
pub(super) fn people(configuration: &Configuration, store: &AppStore, sessions: &Sessions, keys: &Keys) -> People {
    People::new(store.clone(), sessions.clone(), keys.clone(), letters(configuration))
}

/// Writes the emails of the deployment.
pub(super) fn letters(configuration: &Configuration) -> Letters {
    Letters::new(web_app_url(configuration))
}

/// The address at which people sign in, as emails have it.
pub(super) fn web_app_url(configuration: &Configuration) -> Option<String> {
    let (own, public) = (&configuration.sign_in.web_app_url, &configuration.server.public_url);
    let url = if own.is_empty() { public } else { own };
    (!url.is_empty()).then(|| url.clone())
}

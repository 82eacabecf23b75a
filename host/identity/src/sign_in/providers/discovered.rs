//! The documents that providers publish: their discovery document and their keys, remembered for an hour, with a bound.
//!
//! A token that names a key which is not among them has them fetched anew, so that a provider may change its keys at any
//! time; not more than twice a minute, so that forged names of keys do not make the host a burden to anybody.

use crate::sign_in::providers::error::ProviderError;
use crate::sign_in::providers::http::ProviderHttp;
use arc_swap::ArcSwap;
use moka::future::Cache;
use openidconnect::core::{CoreJsonWebKeySet, CoreJwsSigningAlgorithm, CoreProviderMetadata};
use openidconnect::{DiscoveryError, IssuerUrl, JsonWebKeySet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

const REMEMBERED_FOR: Duration = Duration::from_secs(60 * 60);
const MOST_PROVIDERS: u64 = 256;
const KEYS_FETCHED_EVERY: Duration = Duration::from_secs(30);
/// Sign-ins at one provider at once: a slow one keeps its own people waiting and nobody else's.
const SIGN_INS_AT_ONCE: usize = 16;

/// Signatures that need a key which the provider alone has. With a shared secret (HS256) everybody who knows the secret could
/// make tokens.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// The discovered documents by issuer. A clone shares them.
#[derive(Clone)]
pub(super) struct Discovery {
    known: Cache<String, Arc<Discovered>>,
}

/// One provider.
pub(super) struct Discovered {
    pub(super) metadata: CoreProviderMetadata,
    pub(super) turns: Semaphore,
    keys: ArcSwap<CoreJsonWebKeySet>,
    /// The time at which they were fetched anew; `None` while the first ones are good.
    keys_fetched_at: Mutex<Option<Instant>>,
}

impl Discovery {
    pub(super) fn new() -> Discovery {
        Discovery { known: Cache::builder().max_capacity(MOST_PROVIDERS).time_to_live(REMEMBERED_FOR).build() }
    }

    /// The documents that the issuer publishes. Requests at the same time share one look; a failure is not remembered.
    pub(super) async fn of(&self, issuer: &str, http: &ProviderHttp) -> Result<Arc<Discovered>, ProviderError> {
        let found = self.known.try_get_with(issuer.to_owned(), discover(issuer, http)).await;
        found.map_err(|problem: Arc<String>| ProviderError::Unreachable {
            issuer: issuer.to_owned(),
            problem: problem.to_string(),
        })
    }
}

/// Fetches document and keys, and checks what the host relies on; the error is a sentence's end.
pub(super) async fn discover(issuer: &str, http: &ProviderHttp) -> Result<Arc<Discovered>, String> {
    let url = IssuerUrl::new(issuer.to_owned()).map_err(|_| "its address is not a URL".to_owned())?;
    let metadata = CoreProviderMetadata::discover_async(url, http).await.map_err(|error| described(&error))?;
    if metadata.token_endpoint().is_none() {
        return Err("its discovery document names no token_endpoint".to_owned());
    }
    // A browser is sent there, so it must be nothing that a browser would run.
    let authorization = metadata.authorization_endpoint().url().scheme();
    if authorization != "https" && authorization != metadata.issuer().url().scheme() {
        return Err("its authorization_endpoint is not an https address".to_owned());
    }
    if !metadata.id_token_signing_alg_values_supported().iter().any(|algorithm| ALGORITHMS.contains(algorithm)) {
        return Err("it signs ID tokens in no way that can be checked with a public key".to_owned());
    }
    let keys = ArcSwap::from_pointee(metadata.jwks().clone());
    Ok(Arc::new(Discovered {
        metadata,
        turns: Semaphore::new(SIGN_INS_AT_ONCE),
        keys,
        keys_fetched_at: Mutex::default(),
    }))
}

impl Discovered {
    /// The document with the newest known keys, and with no algorithm but those that need a key of the provider's.
    pub(super) fn trusted(&self) -> CoreProviderMetadata {
        let metadata = self.metadata.clone().set_jwks(CoreJsonWebKeySet::clone(&self.keys.load()));
        let offered = self.metadata.id_token_signing_alg_values_supported();
        let trusted = offered.iter().filter(|algorithm| ALGORITHMS.contains(algorithm)).cloned().collect();
        metadata.set_id_token_signing_alg_values_supported(trusted)
    }

    /// Fetches the keys anew, if that was not done a moment ago; whether it was done now.
    pub(super) async fn fetch_keys(&self, http: &ProviderHttp) -> bool {
        {
            let mut fetched_at = self.keys_fetched_at.lock().unwrap_or_else(PoisonError::into_inner);
            if fetched_at.is_some_and(|then| then.elapsed() < KEYS_FETCHED_EVERY) {
                return false;
            }
            *fetched_at = Some(Instant::now());
        }
        match JsonWebKeySet::fetch_async(self.metadata.jwks_uri(), http).await {
            Ok(keys) => {
                self.keys.store(Arc::new(keys));
                true
            }
            Err(error) => {
                tracing::info!(
                    issuer = self.metadata.issuer().as_str(),
                    problem = described(&error),
                    "the keys of a provider were not fetched"
                );
                false
            }
        }
    }
}

/// A failed look, without what the other server sent.
pub(super) fn described<Source: std::error::Error + 'static>(error: &DiscoveryError<Source>) -> String {
    match error {
        DiscoveryError::Request(source) => source.to_string(),
        DiscoveryError::Response(status, _, _) if !status.is_success() => {
            format!("it answered with status {}", status.as_u16())
        }
        DiscoveryError::Response(..) => "it answered with something else than JSON".to_owned(),
        DiscoveryError::Parse(error) => format!("its document is not as OpenID Connect has it, at {}", error.path()),
        DiscoveryError::Validation(_) => "its discovery document names another issuer than this address".to_owned(),
        _ => "its addresses cannot be read".to_owned(),
    }
}

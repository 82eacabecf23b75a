//! Configuration → how people sign in.

use crate::config::Configuration;
use crate::identity::{Letters, Passwords, SessionSettings, Sessions, SignIn};
use crate::secrets::SecretKeys;
use crate::stores::app::{AppStore, AppStoreError};
use jiff::{SignedDuration, Timestamp};

/// Lets people into the deployment whose people are in `store`.
pub(super) async fn sign_in(
    configuration: &Configuration,
    store: &AppStore,
    passwords: Passwords,
    secret_keys: SecretKeys,
) -> Result<SignIn, AppStoreError> {
    let section = &configuration.sign_in;
    // A number of seconds beyond all time is the longest time there is.
    let seconds = |number: u64| SignedDuration::from_secs(i64::try_from(number).unwrap_or(i64::MAX));
    let settings = SessionSettings {
        idle: seconds(section.session_idle_seconds),
        longest: seconds(section.session_seconds),
        refresh: seconds(section.refresh_seconds),
    };
    let sessions = Sessions::open(store.clone(), settings, Timestamp::now()).await?;
    Ok(SignIn::new(store.clone(), passwords, sessions, letters(configuration), secret_keys))
}

/// Writes the letters of the deployment.
pub(super) fn letters(configuration: &Configuration) -> Letters {
    let (own, public) = (&configuration.sign_in.web_app_url, &configuration.server.public_url);
    let url = if own.is_empty() { public } else { own };
    Letters::new((!url.is_empty()).then(|| url.clone()))
}

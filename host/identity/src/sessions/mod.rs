//! Sessions of signed-in people: a session is a row of the app store, found by the hash of its cookie.
//!
//! Always true here: the cookie's value is stored nowhere; it changes whenever what the session may do changes (sign-in,
//! refresh, the sudo window, impersonation); what is said of a session was true within the last second, on every host; a
//! session that could not be confirmed counts as no session. A session ends at sign-out, after some time without a request (a
//! refresh wakes it up), and for good at its absolute end.
//!
//! To add something that a session carries: a column of `sessions` (a migration), read in `state`.

mod begin;
mod impersonation;
mod live;
mod refresh;
mod state;
mod sudo;
mod sweep;

pub use begin::{NewSession, SignInFrom, SignedInBy};
pub use live::LiveSession;
pub use refresh::RefreshError;
pub use state::SessionState;
pub use sudo::SUDO_WINDOW;

use crate::OpaqueToken;
use crate::confirmed_cache::ConfirmedCache;
use jiff::{SignedDuration, Timestamp};
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::result_set::Value;
use std::sync::Arc;
use std::time::Duration;

/// The time that a request waits to have its session confirmed.
const CONFIRM_TIMEOUT: Duration = Duration::from_secs(3);

/// The lifetimes of sessions, cookies and tokens.
#[derive(Debug, Clone, Copy)]
pub struct SessionSettings {
    /// Without a request a session sleeps after this time, until a refresh.
    pub idle: SignedDuration,
    /// The longest that a session lasts.
    pub longest: SignedDuration,
    /// The time for which a refresh token may be used.
    pub refresh: SignedDuration,
}

/// The sessions of a deployment. A clone shares the cache.
#[derive(Clone)]
pub struct Sessions {
    store: AppStore,
    settings: SessionSettings,
    /// Shared by all hosts: from a refresh token its one successor is made, on whatever host.
    refresh_key: [u8; 32],
    cache: ConfirmedCache<SessionState>,
}

impl Sessions {
    /// The sessions in `store`.
    pub async fn open(store: AppStore, settings: SessionSettings, now: Timestamp) -> Result<Sessions, AppStoreError> {
        // There is at least one; a key of zeros would make successors that anybody can make.
        let refresh_key = store.deployment_secrets("refresh", now).await?.into_iter().next();
        let refresh_key = refresh_key.unwrap_or_else(rand::random);
        Ok(Sessions { store, settings, refresh_key, cache: ConfirmedCache::new() })
    }

    /// The session behind a cookie, if it is good now. When the store cannot confirm it, that is an error and never a
    /// session.
    pub async fn find(
        &self,
        token: &OpaqueToken,
        now: Timestamp,
    ) -> Result<Option<Arc<SessionState>>, Arc<AppStoreError>> {
        let hash = token.hash();
        let state = match self.cache.young(&hash).await {
            Some(state) => state,
            // On the heap: the future of a lookup is large, and most requests need none.
            None => Box::pin(self.look_up(token, now)).await?,
        };
        Ok(state.filter(|state| state.is_good(self.settings.idle, now)))
    }

    /// The longest time for which a cookie may be kept, in seconds.
    pub fn longest_seconds(&self) -> i64 {
        self.settings.longest.as_secs()
    }

    async fn look_up(
        &self,
        token: &OpaqueToken,
        now: Timestamp,
    ) -> Result<Option<Arc<SessionState>>, Arc<AppStoreError>> {
        let load = || SessionState::load(&self.store, token, self.settings.idle, now);
        let lookup = self.cache.get(token.hash(), load);
        match tokio::time::timeout(CONFIRM_TIMEOUT, lookup).await {
            Ok(found) => found,
            Err(_) => Err(Arc::new(AppStoreError::deadline(CONFIRM_TIMEOUT))),
        }
    }

    /// Ends one session: here at once, on every other host within a second. Tells whether there was one.
    pub async fn end(&self, session_id: i64) -> Result<bool, AppStoreError> {
        let ended = self.store.execute("DELETE FROM sessions WHERE id = $1", &[Value::Int64(session_id)]).await?;
        self.cache.forget();
        Ok(ended > 0)
    }

    /// Ends the sessions of a person, but for the one named; tells how many there were.
    pub async fn end_all(&self, user_id: i64, except: Option<i64>) -> Result<u64, AppStoreError> {
        let sql = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2";
        // No session has the number 0.
        let values = [Value::Int64(user_id), Value::Int64(except.unwrap_or_default())];
        let ended = self.store.execute(sql, &values).await?;
        self.cache.forget();
        Ok(ended)
    }

    /// Makes this host ask the store again for every session: what the caller changed is felt here at once.
    pub fn forget_confirmed(&self) {
        self.cache.forget();
    }
}

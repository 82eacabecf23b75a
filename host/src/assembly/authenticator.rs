//! `identity`, as the edge asks it.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use quarry_contract::{KeyCaller, Problem, Secret};
use quarry_edge::{Authenticator, KeyRefusal, Session};
use quarry_identity::{Keys, OpaqueToken, Sessions, store_failed};
use std::net::IpAddr;
use std::sync::Arc;

/// Authenticates bearer keys and session cookies against the app store.
pub struct StoreAuthenticator {
    keys: Keys,
    sessions: Sessions,
}

impl StoreAuthenticator {
    pub fn new(keys: Keys, sessions: Sessions) -> StoreAuthenticator {
        StoreAuthenticator { keys, sessions }
    }
}

impl Authenticator for StoreAuthenticator {
    fn authenticate<'a>(
        &'a self,
        presented: &'a str,
        client_ip: IpAddr,
    ) -> BoxFuture<'a, Result<Arc<KeyCaller>, KeyRefusal>> {
        Box::pin(async move {
            self.keys.authenticate(presented, client_ip, Timestamp::now()).await.map_err(|rejection| KeyRefusal {
                known_key: rejection.known_key().cloned(),
                problem: Problem::from(rejection),
            })
        })
    }

    fn session<'a>(&'a self, token: &'a Secret) -> BoxFuture<'a, Result<Option<Session>, Problem>> {
        Box::pin(async move {
            let Some(token) = OpaqueToken::parse(token.expose()) else { return Ok(None) };
            let now = Timestamp::now();
            let found = self.sessions.find(&token, now).await.map_err(|error| store_failed(&error))?;
            Ok(found.map(|state| Session {
                person: Arc::clone(&state.person),
                csrf_token: state.csrf_token.clone(),
                has_sudo: state.has_sudo(now),
            }))
        })
    }
}

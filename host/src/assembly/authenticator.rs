//! `identity`, as the edge asks it.

use crate::contract::{KeyCaller, Problem};
use crate::edge::{Authenticator, KeyRefusal};
use crate::identity::Keys;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::net::IpAddr;
use std::sync::Arc;

/// Authenticates bearer keys against the app store.
pub struct KeyAuthenticator {
    keys: Keys,
}

impl KeyAuthenticator {
    pub fn new(keys: Keys) -> KeyAuthenticator {
        KeyAuthenticator { keys }
    }
}

impl Authenticator for KeyAuthenticator {
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
}

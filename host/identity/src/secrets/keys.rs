//! The keys of a deployment's components.

use hmac::{Hmac, KeyInit, Mac};
use quarry_contract::Secret;
use rand::Rng;
use sha2::Sha256;
use std::fmt;

/// One for each use, so that what one makes means nothing to another.
const FINGERPRINT: &[u8] = b"quarry component fingerprint 1\0";
const SEAL: &[u8] = b"quarry component seal 1\0";

/// Makes every component's keys of the deployment's secret.
#[derive(Clone)]
pub struct SecretKeys {
    /// The newest first.
    masters: Vec<[u8; 32]>,
}

impl SecretKeys {
    /// Makes the keys of the deployment's secrets, the newest first: the newest seals, and any opens.
    pub fn new(masters: Vec<[u8; 32]>) -> SecretKeys {
        SecretKeys { masters }
    }

    /// Keys that nobody else has: for reading declarations, and for tests.
    pub fn unconnected() -> SecretKeys {
        let mut master = [0; 32];
        rand::rng().fill_bytes(&mut master);
        SecretKeys::new(vec![master])
    }

    /// 32 bytes that stand for `secret` in `component`. They stay the same for as long as the deployment lives: the
    /// oldest key makes them.
    pub fn fingerprint(&self, component: &str, secret: &Secret) -> [u8; 32] {
        let key = self.masters.last().map_or([0; 32], |master| derive(master, FINGERPRINT, component));
        sign(&key, secret.expose().as_bytes())
    }

    /// The keys that seal for `component`, the newest first.
    pub(super) fn sealing(&self, component: &str) -> impl Iterator<Item = [u8; 32]> {
        self.masters.iter().map(move |master| derive(master, SEAL, component))
    }
}

fn derive(master: &[u8; 32], context: &[u8], component: &str) -> [u8; 32] {
    hmac(master).chain_update(context).chain_update(component).finalize().into_bytes().into()
}

/// HMAC-SHA-256.
fn sign(key: &[u8; 32], data: &[u8]) -> [u8; 32] {
    hmac(key).chain_update(data).finalize().into_bytes().into()
}

fn hmac(key: &[u8; 32]) -> Hmac<Sha256> {
    // HMAC's own block is 64 bytes; a shorter key is padded with zeros by definition.
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    Hmac::new(&block.into())
}

impl fmt::Debug for SecretKeys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SecretKeys(…)")
    }
}

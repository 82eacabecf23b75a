//! A secret encrypted for one component: what it stores in its own tables.

use crate::secrets::SecretKeys;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use quarry_contract::Secret;
use rand::Rng;

/// The form of what follows.
const VERSION: u8 = 1;
const NONCE_BYTES: usize = 24;

/// The origin of a secret, which decides its uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A person sent it: it is compared, hashed and kept, and goes nowhere.
    Sent,
    /// Made in this call: it can be shown once.
    Minted,
    /// Made in an earlier call.
    Kept,
    /// A secret of the deployment's configuration.
    Configured,
    /// The hash of a password, from which the password can be guessed with enough time.
    PasswordHash,
}

impl Origin {
    fn byte(self) -> u8 {
        match self {
            Origin::Sent => 1,
            Origin::Minted | Origin::Kept => 2,
            Origin::Configured => 3,
            Origin::PasswordHash => 4,
        }
    }

    /// The origin that a byte stands for. A minted secret can be shown only by the call that minted it.
    fn of_byte(byte: u8) -> Option<Origin> {
        match byte {
            1 => Some(Origin::Sent),
            2 => Some(Origin::Kept),
            3 => Some(Origin::Configured),
            4 => Some(Origin::PasswordHash),
            _ => None,
        }
    }
}

impl SecretKeys {
    /// Version, nonce, then the encrypted origin and text; `None` when it cannot be encrypted.
    pub fn seal(&self, component: &str, secret: &Secret, origin: Origin) -> Option<Vec<u8>> {
        let cipher = XChaCha20Poly1305::new(&self.sealing(component).next()?.into());
        let mut nonce = [0; NONCE_BYTES];
        rand::rng().fill_bytes(&mut nonce);
        let mut message = vec![origin.byte()];
        message.extend_from_slice(secret.expose().as_bytes());
        let sealed = cipher.encrypt(&XNonce::from(nonce), message.as_slice()).ok()?;
        let mut bytes = vec![VERSION];
        bytes.extend_from_slice(&nonce);
        bytes.extend_from_slice(&sealed);
        Some(bytes)
    }

    /// Opens bytes that this deployment sealed for `component`; `None` for all others.
    pub fn unseal(&self, component: &str, sealed: &[u8]) -> Option<(Secret, Origin)> {
        let (version, rest) = sealed.split_first()?;
        let (nonce, message) = rest.split_first_chunk::<NONCE_BYTES>()?;
        if *version != VERSION {
            return None;
        }
        let nonce = XNonce::from(*nonce);
        let opened = self
            .sealing(component)
            .find_map(|key| XChaCha20Poly1305::new(&key.into()).decrypt(&nonce, message).ok())?;
        let (origin, text) = opened.split_first()?;
        let text = String::from_utf8(text.to_vec()).ok()?;
        Some((Secret::new(text), Origin::of_byte(*origin)?))
    }
}

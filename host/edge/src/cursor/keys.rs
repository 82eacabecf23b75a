//! The keys that cursors are authenticated with.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;

/// One key, shared by all hosts of a deployment.
#[derive(Clone)]
pub struct CursorKey(Hmac<Sha256>);

impl CursorKey {
    /// 32 random bytes make a key.
    pub fn new(secret: &[u8; 32]) -> CursorKey {
        // HMAC's own block is 64 bytes; a shorter key is padded with zeros by definition.
        let mut block = [0; 64];
        block[..32].copy_from_slice(secret);
        CursorKey(Hmac::new(&block.into()))
    }

    fn over(&self, prefix: &[u8], message: &[u8]) -> Hmac<Sha256> {
        self.0.clone().chain_update(prefix).chain_update(message)
    }
}

impl fmt::Debug for CursorKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("CursorKey(…)")
    }
}

/// The key that new cursors are made with, and those that are still accepted. To rotate: the new key becomes
/// `current` and the old one joins `previous` until the walks begun with it are over.
#[derive(Debug, Clone)]
pub struct CursorKeys {
    pub current: CursorKey,
    pub previous: Vec<CursorKey>,
}

impl CursorKeys {
    pub(super) fn tag(&self, prefix: &[u8], message: &[u8]) -> [u8; 32] {
        self.current.over(prefix, message).finalize().into_bytes().into()
    }

    /// True when one of the keys made this tag; each comparison takes the same time whatever the tag is.
    pub(super) fn verify(&self, prefix: &[u8], message: &[u8], tag: &[u8]) -> bool {
        std::iter::once(&self.current)
            .chain(&self.previous)
            .any(|key| key.over(prefix, message).verify_truncated_left(tag).is_ok())
    }
}

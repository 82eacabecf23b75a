//! Random tokens that are given out once and stored as their SHA-256: session cookies, refresh tokens, tickets, mailed
//! links. With 256 random bits a plain hash cannot be searched backwards.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use quarry_contract::Secret;
use sha2::{Digest, Sha256};

const TOKEN_BYTES: usize = 32;
/// 32 bytes in base64url without padding.
const TOKEN_LENGTH: usize = 43;

/// A token whose form is right. Whether it opens anything, the store knows.
#[derive(Debug, Clone)]
pub struct OpaqueToken(Secret);

impl OpaqueToken {
    /// A new token, from the operating system's seeded generator.
    pub fn generate() -> OpaqueToken {
        OpaqueToken::of(&rand::random())
    }

    /// Reads what a client presented. Nothing is asked of the store.
    pub fn parse(presented: &str) -> Option<OpaqueToken> {
        let is_token = presented.len() == TOKEN_LENGTH
            && presented.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        is_token.then(|| OpaqueToken(Secret::new(presented)))
    }

    /// The one token for `purpose` that follows from this one: who holds the key makes it again, nobody else can.
    pub(super) fn successor(&self, key: &[u8; 32], purpose: &str) -> OpaqueToken {
        let mut block = [0; 64];
        block[..key.len()].copy_from_slice(key);
        let mut code = Hmac::<Sha256>::new(&block.into());
        for part in [purpose, "\0", self.0.expose()] {
            code.update(part.as_bytes());
        }
        OpaqueToken::of(&code.finalize().into_bytes().into())
    }

    /// The hash that the store keeps and looks the token up by.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.expose()).into()
    }

    /// A second token that the holder of this one may show. Neither it nor its stored hash tells anything about this one.
    pub(super) fn shadow(&self, purpose: &str) -> Secret {
        let digest = Sha256::new().chain_update(purpose).chain_update("\0").chain_update(self.0.expose()).finalize();
        Secret::new(URL_SAFE_NO_PAD.encode(digest))
    }

    pub fn secret(&self) -> &Secret {
        &self.0
    }

    fn of(bytes: &[u8; TOKEN_BYTES]) -> OpaqueToken {
        OpaqueToken(Secret::new(URL_SAFE_NO_PAD.encode(bytes)))
    }
}

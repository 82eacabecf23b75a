//! Signatures of a delivery, as a receiver checks them.
//!
//! `webhook-signature` is that of [Standard Webhooks](https://www.standardwebhooks.com): HMAC-SHA-256 in base64, behind `v1,`, over id, time
//! and body, keyed with the bytes that stand in base64 behind the secret's `whsec_`. `X-SERVICE-Signature` is HMAC-SHA-256 over the body in
//! lower-case hex, keyed with the secret's text as it is shown, `whsec_` and all: that is what who reads "keyed with the secret" computes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use quarry_contract::Secret;
use sha2::Sha256;

/// The beginning of a secret, before its base64.
const PREFIX: &str = "whsec_";

/// The keys that a secret stands for.
pub struct SigningKey {
    /// Its text.
    secret: Secret,
    /// The bytes behind its prefix.
    decoded: Vec<u8>,
}

impl SigningKey {
    /// `None` where the secret is not base64.
    pub fn of(secret: &Secret) -> Option<SigningKey> {
        let text = secret.expose();
        let decoded = STANDARD.decode(text.strip_prefix(PREFIX).unwrap_or(text)).ok()?;
        Some(SigningKey { secret: secret.clone(), decoded })
    }

    /// One signature of the header `webhook-signature`.
    pub fn standard(&self, id: &str, timestamp: i64, body: &[u8]) -> String {
        let digest = sign(&self.decoded, &[id.as_bytes(), b".", timestamp.to_string().as_bytes(), b".", body]);
        format!("v1,{}", STANDARD.encode(digest))
    }

    /// The header `X-SERVICE-Signature`.
    pub fn of_body(&self, body: &[u8]) -> String {
        sign(self.secret.expose().as_bytes(), &[body]).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

fn sign(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    // HMAC takes a key of any length; a block of zeros is a key that nothing is signed with.
    let Ok(mut hmac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    parts.iter().for_each(|part| hmac.update(part));
    hmac.finalize().into_bytes().into()
}

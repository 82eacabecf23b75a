//! Keys, and tokens signed with them.

use anyhow::{Context, Result, anyhow};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use rsa::pkcs1v15::SigningKey;
use rsa::sha2::Sha256;
use rsa::signature::{SignatureEncoding, Signer};
use rsa::traits::PublicKeyParts;
use serde_json::{Value as Json, json};

/// A key with the name that it has among the published ones.
pub(super) struct Key {
    id: String,
    secret: SecretKey,
}

enum SecretKey {
    Rsa(Box<SigningKey<Sha256>>),
    Elliptic(Box<EcdsaKeyPair>),
}

impl Key {
    /// A new key for `RS256` or `ES256`.
    pub(super) fn generate(id: &str, algorithm: &str) -> Result<Key> {
        let secret = match algorithm {
            "ES256" => {
                let random = SystemRandom::new();
                let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
                let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).map_err(|error| anyhow!("{error}"))?;
                let pair = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random);
                SecretKey::Elliptic(Box::new(pair.map_err(|error| anyhow!("{error}"))?))
            }
            _ => SecretKey::Rsa(Box::new(SigningKey::random(&mut rsa::rand_core::OsRng, 2048)?)),
        };
        Ok(Key { id: id.to_owned(), secret })
    }

    /// Gives the key as the provider publishes it.
    pub(super) fn public(&self) -> Json {
        match &self.secret {
            SecretKey::Rsa(key) => {
                let public: &rsa::RsaPrivateKey = key.as_ref().as_ref();
                json!({
                    "kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.id,
                    "n": encoded(&public.n().to_bytes_be()), "e": encoded(&public.e().to_bytes_be()),
                })
            }
            SecretKey::Elliptic(pair) => {
                let (x, y) = pair.public_key().as_ref()[1..].split_at(32);
                json!({ "kty": "EC", "use": "sig", "crv": "P-256", "kid": self.id, "x": encoded(x), "y": encoded(y) })
            }
        }
    }

    /// A token of these claims, signed as the key can.
    pub(super) fn token(&self, claims: &Json) -> Result<String> {
        let algorithm = match self.secret {
            SecretKey::Rsa(_) => "RS256",
            SecretKey::Elliptic(_) => "ES256",
        };
        let text = unsigned(&json!({ "alg": algorithm, "kid": self.id, "typ": "JWT" }), claims);
        let signature = match &self.secret {
            SecretKey::Rsa(key) => key.sign(text.as_bytes()).to_vec(),
            SecretKey::Elliptic(pair) => {
                pair.sign(&SystemRandom::new(), text.as_bytes()).ok().context("a signature")?.as_ref().to_vec()
            }
        };
        Ok(format!("{text}.{}", encoded(&signature)))
    }
}

/// A token that says it needs no signature.
pub(super) fn unsigned_token(claims: &Json) -> String {
    format!("{}.", unsigned(&json!({ "alg": "none" }), claims))
}

/// A token under the client's secret, which is no key of the provider's alone.
pub(super) fn shared_secret_token(claims: &Json, secret: &str) -> String {
    let text = unsigned(&json!({ "alg": "HS256" }), claims);
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret.as_bytes());
    format!("{text}.{}", encoded(ring::hmac::sign(&key, text.as_bytes()).as_ref()))
}

fn unsigned(head: &Json, claims: &Json) -> String {
    format!("{}.{}", encoded(head.to_string().as_bytes()), encoded(claims.to_string().as_bytes()))
}

pub(super) fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

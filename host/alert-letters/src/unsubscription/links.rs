//! The links: a person's number and a tag that nobody but the hosts of the deployment can make (HMAC-SHA-256, compared in constant time).
//! They have no end, as emails have none; all that a link does is end emails.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use rand::Rng;
use sha2::Sha256;
use std::fmt;

/// The context of a tag, so that no other use of the secret makes the same one.
const CONTEXT: &[u8] = b"quarry alert letters 1\0";
const TAG_BYTES: usize = 32;

/// Below the base path, before the token.
pub(super) const PATH: &str = "/public/alert_letters/";

/// Makes and opens links.
#[derive(Clone)]
pub struct UnsubscriptionLinks {
    /// The newest first: it signs, any opens.
    keys: Vec<Hmac<Sha256>>,
    /// Scheme, authority and base path of the service. `None`: it does not know its address, and emails have no link.
    service: Option<String>,
}

impl UnsubscriptionLinks {
    /// Links to a service, signed with the first of `secrets`.
    pub fn new(secrets: &[[u8; 32]], service: Option<String>) -> UnsubscriptionLinks {
        let key = |secret: &[u8; 32]| {
            // HMAC's own block is 64 bytes; a shorter key is padded with zeros by definition.
            let mut block = [0; 64];
            block[..32].copy_from_slice(secret);
            Hmac::new(&block.into())
        };
        UnsubscriptionLinks { keys: secrets.iter().map(key).collect(), service }
    }

    /// Links that no host opens: for reading declarations.
    pub fn unconnected() -> UnsubscriptionLinks {
        let mut secret = [0; 32];
        rand::rng().fill_bytes(&mut secret);
        UnsubscriptionLinks::new(&[secret], None)
    }

    /// The link of a person.
    pub fn url(&self, user_id: i64) -> Option<String> {
        Some(format!("{}{PATH}{}", self.service.as_ref()?, self.token(user_id)?))
    }

    /// The token of a person's link.
    pub fn token(&self, user_id: i64) -> Option<String> {
        let person = user_id.to_be_bytes();
        let mut token = person.to_vec();
        token.extend_from_slice(&over(self.keys.first()?, &person).finalize().into_bytes());
        Some(URL_SAFE_NO_PAD.encode(token))
    }

    /// The person of a token; `None` where it was not made here.
    pub fn open(&self, token: &str) -> Option<i64> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (person, tag) = bytes.split_first_chunk::<8>()?;
        let is_made_here =
            tag.len() == TAG_BYTES && self.keys.iter().any(|key| over(key, person).verify_slice(tag).is_ok());
        is_made_here.then(|| i64::from_be_bytes(*person))
    }
}

fn over(key: &Hmac<Sha256>, person: &[u8; 8]) -> Hmac<Sha256> {
    key.clone().chain_update(CONTEXT).chain_update(person)
}

impl fmt::Debug for UnsubscriptionLinks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("UnsubscriptionLinks(…)")
    }
}

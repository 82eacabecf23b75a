//! Signed links: paths under which anybody may load one object for a while, without a key.
//!
//! Always true: a link says which object of which component, until when and under which name, and nobody but the hosts of
//! the deployment can make one (HMAC-SHA-256 with a secret that they share, compared in constant time); what is forged,
//! over or leads to nothing is answered alike, with a 404. `route` serves them.

mod route;

pub use route::{declaration, link_route};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use rand::Rng;
use sha2::Sha256;
use std::fmt;

/// What a tag is of, so that no other use of the secret makes one.
const CONTEXT: &[u8] = b"quarry object link 1\0";
const TAG_BYTES: usize = 32;
/// Expiry, then two lengths.
const HEAD_BYTES: usize = 8 + 1 + 1;

/// Below the base path.
pub(crate) const LINKS_PATH: &str = "/objects/";

/// Makes and opens links.
#[derive(Clone)]
pub struct ObjectLinks {
    /// The newest first: it signs, any opens.
    keys: Vec<Hmac<Sha256>>,
    base_path: String,
}

/// What a link says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectLink {
    pub component: String,
    pub key: String,
    /// What a browser saves it as.
    pub file_name: String,
    pub expires_at: Timestamp,
}

impl ObjectLinks {
    /// Links below `base_path`, signed with the first of `secrets`.
    pub fn new(secrets: &[[u8; 32]], base_path: &str) -> ObjectLinks {
        let key = |secret: &[u8; 32]| {
            // HMAC's own block is 64 bytes; a shorter key is padded with zeros by definition.
            let mut block = [0; 64];
            block[..32].copy_from_slice(secret);
            Hmac::new(&block.into())
        };
        ObjectLinks { keys: secrets.iter().map(key).collect(), base_path: base_path.to_owned() }
    }

    /// Links that no host opens: for reading declarations.
    pub fn unconnected() -> ObjectLinks {
        let mut secret = [0; 32];
        rand::rng().fill_bytes(&mut secret);
        ObjectLinks::new(&[secret], "")
    }

    /// The path of a link; `None` when a name in it is longer than 255 bytes.
    pub fn sign(&self, link: &ObjectLink) -> Option<String> {
        let mut token = Vec::with_capacity(256);
        token.extend_from_slice(&link.expires_at.as_second().to_be_bytes());
        token.push(u8::try_from(link.component.len()).ok()?);
        token.push(u8::try_from(link.file_name.len()).ok()?);
        for part in [&link.component, &link.file_name, &link.key] {
            token.extend_from_slice(part.as_bytes());
        }
        let tag = over(self.keys.first()?, &token).finalize().into_bytes();
        token.extend_from_slice(&tag);
        Some(format!("{}{LINKS_PATH}{}", self.base_path, URL_SAFE_NO_PAD.encode(token)))
    }

    /// What the token of a link says; `None` when it was not made here, or its time is over.
    pub fn open(&self, token: &str, now: Timestamp) -> Option<ObjectLink> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (message, tag) = bytes.split_at_checked(bytes.len().checked_sub(TAG_BYTES)?)?;
        // Each comparison takes the same time whatever the tag is.
        if !self.keys.iter().any(|key| over(key, message).verify_slice(tag).is_ok()) {
            return None;
        }
        let (head, names) = message.split_at_checked(HEAD_BYTES)?;
        let (expires_at, lengths) = head.split_first_chunk::<8>()?;
        let expires_at = Timestamp::from_second(i64::from_be_bytes(*expires_at)).ok()?;
        let (component, names) = names.split_at_checked(lengths.first().copied()?.into())?;
        let (file_name, key) = names.split_at_checked(lengths.get(1).copied()?.into())?;
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let link = ObjectLink { component: text(component)?, key: text(key)?, file_name: text(file_name)?, expires_at };
        (now < expires_at).then_some(link)
    }
}

fn over(key: &Hmac<Sha256>, message: &[u8]) -> Hmac<Sha256> {
    key.clone().chain_update(CONTEXT).chain_update(message)
}

impl fmt::Debug for ObjectLinks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ObjectLinks(…)")
    }
}

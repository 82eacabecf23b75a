//! Signed links: paths under which anybody may load one object for a while, or store one, without a key.
//!
//! Always true: a link says which object of which component, until when and under which name, and nobody but the hosts of
//! the deployment can make one (HMAC-SHA-256 with a secret that they share, compared in constant time); what is forged,
//! over or leads to nothing is answered alike, with a 404. `route` serves them, `upload` takes what is stored, and `right` says whether
//! the person who asked for an upload still may.

mod right;
mod route;
mod upload;

pub use right::{LinkGuard, LinkGuards, LinkInput, LinkRight, LinkRights};
pub use route::{declaration, link_route};
pub use upload::{upload_declaration, upload_route};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use rand::Rng;
use sha2::Sha256;
use std::fmt;

/// The context of a tag, so that no other use of the secret makes the same one.
const CONTEXT: &[u8] = b"quarry object link 1\0";
/// 2: a link of the first form says nothing about whose it is, so it takes nothing any more.
const UPLOAD_CONTEXT: &[u8] = b"quarry object upload 2\0";
const TAG_BYTES: usize = 32;
/// Characters of a token at most: a right whose guard was bound to long texts has no room in a link.
const MAX_TOKEN_LENGTH: u32 = 2_048;

/// Below the base path.
pub(crate) const LINKS_PATH: &str = "/objects/";

/// Makes and opens links.
#[derive(Clone)]
pub struct ObjectLinks {
    /// The newest first: it signs, any opens.
    keys: Vec<Hmac<Sha256>>,
    base_path: String,
}

/// The contents of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectLink {
    pub component: String,
    pub key: String,
    /// The name under which a browser saves it.
    pub file_name: String,
    pub expires_at: Timestamp,
}

/// The limits of an upload.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectUpload {
    pub component: String,
    pub key: String,
    pub content_type: String,
    pub max_bytes: u32,
    pub expires_at: Timestamp,
    /// The right by which it was signed; none where nobody asked for it.
    pub right: Option<LinkRight>,
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

    /// The path of a link; `None` when it would be too long.
    pub fn sign(&self, link: &ObjectLink) -> Option<String> {
        let token = self.seal(CONTEXT, link.expires_at, None, [&link.component, &link.file_name, &link.key])?;
        Some(format!("{}{LINKS_PATH}{token}", self.base_path))
    }

    /// Opens the token of a link; `None` when it was not made here, or its time is over.
    pub fn open(&self, token: &str, now: Timestamp) -> Option<ObjectLink> {
        let (expires_at, _, [component, file_name, key]) = self.unseal(CONTEXT, token, now)?;
        Some(ObjectLink { component, key, file_name, expires_at })
    }

    /// The path that takes an upload; `None` when it would be too long.
    pub fn sign_upload(&self, upload: &ObjectUpload) -> Option<String> {
        // A key has no spaces: the right stands behind the first one.
        let mut key_and_right = upload.key.clone();
        if let Some(right) = &upload.right {
            key_and_right.push(' ');
            key_and_right.push_str(&serde_json::to_string(right).ok()?);
        }
        let names = [&upload.component, &upload.content_type, &key_and_right];
        let token = self.seal(UPLOAD_CONTEXT, upload.expires_at, Some(upload.max_bytes), names)?;
        Some(format!("{}{LINKS_PATH}{token}", self.base_path))
    }

    /// Opens the token of an upload; `None` when it was not made here, or its time is over.
    pub fn open_upload(&self, token: &str, now: Timestamp) -> Option<ObjectUpload> {
        let (expires_at, max_bytes, [component, content_type, key_and_right]) =
            self.unseal(UPLOAD_CONTEXT, token, now)?;
        let (key, right) = match key_and_right.split_once(' ') {
            // A right that cannot be read is none that holds: the whole link leads nowhere.
            Some((key, right)) => (key.to_owned(), Some(serde_json::from_str(right).ok()?)),
            None => (key_and_right, None),
        };
        Some(ObjectUpload { component, key, content_type, max_bytes, expires_at, right })
    }

    /// Expiry, number, the lengths of the first two names, the names, and the tag over it all.
    fn seal(&self, context: &[u8], expires_at: Timestamp, number: Option<u32>, names: [&String; 3]) -> Option<String> {
        let mut token = Vec::with_capacity(256);
        token.extend_from_slice(&expires_at.as_second().to_be_bytes());
        token.extend_from_slice(&number.unwrap_or_default().to_be_bytes());
        token.push(u8::try_from(names[0].len()).ok()?);
        token.push(u8::try_from(names[1].len()).ok()?);
        for name in names {
            token.extend_from_slice(name.as_bytes());
        }
        let tag = over(self.keys.first()?, context, &token).finalize().into_bytes();
        token.extend_from_slice(&tag);
        let token = URL_SAFE_NO_PAD.encode(token);
        (token.len() <= MAX_TOKEN_LENGTH as usize).then_some(token)
    }

    fn unseal(&self, context: &[u8], token: &str, now: Timestamp) -> Option<(Timestamp, u32, [String; 3])> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (message, tag) = bytes.split_at_checked(bytes.len().checked_sub(TAG_BYTES)?)?;
        // Each comparison takes the same time whatever the tag is.
        if !self.keys.iter().any(|key| over(key, context, message).verify_slice(tag).is_ok()) {
            return None;
        }
        let (expires_at, rest) = message.split_first_chunk::<8>()?;
        let (number, rest) = rest.split_first_chunk::<4>()?;
        let (lengths, names) = rest.split_first_chunk::<2>()?;
        let expires_at = Timestamp::from_second(i64::from_be_bytes(*expires_at)).ok()?;
        let (first, names) = names.split_at_checked(lengths[0].into())?;
        let (second, third) = names.split_at_checked(lengths[1].into())?;
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let names = [text(first)?, text(second)?, text(third)?];
        (now < expires_at).then_some((expires_at, u32::from_be_bytes(*number), names))
    }
}

fn over(key: &Hmac<Sha256>, context: &[u8], message: &[u8]) -> Hmac<Sha256> {
    key.clone().chain_update(context).chain_update(message)
}

impl fmt::Debug for ObjectLinks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ObjectLinks(…)")
    }
}

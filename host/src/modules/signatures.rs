//! Signatures of installed components: one beside the file, in the form of minisign (Ed25519 over BLAKE2b), checked here
//! without asking another service.
//!
//! A deployment that names keys demands one of every component that is installed; the release's own components came with the
//! release. Signatures of minisign's old form, over the file itself, are not taken.

use minisign_verify::{PublicKey, Signature};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The keys whose signatures count. Without a key no signature is demanded.
#[derive(Debug, Clone, Default)]
pub struct SigningKeys(Vec<SigningKey>);

/// A key, with the text of the configuration.
#[derive(Debug, Clone)]
struct SigningKey {
    text: String,
    key: PublicKey,
}

/// A text that is not a key.
#[derive(Debug, Error)]
#[error(
    "components.signing_keys has \"{text}\", which is not a public key of minisign: {source}; the second line of a minisign.pub is one"
)]
pub struct SigningKeyError {
    text: String,
    source: minisign_verify::Error,
}

/// The reason why a component is not taken.
#[derive(Debug, Error)]
pub enum SignatureError {
    #[error(
        "it is not signed: this deployment demands a signature by a key of components.signing_keys, and no signature was found at {place}; \
         `minisign -S -m FILE` signs it"
    )]
    Missing { place: String },
    #[error("its signature {place} is not a signature of minisign: {source}; `minisign -S -m FILE` makes one")]
    Malformed { place: String, source: minisign_verify::Error },
    #[error(
        "its signature {place} is not by a key of components.signing_keys, or the file is not the one that was signed"
    )]
    NotTrusted { place: String },
}

impl SigningKeys {
    /// The keys of the configuration.
    pub fn parse(texts: &[String]) -> Result<SigningKeys, SigningKeyError> {
        let parse = |text: &String| {
            let key = PublicKey::from_base64(text).map_err(|source| SigningKeyError { text: text.clone(), source })?;
            Ok(SigningKey { text: text.clone(), key })
        };
        texts.iter().map(parse).collect::<Result<_, _>>().map(SigningKeys)
    }

    /// Checks the content of `file` by the signature beside it, and gives the key that signed it. Any content passes where no key
    /// is named.
    pub fn check(&self, file: &Path, bytes: &[u8]) -> Result<Option<String>, SignatureError> {
        let path = signature_path(file);
        let signature = if self.0.is_empty() { None } else { std::fs::read(&path).ok() };
        self.check_with(signature.as_deref(), &path.display().to_string(), bytes)
    }

    /// The same with a signature that was found at `place`, or not.
    pub fn check_with(
        &self,
        signature: Option<&[u8]>,
        place: &str,
        bytes: &[u8],
    ) -> Result<Option<String>, SignatureError> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let place = place.to_owned();
        let Some(signature) = signature else { return Err(SignatureError::Missing { place }) };
        let signature = match Signature::decode(&String::from_utf8_lossy(signature)) {
            Ok(signature) => signature,
            Err(source) => return Err(SignatureError::Malformed { place, source }),
        };
        match self.0.iter().find(|known| known.key.verify(bytes, &signature, false).is_ok()) {
            Some(known) => Ok(Some(known.text.clone())),
            None => Err(SignatureError::NotTrusted { place }),
        }
    }
}

/// `NAME.wasm.minisig`, as `minisign -S` names it.
pub fn signature_path(file: &Path) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(".minisig");
    PathBuf::from(path)
}

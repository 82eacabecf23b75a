//! `secrets`: handles to what a component must not see, and the few things it may have done with them.

use crate::capabilities::call::calls_left::{PASSWORD_CALLS, SECRET_CALLS};
use crate::capabilities::call::{Frame, host_call};
use hmac::{Hmac, KeyInit, Mac};
use quarry_contract::{Grant, Secret};
use quarry_identity::PasswordError;
use quarry_identity::secrets::{Origin, mint};
use sha2::Sha256;
use tracing::Instrument;

const MAX_PREFIX_BYTES: usize = 16;
const MAX_SIGNED_BYTES: usize = 1 << 20;

/// A secret that a guest has a handle to.
#[derive(Debug, Clone)]
pub struct SecretHandle {
    pub(super) secret: Secret,
    pub(super) origin: Origin,
}

impl SecretHandle {
    /// One that came with the request.
    pub fn sent(secret: Secret) -> SecretHandle {
        SecretHandle { secret, origin: Origin::Sent }
    }

    /// One that the host made in this call, to be shown once.
    pub(super) fn minted(secret: Secret) -> SecretHandle {
        SecretHandle { secret, origin: Origin::Minted }
    }

    /// Gives the secret that a person sent with this request; `None` for every other secret.
    pub(super) fn as_sent(&self) -> Option<&Secret> {
        (self.origin == Origin::Sent).then_some(&self.secret)
    }

    /// The secret, for an answer; `None` unless it was minted in this call.
    pub fn into_shown(self) -> Option<Secret> {
        (self.origin == Origin::Minted).then_some(self.secret)
    }

    /// The secret, for a letter; `None` unless it was minted in this call.
    pub(super) fn shown(&self) -> Option<&Secret> {
        (self.origin == Origin::Minted).then_some(&self.secret)
    }

    /// The secret, to open a door with; `None` for what a person sent.
    pub(super) fn credential(&self) -> Option<&Secret> {
        matches!(self.origin, Origin::Minted | Origin::Kept | Origin::Configured).then_some(&self.secret)
    }
}

/// The reason why a call failed, in a sentence for the component's author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretFailure {
    NotGranted(String),
    Rejected(String),
    LimitExceeded(String),
    Unavailable(String),
}

type Outcome<T> = Result<T, SecretFailure>;

/// The parts of a call that `secrets` needs.
pub struct SecretCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) left: &'a mut u32,
    pub(super) passwords_left: &'a mut u32,
}

impl SecretCalls<'_> {
    /// A new token.
    pub fn mint(&mut self, prefix: &str) -> Outcome<SecretHandle> {
        self.take_call()?;
        let is_good = prefix.len() <= MAX_PREFIX_BYTES
            && prefix.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        match is_good {
            true => Ok(SecretHandle { secret: mint(prefix), origin: Origin::Minted }),
            false => Err(SecretFailure::Rejected(format!(
                "a token's prefix has at most {MAX_PREFIX_BYTES} lowercase letters, digits and _"
            ))),
        }
    }

    /// Gives the bytes by which the token can be found.
    pub fn fingerprint(&mut self, handle: &SecretHandle) -> Outcome<Vec<u8>> {
        self.take_call()?;
        let capabilities = &self.frame.capabilities;
        Ok(capabilities.stores().secret_keys.fingerprint(capabilities.component(), &handle.secret).to_vec())
    }

    /// Gives the sealed form that the component stores.
    pub fn seal(&mut self, handle: &SecretHandle) -> Outcome<Vec<u8>> {
        self.take_call()?;
        self.sealed(&handle.secret, handle.origin)
    }

    /// Opens a sealed secret, as a handle.
    pub fn unseal(&mut self, sealed: &[u8]) -> Outcome<SecretHandle> {
        self.take_call()?;
        let (secret, origin) = self.opened(sealed)?;
        match origin {
            Origin::PasswordHash => {
                Err(SecretFailure::Rejected("a password's hash is for verify-password alone".to_owned()))
            }
            origin => Ok(SecretHandle { secret, origin }),
        }
    }

    /// The sealed hash of a password.
    pub async fn hash_password(&mut self, handle: &SecretHandle) -> Outcome<Vec<u8>> {
        self.take_password_call()?;
        let passwords = self.frame.capabilities.stores().passwords.clone();
        let hash =
            passwords.hash(handle.secret.clone()).instrument(host_call("passwords")).await.map_err(password_failure)?;
        self.sealed(&Secret::new(hash), Origin::PasswordHash)
    }

    /// Tells that it is the password of that hash.
    pub async fn verify_password(&mut self, handle: &SecretHandle, hash: &[u8]) -> Outcome<bool> {
        self.take_password_call()?;
        let (hash, origin) = self.opened(hash)?;
        if origin != Origin::PasswordHash {
            return Err(SecretFailure::Rejected("these bytes are not what hash-password gave".to_owned()));
        }
        let passwords = self.frame.capabilities.stores().passwords.clone();
        passwords
            .verify(handle.secret.clone(), hash.expose())
            .instrument(host_call("passwords"))
            .await
            .map_err(password_failure)
    }

    /// HMAC-SHA-256 of `data` under it.
    pub fn sign(&mut self, handle: &SecretHandle, data: &[u8]) -> Outcome<Vec<u8>> {
        self.take_call()?;
        if data.len() > MAX_SIGNED_BYTES {
            let bytes = data.len();
            return Err(SecretFailure::LimitExceeded(format!(
                "{bytes} bytes cannot be signed; {MAX_SIGNED_BYTES} can"
            )));
        }
        let Some(secret) = handle.credential() else { return Err(sent_goes_nowhere("sign")) };
        let key = Hmac::<Sha256>::new_from_slice(secret.expose().as_bytes());
        let key = key.map_err(|_| SecretFailure::Rejected("this secret cannot sign".to_owned()))?;
        Ok(key.chain_update(data).finalize().into_bytes().to_vec())
    }

    /// A credential of the configuration.
    pub fn configured(&mut self, name: &str) -> Outcome<SecretHandle> {
        self.take_call()?;
        let capabilities = &self.frame.capabilities;
        let configured = capabilities.stores().configured_secrets.get(capabilities.component());
        match configured.and_then(|secrets| secrets.get(name)) {
            Some(secret) => Ok(SecretHandle { secret: secret.clone(), origin: Origin::Configured }),
            None => Err(SecretFailure::NotGranted(format!(
                "the deployment holds no secret {} for the component in components.secrets",
                name.escape_debug()
            ))),
        }
    }

    fn sealed(&self, secret: &Secret, origin: Origin) -> Outcome<Vec<u8>> {
        let capabilities = &self.frame.capabilities;
        capabilities
            .stores()
            .secret_keys
            .seal(capabilities.component(), secret, origin)
            .ok_or_else(|| SecretFailure::Unavailable("The secret could not be sealed; try again.".to_owned()))
    }

    fn opened(&self, sealed: &[u8]) -> Outcome<(Secret, Origin)> {
        let capabilities = &self.frame.capabilities;
        capabilities.stores().secret_keys.unseal(capabilities.component(), sealed).ok_or_else(|| {
            SecretFailure::Rejected("these bytes were not sealed for this component by this deployment".to_owned())
        })
    }

    fn take_call(&mut self) -> Outcome<()> {
        if let Some(sentence) = self.frame.missing(Grant::Secrets) {
            return Err(SecretFailure::NotGranted(sentence));
        }
        take(self.left, "calls of secrets", SECRET_CALLS)
    }

    fn take_password_call(&mut self) -> Outcome<()> {
        self.take_call()?;
        if let Some(sentence) = self.frame.open_transaction_refusal("hash or verify a password") {
            return Err(SecretFailure::Rejected(sentence));
        }
        take(self.passwords_left, "passwords", PASSWORD_CALLS)
    }
}

/// The sentence for a use that would let a component find out what a person sent.
pub(super) fn sent_goes_nowhere(use_of_it: &str) -> SecretFailure {
    SecretFailure::Rejected(format!(
        "only a secret that was minted or configured can {use_of_it}: what a person sent is compared, hashed or kept"
    ))
}

fn take(left: &mut u32, what: &str, most: u32) -> Outcome<()> {
    *left = left.checked_sub(1).ok_or_else(|| {
        SecretFailure::LimitExceeded(format!(
            "The component had more than the {most} {what} that one request may have."
        ))
    })?;
    Ok(())
}

fn password_failure(error: PasswordError) -> SecretFailure {
    match error {
        PasswordError::Length { .. } => SecretFailure::Rejected(error.to_string()),
        PasswordError::Busy => SecretFailure::Unavailable(error.to_string()),
        PasswordError::Hash { .. } | PasswordError::Task { .. } => {
            tracing::error!(%error, "a password could not be hashed or verified");
            SecretFailure::Unavailable("The password could not be checked; try again.".to_owned())
        }
    }
}

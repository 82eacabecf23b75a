//! The shared secret of an authenticator, as it is stored: encrypted with the deployment's key.
//!
//! Rows from before it was encrypted hold the secret itself, which a migration cannot seal. They are told by their length,
//! read as they are, and written back sealed with the next code that is taken.

use crate::secrets::{Origin, SecretKeys};
use quarry_contract::Secret;
use totp_rs::{Algorithm, Builder, Secret as TotpSecret, Totp};

/// As long as the digest that codes are made with.
pub(super) const SECRET_BYTES: usize = 20;
/// In the place of a component's name: no component has a colon in its.
const SEALED_FOR: &str = "host:authenticators";

/// Encrypts a new secret for the store; `None` when it cannot be encrypted.
pub(super) fn seal(keys: &SecretKeys, secret: &[u8; SECRET_BYTES]) -> Option<Vec<u8>> {
    let text = Secret::new(TotpSecret::from(secret.to_vec()).to_base32());
    keys.seal(SEALED_FOR, &text, Origin::Kept)
}

/// Opens the stored secret, as the authenticator itself knows it; `None` where another deployment sealed it.
pub(super) fn open(keys: &SecretKeys, stored: &[u8]) -> Option<[u8; SECRET_BYTES]> {
    if let Ok(plain) = stored.try_into() {
        return Some(plain);
    }
    let (text, _) = keys.unseal(SEALED_FOR, stored)?;
    TotpSecret::try_from_base32(text.expose()).ok()?.as_ref().try_into().ok()
}

/// The authenticator that has this secret.
pub(super) fn authenticator(secret: &[u8; SECRET_BYTES]) -> Option<Totp> {
    builder(secret).with_account_name("account").build().ok()
}

/// The settings of codes: SHA-1, six digits, 30 seconds, one step of tolerance, as every authenticator has it.
pub(super) fn builder(secret: &[u8; SECRET_BYTES]) -> Builder {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_step_duration(30)
        .with_skew(1)
        .with_secret(secret.to_vec())
}

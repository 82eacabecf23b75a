//! API keys of organizations, for their admins. Needs the grant `api-keys`.
//!
//! ```no_run
//! use quarry_sdk::api_keys::{self, KeySettings};
//! # use quarry_sdk::prelude::*;
//!
//! # fn mint(organization_id: i64, name: String) -> Result<Answer, Problem> {
//! let settings = KeySettings { name, scopes: vec!["read".to_owned()], ip_allow_list: Vec::new(), expires_at: None };
//! let minted = api_keys::mint(organization_id, &settings)?;
//! Ok(Answer::object().member("id", &minted.id).secret("key", minted.key).into()) // shown once
//! # }
//! ```

use crate::bindings::quarry::plugin::api_keys as wit;
use crate::{Problem, Secret, Transaction};

pub use wit::{ApiKeyFailure, KeySettings};

/// A key that was just made.
///
/// ```no_run
/// use quarry_sdk::api_keys::MintedKey;
/// # use quarry_sdk::prelude::*;
///
/// # fn example(minted: MintedKey) -> Answer {
/// Answer::object().member("id", &minted.id).member("hint", &minted.hint).secret("key", minted.key).into()
/// # }
/// ```
#[derive(Debug)]
pub struct MintedKey {
    /// The key's number; not the key itself.
    pub id: i64,
    /// The last four characters of the key.
    pub hint: String,
    /// The key itself, which can be shown once, with [`crate::ObjectBuilder::secret`].
    pub key: Secret,
}

/// Mints a key in the name of the caller, and sends them an email about it.
pub fn mint(organization_id: i64, settings: &KeySettings) -> Result<MintedKey, ApiKeyFailure> {
    wit::mint(organization_id, settings).map(minted)
}

/// Mints a key with the settings of another one, which ends after `grace_seconds`: a day at the most and by default.
pub fn rotate(organization_id: i64, key_id: i64, grace_seconds: Option<u32>) -> Result<MintedKey, ApiKeyFailure> {
    wit::rotate(organization_id, key_id, grace_seconds).map(minted)
}

/// Revokes a key. True: this call revoked it; false: it was revoked before.
///
/// ```no_run
/// # fn example(organization_id: i64, key_id: i64) -> Result<bool, quarry_sdk::Problem> {
/// Ok(quarry_sdk::api_keys::revoke(organization_id, key_id)?)
/// # }
/// ```
pub fn revoke(organization_id: i64, key_id: i64) -> Result<bool, ApiKeyFailure> {
    wit::revoke(organization_id, key_id)
}

/// Revokes what a person minted for the organization, with the transaction that ends their membership.
///
/// ```no_run
/// use quarry_sdk::{Problem, Transaction, api_keys};
///
/// # fn example(organization_id: i64, user_id: i64) -> Result<(), Problem> {
/// let transaction = Transaction::begin()?;
/// api_keys::revoke_of_member(&transaction, organization_id, user_id)?;
/// transaction.commit()?; // with the statement that ends the membership
/// # Ok(())
/// # }
/// ```
pub fn revoke_of_member(transaction: &Transaction, organization_id: i64, user_id: i64) -> Result<u32, ApiKeyFailure> {
    wit::revoke_of_member(transaction.contract(), organization_id, user_id)
}

fn minted(minted: wit::MintedKey) -> MintedKey {
    MintedKey { id: minted.id, hint: minted.hint, key: Secret::from_contract(minted.key) }
}

/// The published refusals: `not_found`, `forbidden`, `validation_failed` with its field, and `key_not_active` and
/// `too_many_keys`, which the route declares.
impl From<ApiKeyFailure> for Problem {
    fn from(failure: ApiKeyFailure) -> Problem {
        match failure {
            ApiKeyFailure::Unknown(detail) => Problem::not_found(detail),
            ApiKeyFailure::Forbidden(detail) => Problem::forbidden(detail),
            ApiKeyFailure::Invalid(invalid) => Problem::invalid_field(&invalid.field, invalid.sentence),
            ApiKeyFailure::NotActive(detail) => Problem::new(422, "key_not_active", detail),
            ApiKeyFailure::TooMany(detail) => Problem::new(422, "too_many_keys", detail),
            ApiKeyFailure::Unavailable(detail) => Problem::store_unavailable("app_store", detail),
            ApiKeyFailure::NotGranted(detail) | ApiKeyFailure::Rejected(detail) => Problem::refused_by_host(&detail),
        }
    }
}

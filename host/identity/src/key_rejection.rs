//! The reasons why a key is refused.

use crate::Environment;
use quarry_contract::KeyCaller;
use quarry_stores::app::AppStoreError;
use std::net::IpAddr;
use std::sync::Arc;
use thiserror::Error;

/// The reasons, from the outside in: the first that holds is given. Those about a key of this deployment carry whose it
/// is, because the answer tells its hourly budget all the same; it is not a permission.
#[derive(Debug, Clone, Error)]
pub enum KeyRejection {
    /// The text has not the form of a key; nothing was asked of the store.
    #[error("the text is not an API key")]
    Malformed,
    #[error("the key is not known")]
    Unknown,
    #[error("the key belongs to the {belongs_to} environment")]
    OtherEnvironment { belongs_to: Environment },
    #[error("the key was revoked")]
    Revoked(Arc<KeyCaller>),
    #[error("the key has expired")]
    Expired(Arc<KeyCaller>),
    /// The member who minted it left the organization, or the account was disabled.
    #[error("the member who minted the key has left")]
    MinterGone(Arc<KeyCaller>),
    #[error("the organization of the key is suspended")]
    OrganizationSuspended(Arc<KeyCaller>),
    #[error("the organization's plan has no API access")]
    PlanHasNoApiAccess(Arc<KeyCaller>),
    #[error("the key may not be used from {ip}")]
    IpNotAllowed { ip: IpAddr, key: Arc<KeyCaller> },
    #[error("the key could not be confirmed")]
    StoreUnavailable(#[source] Arc<AppStoreError>),
}

impl KeyRejection {
    /// The key that was recognised and refused, for the rate headers of the answer.
    pub fn known_key(&self) -> Option<&Arc<KeyCaller>> {
        match self {
            KeyRejection::Revoked(key)
            | KeyRejection::Expired(key)
            | KeyRejection::MinterGone(key)
            | KeyRejection::OrganizationSuspended(key)
            | KeyRejection::PlanHasNoApiAccess(key)
            | KeyRejection::IpNotAllowed { key, .. } => Some(key),
            KeyRejection::Malformed
            | KeyRejection::Unknown
            | KeyRejection::OtherEnvironment { .. }
            | KeyRejection::StoreUnavailable(_) => None,
        }
    }
}

//! Errors of making people, organizations and keys.

use crate::{AccountStatementError, PasswordError, PreparationError};
use jiff::Timestamp;
use quarry_contract::entered_text::RefusedCharacter;
use quarry_stores::app::AppStoreError;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum IdentityError {
    #[error("{email} is not an email address")]
    InvalidEmail { email: String },
    #[error("a user with the email {email} exists already")]
    EmailTaken { email: String },
    #[error("a name must have 1 to {limit} characters; this one has {length}")]
    InvalidName { length: usize, limit: usize },
    #[error("a name is one line of characters that can be seen; of this one {0}")]
    UnseenInName(#[from] RefusedCharacter),
    #[error("there is no plan {plan_key}")]
    UnknownPlan { plan_key: String },
    #[error("there is no user with the email {email}")]
    UnknownUser { email: String },
    #[error("{email} does not have the staff permission {permission}; `quarry admin grant` gives it")]
    WithoutPermission { email: String, permission: String },
    #[error("there is no permission {permission}; the permissions are {known}")]
    UnknownPermission { permission: String, known: String },
    #[error("a key needs at least one scope: read, research:write or exports")]
    NoScope,
    #[error("the key would have expired at {expires_at} already")]
    ExpiredAlready { expires_at: Timestamp },
    #[error("user {user_id} is not an active member of organization {organization_id}")]
    NotAMember { organization_id: i64, user_id: i64 },
    #[error("user {user_id} is a member of organization {organization_id} already")]
    AlreadyAMember { organization_id: i64, user_id: i64 },
    #[error("an address allow list holds at most {limit} entries; this one has {entries}")]
    AllowListTooLong { entries: usize, limit: usize },
    #[error("the account could not be prepared: {0}")]
    Preparation(#[from] AccountStatementError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

impl From<PreparationError> for IdentityError {
    fn from(error: PreparationError) -> IdentityError {
        match error {
            PreparationError::Statement(error) => IdentityError::Preparation(error),
            PreparationError::Store(error) => IdentityError::Store(error),
        }
    }
}

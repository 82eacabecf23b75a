//! The reasons why somebody was not let in, or why the credentials of an account were not changed.

use crate::mail::MessageError;
use crate::sign_in::{LockedOut, ProviderError, WeakPassword};
use crate::{IdentityError, PasswordError, RefreshError};
use quarry_stores::app::AppStoreError;
use std::sync::Arc;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum SignInError {
    /// Also for an account that does not exist, or has no password.
    #[error("the email or the password is wrong")]
    WrongPassword,
    #[error("the account asks for a code of its authenticator")]
    CodeNeeded,
    #[error("the code is wrong, or was used before")]
    WrongCode,
    #[error(transparent)]
    LockedOut(#[from] LockedOut),
    #[error("the account is disabled")]
    Disabled,
    #[error("the organization is suspended")]
    Suspended,
    #[error("the mailed token is unknown, was used, or has expired")]
    UnknownToken,
    #[error(transparent)]
    WeakPassword(#[from] WeakPassword),
    #[error("there is no unconfirmed authenticator")]
    NoSetup,
    #[error("the account has no second factor")]
    NoSecondFactor,
    #[error("the account has a second factor already")]
    TwoFactorIsOn,
    #[error("the secret of an authenticator cannot be sealed or opened with the deployment's keys")]
    NotSealed,
    #[error("a session that acts as somebody else changes nothing that guards their account")]
    Impersonating,
    #[error("the session has ended")]
    SessionEnded,
    #[error("the session could not be confirmed: {0}")]
    SessionUnconfirmed(Arc<AppStoreError>),
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error(transparent)]
    Refresh(#[from] RefreshError),
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("a letter to the person cannot be written: {0}")]
    Letter(#[from] MessageError),
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

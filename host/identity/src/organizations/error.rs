//! The reasons why an organization was not changed.

use crate::mail::MessageError;
use quarry_stores::app::AppStoreError;
use thiserror::Error;

/// An error of a change. Each sentence may be told to the caller, but for those of the last two.
#[derive(Debug, Error)]
pub enum OrganizationError {
    /// There is no such thing, or it is somebody else's.
    #[error("There is no {what} {id} here.")]
    Unknown { what: &'static str, id: i64 },
    #[error("{0}")]
    Forbidden(&'static str),
    #[error("{sentence}")]
    Invalid { field: &'static str, sentence: String },
    #[error("This key {state}, so it cannot be rotated: mint another one.")]
    NotActive { state: &'static str },
    #[error("The organization has this member already: {email}.")]
    AlreadyMember { email: String },
    #[error("An organization has at most {limit} {what}: {remedy}.")]
    TooMany { what: &'static str, limit: i64, remedy: &'static str },
    #[error("a letter cannot be written: {0}")]
    Letter(#[from] MessageError),
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

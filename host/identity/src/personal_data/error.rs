//! The reasons why a person's data was not exported or deleted.

use crate::SignInError;
use crate::mail::MessageError;
use quarry_stores::app::AppStoreError;
use quarry_stores::objects::ObjectsError;
use serde_json::Value as Json;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum PersonalDataError {
    #[error("an export of this person is being made")]
    ExportIsRunning,
    #[error("the person is the only owner of {} organizations with other members", .0.len())]
    OwnsOrganizations(Vec<OwnedOrganization>),
    #[error("the account is kept: {}", .0.sentence)]
    KeptBack(Box<KeptBack>),
    #[error("the components {0} have tables here and are not loaded, so what these hold of the person is unknown")]
    NotLoaded(String),
    #[error("the components are not loaded yet")]
    NotReady,
    #[error("the statement {statement} of the component {component} cannot be run: {reason}")]
    Statement { component: String, statement: String, reason: String },
    #[error("the person holds more than {limit} rows of {table}")]
    TooMuch { table: String, limit: usize },
    #[error("there is no such person any more")]
    NoPerson,
    #[error(transparent)]
    SignIn(#[from] SignInError),
    #[error("a letter to the person cannot be written: {0}")]
    Letter(#[from] MessageError),
    #[error("the file could not be stored: {0}")]
    Objects(#[from] ObjectsError),
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

/// An organization by number and name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedOrganization {
    pub id: i64,
    pub name: String,
}

/// The reason why an account is kept, for the person.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptBack {
    pub code: String,
    pub sentence: String,
    pub member: String,
    /// A list of objects.
    pub rows: Json,
}

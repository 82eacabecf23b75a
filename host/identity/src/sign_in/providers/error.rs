//! The reasons why a sign-in at a provider failed. The sentences for people are in `problems`; these are for the log.

use crate::IdentityError;
use crate::outbound::OutboundError;
use quarry_stores::app::AppStoreError;
use thiserror::Error;

/// No variant holds a code, a token or a secret.
#[derive(Debug, Error)]
pub enum ProviderError {
    #[error("there is no provider {provider}")]
    Unknown { provider: String },
    #[error("no provider signs people of this address in")]
    NoneForEmail,
    #[error("{field} is not usable: {problem}")]
    Request { field: &'static str, problem: &'static str },
    #[error("the provider {issuer} could not be asked: {problem}")]
    Unreachable { issuer: String, problem: String },
    #[error("too many sign-ins at the provider {issuer} are in flight")]
    Busy { issuer: String },
    #[error("the provider {issuer} did not take the code: {reason}")]
    CodeRefused { issuer: String, reason: String },
    #[error("the ID token of {issuer} is not good: {reason}")]
    Token { issuer: String, reason: String },
    #[error("{issuer} does not call the person's email address verified")]
    UnverifiedEmail { issuer: String },
    #[error("{provider} confirmed a person whose email address does not belong to its verified domain")]
    ForeignEmail { provider: String },
    #[error("the account of a person of {provider} was made at the same moment")]
    MadeMeanwhile { provider: String },
    #[error("the person did not sign in at {provider} just now")]
    NotFresh { provider: String },
    #[error("the person who signed in at {provider} is not the person of the session")]
    AnotherPerson { provider: String },
    #[error("the sealed client secret of {provider} cannot be opened")]
    Seal { provider: String },
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

/// A request to a provider without an answer.
#[derive(Debug, Error)]
pub enum ProviderHttpError {
    #[error("this host sends no requests to servers outside")]
    NoClient,
    #[error("its address cannot be read")]
    Address,
    #[error(transparent)]
    Outbound(#[from] OutboundError),
}

//! The values that are taken from a provider's checked claims.

use crate::sign_in::providers::ProviderPerson;
use crate::sign_in::providers::error::ProviderError;
use crate::users::valid_email;
use jiff::Timestamp;
use openidconnect::core::{CoreIdTokenClaims, CoreUserInfoClaims};
use quarry_contract::entered_text::EnteredText;

/// OpenID Connect allows 255.
const MAX_SUBJECT_BYTES: usize = 255;
/// The most characters that an account keeps of a name.
const MAX_NAME_LENGTH: usize = 200;

/// A person's email address and name as a provider gives them, in the ID token or beside it.
pub(super) struct Told {
    email: Option<String>,
    is_verified: bool,
    name: Option<String>,
}

impl From<&CoreIdTokenClaims> for Told {
    fn from(claims: &CoreIdTokenClaims) -> Told {
        Told {
            email: claims.email().map(|email| email.as_str().to_owned()),
            is_verified: claims.email_verified() == Some(true),
            name: claims.name().and_then(|names| names.get(None)).map(|name| name.as_str().to_owned()),
        }
    }
}

impl From<&CoreUserInfoClaims> for Told {
    fn from(claims: &CoreUserInfoClaims) -> Told {
        Told {
            email: claims.email().map(|email| email.as_str().to_owned()),
            is_verified: claims.email_verified() == Some(true),
            name: claims.name().and_then(|names| names.get(None)).map(|name| name.as_str().to_owned()),
        }
    }
}

impl Told {
    pub(super) fn has_email(&self) -> bool {
        self.email.is_some()
    }
}

/// The person of a token, with what was told of them.
pub(super) fn person(
    issuer: &str,
    claims: &CoreIdTokenClaims,
    told: Told,
    now: Timestamp,
) -> Result<ProviderPerson, ProviderError> {
    let subject = claims.subject().as_str();
    if subject.is_empty() || subject.len() > MAX_SUBJECT_BYTES || subject.contains(char::is_control) {
        let reason = "its subject is empty, longer than 255 bytes, or has control characters".to_owned();
        return Err(ProviderError::Token { issuer: issuer.to_owned(), reason });
    }
    let unverified = || ProviderError::UnverifiedEmail { issuer: issuer.to_owned() };
    let email = told.email.filter(|_| told.is_verified).ok_or_else(unverified)?;
    let email = valid_email(&email)?.to_owned();
    // A name of the provider is nobody's to correct, so what nobody may enter is left out.
    let name = told.name.map(|name| EnteredText::Line.shown(&name).chars().take(MAX_NAME_LENGTH).collect::<String>());
    let authenticated_at = claims.auth_time().and_then(|time| Timestamp::from_second(time.timestamp()).ok());
    Ok(ProviderPerson {
        issuer: issuer.to_owned(),
        subject: subject.to_owned(),
        email,
        name: name.filter(|name| !name.is_empty()),
        // A provider whose clock is ahead makes nobody fresher than now.
        authenticated_at: authenticated_at.map(|time| time.min(now)),
    })
}

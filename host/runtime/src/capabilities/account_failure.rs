//! Reasons why a call of `accounts` failed, in sentences that may be published.

use quarry_identity::personal_data::{KeptBack, OwnedOrganization, PersonalDataError};
use quarry_identity::{IdentityError, PasswordError, SignInError};

/// The reason why a call failed; the sentences are for the caller, but for those of the first two.
#[derive(Debug, Clone, PartialEq)]
pub enum AccountFailure {
    NotGranted(String),
    Rejected(String),
    Impersonating(String),
    SudoRequired(String),
    SessionEnded(String),
    InvalidName(String),
    WeakPassword(String),
    WrongCode(String),
    TwoFactorIsOn(String),
    TwoFactorIsOff(String),
    NoSetup(String),
    ExportIsRunning(String),
    OwnsOrganizations(Vec<OwnedOrganization>),
    KeptBack(Box<KeptBack>),
    Unavailable(String),
}

/// The sentence for a secret that nobody sent.
pub(super) fn not_sent(what: &str) -> AccountFailure {
    AccountFailure::Rejected(format!(
        "the {what} is one that the person sent with this request, and this secret is not"
    ))
}

impl From<SignInError> for AccountFailure {
    fn from(error: SignInError) -> AccountFailure {
        let sentence = format!("{error}.");
        match error {
            SignInError::Impersonating => AccountFailure::Impersonating(
                "While looking at the service as somebody else, their account is neither shown nor changed.".to_owned(),
            ),
            SignInError::SessionEnded => {
                AccountFailure::SessionEnded("Your session has ended: sign in again.".to_owned())
            }
            SignInError::WeakPassword(weak) => AccountFailure::WeakPassword(weak.to_string()),
            SignInError::Password(PasswordError::Length { .. }) => AccountFailure::WeakPassword(capitalized(&sentence)),
            SignInError::Identity(IdentityError::InvalidName { .. } | IdentityError::UnseenInName(_)) => {
                AccountFailure::InvalidName(capitalized(&sentence))
            }
            SignInError::WrongCode => AccountFailure::WrongCode(
                "The code is wrong or was used before: wait for the next one of the authenticator.".to_owned(),
            ),
            SignInError::LockedOut(locked) => AccountFailure::WrongCode(format!(
                "Too many wrong codes were given: wait {} s before the next one.",
                locked.retry_after_seconds
            )),
            SignInError::TwoFactorIsOn => AccountFailure::TwoFactorIsOn(
                "This account has a second factor already: replace it, or switch it off first.".to_owned(),
            ),
            SignInError::NoSecondFactor => {
                AccountFailure::TwoFactorIsOff("This account has no second factor: set one up first.".to_owned())
            }
            SignInError::NoSetup => {
                AccountFailure::NoSetup("No authenticator waits for its first code: begin the set-up again.".to_owned())
            }
            SignInError::Password(PasswordError::Busy) => {
                AccountFailure::Unavailable("Too many passwords are being checked at the moment; try again.".to_owned())
            }
            error => unavailable(&error),
        }
    }
}

impl From<PersonalDataError> for AccountFailure {
    fn from(error: PersonalDataError) -> AccountFailure {
        match error {
            PersonalDataError::SignIn(error) => error.into(),
            PersonalDataError::ExportIsRunning => AccountFailure::ExportIsRunning(
                "An export of your data is being made already: it is shown here, and you get a mail.".to_owned(),
            ),
            PersonalDataError::OwnsOrganizations(organizations) => AccountFailure::OwnsOrganizations(organizations),
            PersonalDataError::KeptBack(kept) => AccountFailure::KeptBack(kept),
            PersonalDataError::NotLoaded(_) | PersonalDataError::NotReady => {
                tracing::error!(%error, "a person's data could not be looked at as a whole");
                AccountFailure::Unavailable(
                    "A part of the service is not loaded at the moment, so nobody can say what it holds of you; try again \
                     later, or tell the operator."
                        .to_owned(),
                )
            }
            error => unavailable(&error),
        }
    }
}

/// A failure of ours: the reason goes to the log.
pub(super) fn unavailable(error: &(dyn std::error::Error + 'static)) -> AccountFailure {
    tracing::error!(error = %error, "an account could not be looked at or changed");
    AccountFailure::Unavailable(
        "The account could not be looked at or changed at the moment; try again shortly.".to_owned(),
    )
}

fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

//! Refusals to let somebody in, in the published form.

use crate::{IdentityError, PasswordError, ProviderError, RefreshError, SignInError};
use quarry_contract::{Problem, SilentStore};
use quarry_stores::app::AppStoreError;
use serde_json::json;

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Problem {
        match error {
            SignInError::WrongPassword => Problem::new(
                401,
                "invalid_credentials",
                "The email or the password is wrong: check both, or ask for a recovery mail by POST /auth/recovery.",
            ),
            SignInError::CodeNeeded => Problem::new(
                401,
                "otp_required",
                "This account has a second factor: send otp with a code of the authenticator, or a recovery code.",
            ),
            SignInError::WrongCode => Problem::new(
                401,
                "invalid_otp",
                "The code is wrong or was used before: wait for the next one of the authenticator.",
            ),
            SignInError::LockedOut(locked) => Problem::new(
                429,
                "rate_limited",
                format!("There were too many wrong tries: wait {} s before the next one.", locked.retry_after_seconds),
            )
            .retry_after(locked.retry_after_seconds),
            SignInError::Disabled => {
                Problem::new(403, "forbidden", "This account is disabled; the operator of the service can say why.")
            }
            SignInError::Suspended => Problem::new(
                403,
                "forbidden",
                "Your organization is suspended, so its members cannot sign in; its owner can ask the operator for the \
                 reason.",
            ),
            SignInError::UnknownToken => field(
                "token",
                "invalid_token",
                "This link was used, has expired, or was never made: ask for a new one.",
            ),
            SignInError::WeakPassword(weak) => field("password", "validation_failed", &weak.to_string()),
            SignInError::Password(error @ PasswordError::Length { .. }) => {
                field("password", "validation_failed", &format!("{error}."))
            }
            SignInError::Identity(IdentityError::Password(error)) => SignInError::Password(error).into(),
            SignInError::Password(PasswordError::Busy) => Problem::overloaded(
                "Too many people sign in at the moment, and passwords are checked one after the other: try again.",
            ),
            SignInError::NoSetup => Problem::new(
                409,
                "no_setup",
                "There is no authenticator that waits to be confirmed: begin the set-up again.",
            ),
            SignInError::NoSecondFactor => {
                field("otp", "validation_failed", "This account has no second factor: give the password.")
            }
            SignInError::TwoFactorIsOn => Problem::new(
                409,
                "two_factor_on",
                "This account has a second factor already: replace it, or switch it off first.",
            ),
            SignInError::Impersonating => Problem::new(
                403,
                "forbidden",
                "While looking at the service as somebody else, their account cannot be changed.",
            ),
            SignInError::SessionEnded => {
                Problem::new(401, "sign_in_required", "Your session has ended: sign in again.")
            }
            SignInError::Provider(error) => provider_problem(error),
            SignInError::Refresh(RefreshError::Store(error)) | SignInError::Store(error) => store_failed(&error),
            SignInError::SessionUnconfirmed(error) => store_failed(&error),
            SignInError::Refresh(_) => Problem::new(
                401,
                "invalid_refresh_token",
                "This refresh token is unknown, was used before, or has expired: sign in again.",
            ),
            SignInError::Identity(IdentityError::Store(error)) => store_failed(&error),
            SignInError::Identity(IdentityError::InvalidName { length, limit }) => field(
                "name",
                "validation_failed",
                &format!("A name has 1 to {limit} characters; this one has {length}."),
            ),
            SignInError::Identity(IdentityError::UnseenInName(character)) => {
                field("name", "validation_failed", &format!("Of this name {character}."))
            }
            SignInError::Password(_) | SignInError::Identity(_) | SignInError::Letter(_) | SignInError::NotSealed => {
                tracing::error!(%error, "somebody could not be let in for a reason of ours");
                Problem::plugin_failed("The sign-in broke down; the service's keepers can see why.")
            }
        }
    }
}

/// Whatever was wrong with a sign-in at a provider, people are told the same: the reason is in the log.
fn provider_problem(error: ProviderError) -> Problem {
    match error {
        ProviderError::Unknown { provider } => {
            let provider: String = provider.chars().take(60).collect();
            let sentence = format!("There is no provider \"{provider}\" here; GET /public/auth lists the ways in.");
            field("provider", "unknown_provider", &sentence)
        }
        ProviderError::NoneForEmail => field(
            "email",
            "unknown_provider",
            "No organization signs people of this address in at a provider: use another way in of GET /public/auth.",
        ),
        ProviderError::Request { field: name, problem } => {
            field(name, "validation_failed", &format!("This {name} cannot be used: {problem}."))
        }
        ProviderError::Unreachable { .. } => {
            tracing::warn!(%error, "a provider was not reached");
            Problem::data_source_unavailable(
                "The provider could not be asked just now: try again shortly, or ask the people who run it.",
            )
        }
        ProviderError::Busy { .. } => {
            Problem::overloaded("Too many people sign in at this provider at the moment: try again shortly.")
        }
        ProviderError::MadeMeanwhile { .. } => Problem::new(
            409,
            "account_exists",
            "Your account was made by another sign-in at this very moment: sign in once more.",
        ),
        ProviderError::NotFresh { .. } => field(
            "code",
            "not_fresh",
            "The provider does not say that you signed in just now: begin by POST /auth/authorize with fresh true, or \
             give a code of your authenticator.",
        ),
        ProviderError::Store(error) => store_failed(&error),
        ProviderError::Identity(IdentityError::Store(error)) => store_failed(&error),
        ProviderError::Seal { .. } => {
            tracing::error!(%error, "an organization's provider cannot be used");
            Problem::plugin_failed("The sign-in broke down; the service's keepers can see why.")
        }
        ProviderError::CodeRefused { .. }
        | ProviderError::Token { .. }
        | ProviderError::UnverifiedEmail { .. }
        | ProviderError::ForeignEmail { .. }
        | ProviderError::AnotherPerson { .. }
        | ProviderError::Identity(_) => {
            tracing::info!(%error, "a sign-in at a provider was refused");
            Problem::new(
                401,
                "provider_sign_in_failed",
                "The provider did not confirm a person who may sign in here by a verified email address: begin again, or \
                 ask the people who run the provider.",
            )
        }
    }
}

fn field(name: &str, code: &str, sentence: &str) -> Problem {
    Problem::new(422, code, sentence).with("fields", json!({ name: sentence }))
}

/// The store could not be asked.
pub fn store_failed(error: &AppStoreError) -> Problem {
    // Here, because the reason is lost on the way into the published form.
    tracing::error!(%error, "the application store failed while somebody signed in or out");
    Problem::data_source_unavailable(
        "The application store is not reachable at the moment, so nobody can sign in or out; try again shortly.",
    )
    .of_store(SilentStore::AppStore)
}

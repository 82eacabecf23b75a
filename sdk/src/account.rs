//! The account of the signed-in person. The host shows and changes it, and takes the person from the session.
//!
//! Needs the grant `Accounts` and a session route; writes that guard the account also declare `sudo`. While staff act as
//! another person every call is refused.
//!
//! ```no_run
//! use quarry_sdk::account::{self, AccountFailure};
//! use quarry_sdk::prelude::*;
//!
//! # fn change(password: Secret) -> Result<(), Problem> {
//! account::change_password(&password).map_err(|failure| match failure {
//!     AccountFailure::WeakPassword(sentence) => Problem::invalid_field("new_password", sentence),
//!     other => other.into(),
//! })?;
//! # Ok(())
//! # }
//! ```

use crate::bindings::quarry::plugin::accounts;
use crate::{Problem, Secret};

pub use accounts::{
    AccountFailure, DataExport, Deletion, ExportState, KeptBack, KeptData, Organization, Standing, TwoFactorStatus,
};

/// A new authenticator's secret, to be shown once.
///
/// ```no_run
/// use quarry_sdk::account;
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::account::AuthenticatorSetup;
///
/// # fn example() -> Result<Answer, Problem> {
/// let AuthenticatorSetup { secret, uri } = account::set_up_two_factor()?;
/// Ok(Answer::object().secret("secret", secret).secret("uri", uri).into()) // shown once
/// # }
/// ```
#[derive(Debug)]
pub struct AuthenticatorSetup {
    /// Base32, for typing.
    pub secret: Secret,
    /// `otpauth://…`, for a QR code.
    pub uri: Secret,
}

/// The state of the account: the session that asks, the second factor, the newest export.
///
/// ```no_run
/// use quarry_sdk::account;
/// # use quarry_sdk::prelude::*;
/// # fn example() -> Result<bool, Problem> {
/// let comes_by_provider = !account::standing()?.has_password;
/// # Ok(comes_by_provider)
/// # }
/// ```
pub fn standing() -> Result<Standing, AccountFailure> {
    accounts::show_standing()
}

/// Tells what [`delete`] would do now.
///
/// ```no_run
/// use quarry_sdk::account;
/// # use quarry_sdk::prelude::*;
/// # fn example() -> Result<usize, Problem> {
/// let organizations_that_go = account::deletion()?.removed_organizations.len();
/// # Ok(organizations_that_go)
/// # }
/// ```
pub fn deletion() -> Result<Deletion, AccountFailure> {
    accounts::show_deletion()
}

/// Gives the person another name.
pub fn rename(name: &str) -> Result<(), AccountFailure> {
    accounts::rename(name)
}

/// Gives the account the password that was sent; its other sessions end.
pub fn change_password(password: &Secret) -> Result<(), AccountFailure> {
    accounts::change_password(password.handle())
}

/// Ends every other session of the person; gives how many there were.
///
/// ```no_run
/// use quarry_sdk::account;
/// # use quarry_sdk::prelude::*;
/// # fn example() -> Result<Answer, Problem> {
/// Ok(Answer::object().member("ended", &account::sign_out_elsewhere()?).into())
/// # }
/// ```
pub fn sign_out_elsewhere() -> Result<u64, AccountFailure> {
    accounts::sign_out_elsewhere()
}

/// Begins the set-up of the first authenticator, or resumes the one of the last hour.
pub fn set_up_two_factor() -> Result<AuthenticatorSetup, AccountFailure> {
    accounts::begin_two_factor(false).map(AuthenticatorSetup::of)
}

/// Begins the set-up of another authenticator, or resumes the one of the last hour; the one in force stays so until a code of the new one is given.
///
/// ```no_run
/// use quarry_sdk::account;
/// # use quarry_sdk::prelude::*;
/// # fn example() -> Result<Answer, Problem> {
/// let setup = account::replace_two_factor()?;
/// Ok(Answer::object().secret("uri", setup.uri).into())
/// # }
/// ```
pub fn replace_two_factor() -> Result<AuthenticatorSetup, AccountFailure> {
    accounts::begin_two_factor(true).map(AuthenticatorSetup::of)
}

/// Puts the set-up in force by the code that was sent; gives ten recovery codes, to be shown once.
pub fn confirm_two_factor(code: &Secret) -> Result<Vec<Secret>, AccountFailure> {
    accounts::confirm_two_factor(code.handle()).map(secrets)
}

/// Ten new recovery codes, to be shown once.
///
/// ```no_run
/// use quarry_sdk::account;
/// # use quarry_sdk::prelude::*;
/// # fn example() -> Result<Answer, Problem> {
/// Ok(Answer::object().secrets("recovery_codes", account::renew_recovery_codes()?).into())
/// # }
/// ```
pub fn renew_recovery_codes() -> Result<Vec<Secret>, AccountFailure> {
    accounts::renew_recovery_codes().map(secrets)
}

/// Gives up the set-up that waits for its first code.
///
/// ```no_run
/// use quarry_sdk::account;
/// # use quarry_sdk::prelude::*;
/// # fn example() -> Result<(), Problem> {
/// account::keep_two_factor()?; // the page with the QR code was closed
/// # Ok(())
/// # }
/// ```
pub fn keep_two_factor() -> Result<(), AccountFailure> {
    accounts::keep_two_factor()
}

/// Switches the second factor off.
///
/// ```no_run
/// use quarry_sdk::account;
/// # use quarry_sdk::prelude::*;
/// # fn example() -> Result<(), Problem> {
/// account::end_two_factor()?;
/// # Ok(())
/// # }
/// ```
pub fn end_two_factor() -> Result<(), AccountFailure> {
    accounts::end_two_factor()
}

/// Asks for a file of all data that the deployment holds of the person.
///
/// ```no_run
/// use quarry_sdk::account;
/// # use quarry_sdk::prelude::*;
/// # fn example() -> Result<Option<u64>, Problem> {
/// let export = account::request_export()?;
/// # Ok(export.size_bytes)
/// # }
/// ```
pub fn request_export() -> Result<DataExport, AccountFailure> {
    accounts::request_export()
}

/// Deletes the account, and says what was done.
///
/// ```no_run
/// use quarry_sdk::account;
/// # use quarry_sdk::prelude::*;
/// # fn example() -> Result<(), Problem> {
/// let _done = account::delete()?;
/// # Ok(())
/// # }
/// ```
pub fn delete() -> Result<Deletion, AccountFailure> {
    accounts::delete_account()
}

impl AuthenticatorSetup {
    fn of(setup: accounts::AuthenticatorSetup) -> AuthenticatorSetup {
        AuthenticatorSetup { secret: Secret::from_contract(setup.secret), uri: Secret::from_contract(setup.uri) }
    }
}

fn secrets(handles: Vec<crate::bindings::quarry::plugin::secrets::Secret>) -> Vec<Secret> {
    handles.into_iter().map(Secret::from_contract).collect()
}

/// A failure that the endpoint has no better word for. What is the person's to mend has a 409 of its own or names its field;
/// an endpoint that publishes a code of its own matches first.
impl From<AccountFailure> for Problem {
    fn from(failure: AccountFailure) -> Problem {
        let field = |name: &str, sentence: String| {
            let fields = serde_json::json!({ name: &sentence });
            Problem::new(422, "validation_failed", sentence).with("fields", fields)
        };
        match failure {
            AccountFailure::NotGranted(detail) | AccountFailure::Rejected(detail) => Problem::refused_by_host(&detail),
            AccountFailure::Acting(detail) => Problem::new(403, "forbidden", detail),
            AccountFailure::SudoRequired(detail) => Problem::new(403, "sudo_required", detail),
            AccountFailure::SessionEnded(detail) => Problem::new(401, "sign_in_required", detail),
            AccountFailure::InvalidName(detail) => field("name", detail),
            AccountFailure::WeakPassword(detail) => field("password", detail),
            AccountFailure::WrongCode(detail) => field("otp", detail),
            AccountFailure::TwoFactorIsOn(detail) => Problem::new(409, "two_factor_on", detail),
            AccountFailure::TwoFactorIsOff(detail) => Problem::new(409, "two_factor_off", detail),
            AccountFailure::NoSetUp(detail) => Problem::new(409, "no_setup", detail),
            AccountFailure::ExportIsRunning(detail) => Problem::new(409, "export_running", detail),
            AccountFailure::OwnsOrganizations(owned) => {
                let names: Vec<&str> = owned.iter().map(|organization| organization.name.as_str()).collect();
                let detail =
                    format!("You are the only owner of {}: make somebody else an owner first.", names.join(", "));
                Problem::new(422, "last_owner", detail)
            }
            AccountFailure::KeptBack(KeptBack { code, sentence, member, rows }) => {
                let rows: serde_json::Value = serde_json::from_str(&rows).unwrap_or_default();
                Problem::new(422, &code, sentence).with(&member, rows)
            }
            AccountFailure::Unavailable(detail) => Problem::new(503, "data_source_unavailable", detail),
        }
    }
}

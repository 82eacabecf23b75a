//! `GET /session/account`.

use crate::data_export::DataExport;
use crate::own_account::deletion::DeletionPlan;
use crate::own_account::{Profile, own_profile};
use crate::sessions::{SelectOwnSessions, Session};
use quarry_sdk::account;
use quarry_sdk::prelude::*;

statement!(app_store, SelectOwnOrganizations, "src/own_account/own_organizations.sql");

#[derive(Schema, Serialize)]
pub struct TwoFactor {
    /// True when signing in asks for a code.
    pub on: bool,
    /// An authenticator waits for its first code: it does nothing until then.
    #[schema(example = false)]
    pub being_set_up: bool,
    #[schema(example = 10)]
    pub recovery_codes_left: u64,
}

/// An organization that the person belongs to.
#[derive(Schema)]
pub struct Belonging {
    #[schema(example = 3)]
    pub id: i64,
    #[schema(example = "Sample Research")]
    pub name: String,
    /// `personal` or `institution`.
    #[schema(example = "institution")]
    pub kind: String,
    /// `active` or `suspended`.
    #[schema(example = "active")]
    pub status: String,
    /// `owner`, `admin` or `member`.
    #[schema(example = "member")]
    pub role: String,
}

#[derive(Schema)]
pub struct OwnAccount {
    pub profile: Profile,
    /// False for people who sign in by a provider only.
    pub has_password: bool,
    pub two_factor: TwoFactor,
    /// Sessions, the newest first, at most 100.
    #[schema(rows = SelectOwnSessions)]
    pub sessions: Vec<Session>,
    #[schema(rows = SelectOwnOrganizations)]
    pub organizations: Vec<Belonging>,
    /// The newest; null when there never was one.
    pub export: Option<DataExport>,
    /// The effects that `DELETE /session/account` would have now.
    pub deletion: DeletionPlan,
}

/// The account of the signed-in person
///
/// Profile, second factor, where the person is signed in, the organizations with the person's role in each, the newest
/// export, and what deleting the account would remove and keep.
#[endpoint(get = "/session/account", session, acting = refused, cache = no_store, body = OwnAccount)]
pub fn show_account() -> Result<Answer, Problem> {
    let (standing, deletion) = (account::standing()?, account::deletion()?);
    let two_factor = TwoFactor {
        on: standing.two_factor.is_on,
        being_set_up: standing.two_factor.is_being_set_up,
        recovery_codes_left: standing.two_factor.recovery_codes_left.into(),
    };
    Ok(Answer::object()
        .member("profile", &own_profile()?)
        .member("has_password", &standing.has_password)
        .member("two_factor", &two_factor)
        .rows("sessions", SelectOwnSessions { session_id: standing.session_id }.query()?)
        .rows("organizations", SelectOwnOrganizations {}.query()?)
        .member("export", &standing.data_export.map(DataExport::from))
        .member("deletion", &DeletionPlan::from(deletion))
        .into())
}

//! `GET /session/account`.

use crate::data_export::DataExport;
use crate::deletion::DeletionPlan;
use crate::profile::{Profile, own_profile, time};
use quarry_sdk::account;
use quarry_sdk::prelude::*;
use serde::Serialize;
use serde_json::{Value as Json, json};

statement!(app_store, SelectOwnSessions, "sql/own_sessions.sql");
statement!(app_store, SelectOwnOrganizations, "sql/own_organizations.sql");

#[derive(Schema, Serialize)]
pub struct TwoFactor {
    /// Whether signing in asks for a code.
    pub on: bool,
    /// An authenticator waits for its first code: it does nothing until then.
    #[schema(example = false)]
    pub being_set_up: bool,
    #[schema(example = 10)]
    pub recovery_codes_left: u64,
}

/// A place where the person is signed in.
#[derive(Schema, Serialize)]
pub struct Session {
    #[schema(example = 41)]
    pub id: i64,
    /// Whether it is the one that asks.
    pub current: bool,
    pub signed_in_by: SignedInBy,
    /// The application, as it named itself.
    #[schema(example = "quarry-web")]
    pub client: String,
    /// From which it was signed in.
    #[schema(example = "192.0.2.7")]
    pub address: String,
    /// What the browser said of itself.
    #[schema(example = "Mozilla/5.0")]
    pub user_agent: String,
    pub created_at: Time,
    /// To the minute.
    pub last_seen_at: Time,
    /// When it ends for good.
    pub expires_at: Time,
}

/// A word of the host's.
#[derive(Serialize)]
pub struct SignedInBy(String);

impl Schema for SignedInBy {
    fn schema() -> Json {
        json!({ "type": "string", "enum": ["password", "provider", "invitation", "recovery"] })
    }

    fn example() -> Json {
        json!("password")
    }
}

/// One that the person belongs to.
#[derive(Schema, Serialize)]
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
    /// The newest first, at most 100.
    pub sessions: Vec<Session>,
    pub organizations: Vec<Belonging>,
    /// The newest; null when there never was one.
    pub export: Option<DataExport>,
    /// What `DELETE /session/account` would do now.
    pub deletion: DeletionPlan,
}

/// The account of whoever is signed in
///
/// Profile, second factor, where the person is signed in, the organizations with the person's role in each, the newest
/// export, and what deleting the account would remove and keep. It is not shown to staff who act as the person.
#[endpoint(
    get = "/session/account",
    session,
    cache = no_store,
    body = OwnAccount
)]
pub fn show_account(_request: &Request, _query: ()) -> Result<Answer, Problem> {
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
        .member("sessions", &sessions(standing.session_id)?)
        .member("organizations", &organizations()?)
        .member("export", &standing.data_export.map(DataExport::from))
        .member("deletion", &DeletionPlan::from(deletion))
        .into())
}

fn sessions(current: i64) -> Result<Vec<Session>, Problem> {
    let rows = SelectOwnSessions {}.query()?;
    let session = |row| {
        let id = rows.integer(row, "id")?;
        Some(Session {
            id,
            current: id == current,
            signed_in_by: SignedInBy(rows.text(row, "signed_in_by")?),
            client: rows.text(row, "client")?,
            address: rows.text(row, "address")?,
            user_agent: rows.text(row, "user_agent")?,
            created_at: time(&rows, row, "created_at")?,
            last_seen_at: time(&rows, row, "last_seen_at")?,
            expires_at: time(&rows, row, "expires_at")?,
        })
    };
    Ok((0..rows.row_count()).filter_map(session).collect())
}

fn organizations() -> Result<Vec<Belonging>, Problem> {
    let rows = SelectOwnOrganizations {}.query()?;
    let belonging = |row| {
        Some(Belonging {
            id: rows.integer(row, "id")?,
            name: rows.text(row, "name")?,
            kind: rows.text(row, "kind")?,
            status: rows.text(row, "status")?,
            role: rows.text(row, "role")?,
        })
    };
    Ok((0..rows.row_count()).filter_map(belonging).collect())
}

//! The sessions of a person.

pub mod delete;

use quarry_sdk::prelude::*;

statement!(app_store, SelectOwnSessions, "src/sessions/own_sessions.sql");

/// The way in which a session began.
#[derive(Choice)]
pub enum SignedInBy {
    Password,
    Provider,
    Invitation,
    Recovery,
}

/// A place where the person is signed in.
#[derive(Schema)]
pub struct Session {
    #[schema(example = 41)]
    pub id: i64,
    /// True for the session that asks.
    pub current: bool,
    pub signed_in_by: SignedInBy,
    /// The application, as it named itself.
    #[schema(example = "quarry-web")]
    pub client: String,
    /// The address from which it was signed in.
    #[schema(example = "192.0.2.7")]
    pub address: String,
    /// The browser's own description of itself.
    #[schema(example = "Mozilla/5.0")]
    pub user_agent: String,
    pub created_at: Time,
    /// Time of the session's last request, to the minute.
    pub last_seen_at: Time,
    /// The time at which it ends for good.
    pub expires_at: Time,
}

//! Who somebody is, as their own account says it.

use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectOwnProfile, "sql/own_profile.sql");

#[derive(Schema, Serialize)]
pub struct Profile {
    /// Unique in a deployment.
    #[schema(example = 7)]
    pub id: i64,
    /// As others see it.
    #[schema(example = "Sample Member")]
    pub name: String,
    /// For signing in, and where letters go. It cannot be changed here.
    #[schema(example = "member@quarry.example")]
    pub email: String,
    /// When the account was made.
    pub created_at: Time,
}

/// The profile of whoever asks.
pub fn own_profile() -> Result<Profile, Problem> {
    let rows = SelectOwnProfile {}.query()?;
    let profile = || {
        Some(Profile {
            id: rows.integer(0, "id")?,
            name: rows.text(0, "name")?,
            email: rows.text(0, "email")?,
            created_at: time(&rows, 0, "created_at")?,
        })
    };
    profile().ok_or_else(|| Problem::new(401, "sign_in_required", "Your account is gone: sign in again."))
}

/// A time of the app store, which keeps microseconds.
pub fn time(rows: &ResultSet, row: usize, column: &str) -> Option<Time> {
    rows.integer(row, column).map(|microseconds| Time { microseconds })
}

//! The account of the signed-in person.

pub mod delete;
pub mod deletion;
pub mod get;
pub mod update;

use quarry_sdk::prelude::*;

statement!(app_store, SelectOwnProfile, "src/own_account/own_profile.sql");

#[derive(Row, Schema, Serialize)]
pub struct Profile {
    /// Id of the account, unique in a deployment.
    #[schema(example = 7)]
    pub id: i64,
    /// The person's name as others see it.
    #[schema(example = "Sample Member")]
    pub name: String,
    /// The person's email address, for signing in and for mail. It cannot be changed here.
    #[schema(example = "member@quarry.example")]
    pub email: String,
    /// The time at which the account was made.
    pub created_at: Time,
}

/// The profile of the caller.
fn own_profile() -> Result<Profile, Problem> {
    let gone = || Problem::new(401, "sign_in_required", "Your account is gone: sign in again.");
    SelectOwnProfile {}.one()?.ok_or_else(gone)
}

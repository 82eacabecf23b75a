//! An organization's identity provider, as its admins see it: all but the client secret, which the host keeps.

pub mod test;
pub mod update;

use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectSingleSignOn, "src/single_sign_on/single_sign_on.sql");

/// The provider at which people of the organization's domain sign in.
#[derive(Row, Schema, Serialize)]
pub struct IdentityProvider {
    /// The name that `POST /auth/authorize` takes.
    #[schema(example = "organization-7")]
    pub provider: String,
    /// The address of the provider of OpenID Connect.
    #[schema(example = "https://login.example.org")]
    pub issuer: String,
    /// The provider's name for this service.
    #[schema(example = "quarry")]
    pub client_id: String,
    /// True when people sign in there.
    #[schema(example = true)]
    pub enabled: bool,
    /// The time at which a test of these settings last passed; null until one has.
    pub tested_at: Option<Time>,
    /// The time at which they were saved.
    pub updated_at: Time,
}

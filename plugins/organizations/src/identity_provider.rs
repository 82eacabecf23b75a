//! An organization's identity provider, as its admins see it: all but the client secret, which the host keeps.

use crate::clock::stored;
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectSingleSignOn, "sql/single_sign_on.sql");

/// Where people of the organization's domain sign in.
#[derive(Schema, Serialize)]
pub struct IdentityProvider {
    /// What `POST /auth/authorize` calls it.
    #[schema(example = "organization-7")]
    pub provider: String,
    /// The address of the provider of OpenID Connect.
    #[schema(example = "https://login.example.org")]
    pub issuer: String,
    /// What the provider calls this service.
    #[schema(example = "quarry")]
    pub client_id: String,
    /// Whether people sign in there.
    #[schema(example = true)]
    pub enabled: bool,
    /// When a test of these settings last passed; null until one has.
    pub tested_at: Option<Time>,
    /// When they were saved.
    pub updated_at: Time,
}

impl IdentityProvider {
    /// The provider of an organization; none where there is none.
    pub fn of(organization_id: i64) -> Result<Option<IdentityProvider>, Problem> {
        let rows = SelectSingleSignOn { organization_id }.query()?;
        let read = || {
            Some(IdentityProvider {
                provider: format!("organization-{organization_id}"),
                issuer: rows.text(0, "issuer")?,
                client_id: rows.text(0, "client_id")?,
                enabled: rows.boolean(0, "is_enabled")?,
                tested_at: stored(&rows, 0, "tested_at"),
                updated_at: stored(&rows, 0, "updated_at")?,
            })
        };
        Ok(read())
    }
}

/// A provider in an answer of its own.
#[derive(Schema, Serialize)]
pub struct SavedIdentityProvider {
    pub identity_provider: Option<IdentityProvider>,
}

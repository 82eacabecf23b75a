//! `PATCH /session/organizations/{organization_id}/sso`.

use crate::access::{MemberRole, OfOrganizationPath};
use crate::single_sign_on::{IdentityProvider, SelectSingleSignOn};
use quarry_sdk::prelude::*;
use quarry_sdk::single_sign_on::{self, Change};
use serde::Deserialize;

/// The fields to change. Fields that are left out stay.
#[derive(Schema, Deserialize)]
pub struct IdentityProviderChange {
    /// The address of a provider of OpenID Connect, exactly as its discovery document has it; `https`, and public.
    #[schema(example = "https://login.example.org", optional)]
    issuer: Option<String>,
    /// The provider's name for this service.
    #[schema(example = "quarry", optional)]
    client_id: Option<String>,
    /// Needed with a new issuer or client; it is never shown again.
    #[schema(optional)]
    client_secret: Option<Secret>,
    /// True: people of the organization's verified domain sign in there.
    #[schema(example = true, optional)]
    enabled: Option<bool>,
}

/// A provider in an answer of its own.
#[derive(Schema)]
pub struct SavedIdentityProvider {
    #[schema(rows = SelectSingleSignOn)]
    pub identity_provider: Option<IdentityProvider>,
}

/// Save the identity provider
///
/// People of the verified email domain can then sign in at it, and become members; other ways in stay. Accounts outside of
/// the domain are never opened by it. Test it before you enable it. Owners and admins may.
#[endpoint(
    patch = "/session/organizations/{organization_id}/sso", session, sudo, guard = MemberRole::Admin,
    body = SavedIdentityProvider
)]
pub fn update_organization_single_sign_on(
    guarded: Guarded<MemberRole>,
    _path: OfOrganizationPath,
    JsonBody(sent): JsonBody<IdentityProviderChange>,
) -> Result<Answer, Problem> {
    let change = Change { issuer: sent.issuer, client_id: sent.client_id, is_enabled: sent.enabled };
    single_sign_on::save(guarded.tenant(), &change, sent.client_secret.as_ref())?;
    Ok(Answer::object().row("identity_provider", SelectSingleSignOn {}.query()?).into())
}

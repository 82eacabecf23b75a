//! `PATCH /session/organizations/{organization_id}/sso`.

use crate::access::{OfOrganizationPath, Standing};
use crate::identity_provider::{IdentityProvider, SavedIdentityProvider};
use quarry_sdk::prelude::*;
use quarry_sdk::single_sign_on::{self, Change};
use serde::Deserialize;

/// What is to be changed; what is left out stays.
#[derive(Schema, Deserialize)]
pub struct IdentityProviderChange {
    /// The address of a provider of OpenID Connect, exactly as its discovery document has it; `https`, and public.
    #[schema(example = "https://login.example.org", optional)]
    issuer: Option<String>,
    /// What the provider calls this service.
    #[schema(example = "quarry", optional)]
    client_id: Option<String>,
    /// Needed with a new issuer or client; it is never shown again.
    #[schema(optional)]
    client_secret: Option<Secret>,
    /// Whether people of the organization's verified domain sign in there.
    #[schema(example = true, optional)]
    enabled: Option<bool>,
}

/// Save the identity provider
///
/// People of the verified email domain can then sign in at it, and become members; other ways in stay. Accounts outside of
/// the domain are never opened by it. Test it before you enable it. For owners and admins.
#[endpoint(
    patch = "/session/organizations/{organization_id}/sso",
    session,
    sudo,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    body = SavedIdentityProvider
)]
pub fn update_organization_single_sign_on(
    request: &Request,
    path: OfOrganizationPath,
    JsonBody(sent): JsonBody<IdentityProviderChange>,
) -> Result<Answer, Problem> {
    let organization_id = path.organization_id;
    Standing::to_change(request, organization_id)?;
    let change = Change { issuer: sent.issuer, client_id: sent.client_id, is_enabled: sent.enabled };
    single_sign_on::save(organization_id, &change, sent.client_secret.as_ref())?;
    Ok(Answer::json(&SavedIdentityProvider { identity_provider: IdentityProvider::of(organization_id)? }))
}

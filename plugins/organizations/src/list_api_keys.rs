//! `GET /session/organizations/{organization_id}/api_keys`.

use crate::access::{OfOrganizationPath, SelectAccess, Standing};
use crate::api_key::{self, ApiKey, SelectApiKeys};
use quarry_sdk::prelude::*;
use serde::Serialize;

#[derive(Schema, Serialize)]
pub struct ApiKeys {
    /// The newest 500 first, those that have ended included.
    pub api_keys: Vec<ApiKey>,
}

/// List keys
///
/// Without the keys themselves, which nobody has but whoever copied them. For owners and admins.
#[endpoint(
    get = "/session/organizations/{organization_id}/api_keys",
    session,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    body = ApiKeys,
    statements = [SelectAccess, SelectApiKeys]
)]
pub fn list_organization_api_keys(_request: &Request, path: OfOrganizationPath) -> Result<Answer, Problem> {
    Standing::of_manager(path.organization_id)?;
    Ok(Answer::json(&ApiKeys { api_keys: api_key::list(path.organization_id, None)? }))
}

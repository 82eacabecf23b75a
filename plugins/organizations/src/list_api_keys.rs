//! `GET /session/organizations/{organization_id}/api_keys`.

use crate::access::{OfOrganizationPath, Standing};
use crate::api_key::{self, ApiKey, SelectApiKeys};
use quarry_sdk::prelude::*;

#[derive(Schema)]
pub struct ApiKeys {
    #[schema(flatten)]
    pub page: PageMembers,
    /// The newest first, those that have ended included.
    pub api_keys: Vec<ApiKey>,
}

/// List keys
///
/// Without the keys themselves, which nobody has but whoever copied them. For owners and admins.
#[endpoint(
    get = "/session/organizations/{organization_id}/api_keys",
    session,
    paged = 500,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    body = ApiKeys
)]
pub fn list_organization_api_keys(request: &Request, path: OfOrganizationPath) -> Result<Answer, Problem> {
    Standing::of_manager(path.organization_id)?;
    let rows = SelectApiKeys { organization_id: path.organization_id }.query()?;
    let keys = api_key::shown(&rows, request.page_size());
    Ok(Answer::object().own_page("api_keys", rows, &keys).into())
}

//! `GET /session/organizations/{organization_id}/api_keys`.

use crate::access::{MemberRole, OfOrganizationPath};
use crate::api_keys::ApiKey;
use quarry_sdk::prelude::*;

statement!(app_store, SelectApiKeys, "src/api_keys/api_keys.sql");

#[derive(Schema)]
pub struct ApiKeys {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Keys, the newest first, those that have ended included.
    #[schema(rows = SelectApiKeys)]
    pub api_keys: Vec<ApiKey>,
}

/// List the API keys of an organization
///
/// Lists the keys' settings, without the keys themselves: a key is shown only once, when it is minted. Owners and admins may.
#[endpoint(
    get = "/session/organizations/{organization_id}/api_keys", session, paged = 500, guard = MemberRole::Admin,
    body = ApiKeys
)]
pub fn list_organization_api_keys(_path: OfOrganizationPath) -> Result<Answer, Problem> {
    Ok(Answer::object().page("api_keys", SelectApiKeys { now: Time::now() }.query()?).into())
}

//! `GET /session/admin/organizations/{id}`.

use crate::organizations::entitlements::{
    Courtesy, EntitlementOverride, InForce, SelectCourtesies, SelectOverrides, in_force,
};
use crate::organizations::{Organization, OrganizationPath, SelectOrganization, no_organization};
use quarry_sdk::prelude::*;

statement!(app_store, SelectMembers, "src/organizations/organization_members.sql");
statement!(app_store, SelectKeys, "src/organizations/organization_keys.sql");
statement!(app_store, SelectStored, "src/organizations/organization_stored.sql");

/// Of each list, as the statements have it.
const MOST_SHOWN: i64 = 500;

/// A member of the organization.
#[derive(Schema)]
pub struct OrganizationMember {
    #[schema(example = 7)]
    pub user_id: i64,
    #[schema(example = "Sample Member")]
    pub name: String,
    #[schema(example = "member@quarry.example")]
    pub email: String,
    /// `owner`, `admin` or `member`.
    #[schema(example = "member")]
    pub role: String,
    pub since: Time,
    /// True when they are shut out.
    #[schema(example = false)]
    pub disabled: bool,
}

/// A key of an organization; never the key itself.
#[derive(Schema)]
pub struct OrganizationKey {
    #[schema(example = 11)]
    pub id: i64,
    #[schema(example = "notebook")]
    pub name: String,
    /// The last four characters of the key.
    #[schema(example = "x7Qa")]
    pub hint: String,
    #[schema(example = ["read"])]
    pub scopes: Vec<String>,
    /// The person who minted it.
    #[schema(example = 7)]
    pub user_id: i64,
    pub created_at: Time,
    /// Time of the key's last request, to the minute; null when it was never used.
    pub last_used_at: Option<Time>,
    pub expires_at: Option<Time>,
    pub revoked_at: Option<Time>,
}

/// Bytes that an organization has stored. A space that members of several organizations own counts for each.
#[derive(Schema)]
pub struct OrganizationStored {
    /// The number of spaces that its members own.
    #[schema(example = 14)]
    pub spaces: i64,
    /// The bytes of these spaces together.
    #[schema(example = 52_428_800)]
    pub spaces_bytes: i64,
    /// The bytes of the largest of them.
    #[schema(example = 20_971_520)]
    pub largest_space_bytes: i64,
    /// The bytes of its assignments.
    #[schema(example = 8_388_608)]
    pub assignments_bytes: i64,
}

#[derive(Schema)]
pub struct OrganizationInDepth {
    #[schema(rows = SelectOrganization)]
    pub organization: Organization,
    pub in_force: InForce,
    #[schema(rows = SelectStored)]
    pub stored: OrganizationStored,
    #[schema(rows = SelectOverrides)]
    pub overrides: Vec<EntitlementOverride>,
    /// The last to end first, ended ones included.
    #[schema(rows = SelectCourtesies)]
    pub courtesies: Vec<Courtesy>,
    /// Members in the order in which they joined; the first 500.
    #[schema(rows = SelectMembers)]
    pub members: Vec<OrganizationMember>,
    /// True when there are more members than are shown.
    #[schema(example = false)]
    pub members_truncated: bool,
    /// Keys that are not revoked, then those that are, the newest of each first; at most 500.
    #[schema(rows = SelectKeys)]
    pub api_keys: Vec<OrganizationKey>,
    /// True when there are more keys than are shown. The keys that are not shown are revoked.
    #[schema(example = false)]
    pub api_keys_truncated: bool,
}

/// One organization in depth
#[endpoint(get = "/session/admin/organizations/{id}", session = "orgs_manage", body = OrganizationInDepth)]
pub fn get_organization_for_staff(path: OrganizationPath) -> Result<Answer, Problem> {
    let organization_id = path.id;
    let organization = SelectOrganization { id: organization_id }.query()?;
    let members = organization.integer(0, "members").ok_or_else(|| no_organization(organization_id))?;
    let keys = SelectKeys { organization_id }.query()?;
    let has_more_keys = keys.integer(0, "_keys").is_some_and(|count| count > MOST_SHOWN);
    Ok(Answer::object()
        .row("organization", organization)
        .member("in_force", &in_force(organization_id)?)
        .row("stored", SelectStored { organization_id }.query()?)
        .rows("overrides", SelectOverrides { organization_id }.query()?)
        .rows("courtesies", SelectCourtesies { organization_id }.query()?)
        .rows("members", SelectMembers { organization_id }.query()?)
        .member("members_truncated", &(members > MOST_SHOWN))
        .rows("api_keys", keys)
        .member("api_keys_truncated", &has_more_keys)
        .into())
}

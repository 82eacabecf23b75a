//! `GET /session/admin/organizations/{id}`.

use crate::entitlements::{Courtesy, EntitlementOverride, InForce, courtesies, in_force, overrides};
use crate::organization::{Organization, OrganizationPath, organization_by_id};
use crate::problems::unreadable;
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectMembers, "sql/organization_members.sql");
statement!(app_store, SelectKeys, "sql/organization_keys.sql");

/// Of each list; the statements give one more.
const MOST_SHOWN: usize = 500;

/// Somebody who belongs to a tenant.
#[derive(Schema, Serialize)]
pub struct TenantMember {
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
    /// Whether they are shut out.
    #[schema(example = false)]
    pub disabled: bool,
}

/// A key of a tenant; never the key itself.
#[derive(Schema, Serialize)]
pub struct TenantKey {
    #[schema(example = 11)]
    pub id: i64,
    #[schema(example = "notebook")]
    pub name: String,
    /// Its last four characters.
    #[schema(example = "x7Qa")]
    pub hint: String,
    #[schema(example = ["read"])]
    pub scopes: Vec<String>,
    /// Who minted it.
    #[schema(example = 7)]
    pub user_id: i64,
    pub created_at: Time,
    pub expires_at: Option<Time>,
    pub revoked_at: Option<Time>,
}

#[derive(Schema, Serialize)]
pub struct Tenant {
    pub organization: Organization,
    pub in_force: InForce,
    pub overrides: Vec<EntitlementOverride>,
    /// The last to end first, ended ones included.
    pub courtesies: Vec<Courtesy>,
    /// Since they joined; the first 500.
    pub members: Vec<TenantMember>,
    /// Whether there are more members than are shown.
    #[schema(example = false)]
    pub members_truncated: bool,
    /// Those that are not revoked, then those that are, the newest of each first; at most 500.
    pub api_keys: Vec<TenantKey>,
    /// Whether there are more keys than are shown: those that are left out are revoked.
    #[schema(example = false)]
    pub api_keys_truncated: bool,
}

/// One tenant in depth
#[endpoint(
    get = "/session/admin/organizations/{id}",
    session = "orgs_manage",
    body = Tenant,
)]
pub fn get_tenant(_request: &Request, path: OrganizationPath) -> Result<Answer, Problem> {
    let (mut members, mut api_keys) = (members(path.id)?, keys(path.id)?);
    let (members_truncated, api_keys_truncated) = (members.len() > MOST_SHOWN, api_keys.len() > MOST_SHOWN);
    members.truncate(MOST_SHOWN);
    api_keys.truncate(MOST_SHOWN);
    Ok(Answer::json(&Tenant {
        organization: organization_by_id(path.id)?,
        in_force: in_force(path.id)?,
        overrides: overrides(path.id)?,
        courtesies: courtesies(path.id)?,
        members,
        members_truncated,
        api_keys,
        api_keys_truncated,
    }))
}

fn members(organization_id: i64) -> Result<Vec<TenantMember>, Problem> {
    let rows = SelectMembers { organization_id }.query()?;
    let read = |row| {
        Some(TenantMember {
            user_id: rows.integer(row, "user_id")?,
            name: rows.text(row, "name")?,
            email: rows.text(row, "email")?,
            role: rows.text(row, "role")?,
            since: Time { microseconds: rows.integer(row, "since")? },
            disabled: rows.integer(row, "disabled_at").is_some(),
        })
    };
    let members: Option<Vec<_>> = (0..rows.row_count()).map(read).collect();
    members.ok_or_else(|| unreadable("The members"))
}

fn keys(organization_id: i64) -> Result<Vec<TenantKey>, Problem> {
    let rows = SelectKeys { organization_id }.query()?;
    let time = |row, column| rows.integer(row, column).map(|microseconds| Time { microseconds });
    let read = |row| {
        Some(TenantKey {
            id: rows.integer(row, "id")?,
            name: rows.text(row, "name")?,
            hint: rows.text(row, "hint")?,
            scopes: rows.text(row, "scopes")?.split(' ').map(str::to_owned).collect(),
            user_id: rows.integer(row, "user_id")?,
            created_at: time(row, "created_at")?,
            expires_at: time(row, "expires_at"),
            revoked_at: time(row, "revoked_at"),
        })
    };
    let keys: Option<Vec<_>> = (0..rows.row_count()).map(read).collect();
    keys.ok_or_else(|| unreadable("The keys"))
}

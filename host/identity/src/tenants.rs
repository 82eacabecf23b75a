//! Whose a tenant is, and what people call it.

use quarry_contract::{Tenant, TenantKind};
use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;

/// The institution of a person, the first one of several.
const INSTITUTION: &str = "SELECT MIN(memberships.organization_id) FROM memberships
     JOIN organizations ON organizations.id = memberships.organization_id
     WHERE organizations.kind = 'institution' AND memberships.user_id =";

/// Gives the tenant that answers for this one: the institution of a person, of a space that of its first owner; where that
/// person has none, the person. An organization answers for itself, and nobody for what is not there.
pub async fn answerable(store: &AppStore, tenant: Tenant) -> Result<Option<Tenant>, AppStoreError> {
    let sql = match tenant.kind {
        TenantKind::Organization => return Ok(Some(tenant)),
        // The host does not know what a component's own thing is.
        TenantKind::Own => return Ok(None),
        TenantKind::Person => format!(
            "SELECT id AS user_id, ({INSTITUTION} users.id) AS organization_id FROM users WHERE id = CAST($1 AS BIGINT)"
        ),
        TenantKind::Space => format!(
            "SELECT owners.user_id, ({INSTITUTION} owners.user_id) AS organization_id FROM
               (SELECT COALESCE(spaces.personal_user_id,
                    (SELECT space_members.user_id FROM space_members
                     WHERE space_members.space_id = spaces.id AND space_members.role = 'owner'
                     ORDER BY space_members.id LIMIT 1)) AS user_id
                FROM spaces WHERE spaces.id = CAST($1 AS BIGINT)) AS owners"
        ),
    };
    let rows = store.query(&sql, &[Value::Int64(tenant.id)]).await?;
    let Some(row) = Row::first(&rows) else { return Ok(None) };
    let organization = row.optional_integer("organization_id")?;
    let organization = organization.map(|id| Tenant { kind: TenantKind::Organization, id });
    let person = row.optional_integer("user_id")?.map(|id| Tenant { kind: TenantKind::Person, id });
    Ok(organization.or(person))
}

/// Gives the name of a tenant; none where it is gone, or is a component's own thing.
pub async fn name_of(store: &AppStore, tenant: Tenant) -> Result<Option<String>, AppStoreError> {
    let table = match tenant.kind {
        TenantKind::Space => "spaces",
        TenantKind::Organization => "organizations",
        TenantKind::Person => "users",
        TenantKind::Own => return Ok(None),
    };
    let sql = format!("SELECT name FROM {table} WHERE id = CAST($1 AS BIGINT)");
    let rows = store.query(&sql, &[Value::Int64(tenant.id)]).await?;
    Row::first(&rows).map(|row| row.text("name")).transpose()
}

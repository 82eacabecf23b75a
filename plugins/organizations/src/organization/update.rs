//! `PATCH /session/organizations/{id}`.

use crate::access::{MemberRole, OrganizationPath};
use crate::domain;
use crate::organization::page::{self, OrganizationPage};
use crate::organization::{Organization, OrganizationKind};
use quarry_sdk::prelude::*;
use serde::Deserialize;
use serde_json::json;

statement!(app_store, RenameOrganization, "src/organization/rename_organization.sql");

/// The fields to change. Fields that are left out stay.
#[derive(Schema, Deserialize)]
pub struct OrganizationSettings {
    /// The organization's name, 1 to 200 characters.
    #[schema(single_line, min_length = 1, max_length = 200, example = "Sample Research", optional)]
    name: Option<String>,
    /// The domain of the members' addresses; null or empty for none. A new one is not verified.
    #[schema(example = "example.org")]
    #[serde(default)]
    email_domain: Patch<String>,
}

/// Change an organization's settings
///
/// Changes the settings of an institution, or the name of one's own organization. Owners and admins may. The domain says who
/// may come in by single sign-on, so this asks for a recent password.
#[endpoint(
    patch = "/session/organizations/{id}", session, sudo, guard = MemberRole::Admin, guard_path(organization_id = id),
    body = OrganizationPage
)]
pub fn update_organization(
    guarded: Guarded<MemberRole>,
    _path: OrganizationPath,
    JsonBody(settings): JsonBody<OrganizationSettings>,
) -> Result<Answer, Problem> {
    let email_domain = match settings.email_domain.given() {
        Some(text) => Some(text.map_or(Ok(None), |text| domain::valid(&text))?),
        None => None,
    };
    let transaction = Transaction::begin()?;
    let before = Organization::seen_by(&transaction)?;
    if let Some(name) = settings.name {
        transaction.execute(RenameOrganization { name })?;
    }
    match email_domain {
        Some(Some(_)) if before.kind != OrganizationKind::Institution => {
            return Err(Problem::invalid_field("email_domain", "Only an institution has a domain for its members."));
        }
        Some(email_domain) if before.email_domain != email_domain => domain::set(&transaction, email_domain)?,
        _ => {}
    }
    let after = Organization::seen_by(&transaction)?;
    let shown = |seen: &Organization| json!({ "name": seen.name, "email_domain": seen.email_domain });
    if shown(&before) != shown(&after) {
        let entry = AuditEntry::of("organization.updated", "organization", &after.id);
        transaction.audit(entry.before(&shown(&before)).after(&shown(&after)))?;
    }
    // Also where nothing changed: what follows reads outside of it.
    transaction.commit()?;
    page::of(after, guarded.rank())
}

//! `PATCH /session/admin/organizations/{id}`.

use crate::organizations::{self, OneOrganization, OrganizationPath};
use crate::plans::{self, SelectPlans};
use quarry_sdk::prelude::*;

statement!(app_store, ChangeOrganization, "src/organizations/change_organization.sql");

/// The settings of an organization that staff change. A field that is left out stays.
#[derive(Schema, Deserialize)]
pub struct OrganizationStaffSettings {
    #[schema(single_line, min_length = 1, max_length = 200, example = "Sample Research", optional)]
    pub name: Option<String>,
    /// The key of its own plan.
    #[schema(example = "team", optional)]
    pub plan_key: Option<String>,
    /// A note by staff for staff; an empty text removes it.
    #[schema(multi_line, max_length = 2000, example = "renewal in March", optional)]
    pub staff_note: Option<String>,
}

/// Edit the staff settings of an organization
///
/// Changes the organization's plan, which is in force on every host within a second.
#[endpoint(
    patch = "/session/admin/organizations/{id}", session = "orgs_manage", body = OneOrganization,
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it.")
)]
pub fn update_organization_for_staff(
    path: OrganizationPath,
    JsonBody(settings): JsonBody<OrganizationStaffSettings>,
) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = organizations::of_others(&transaction, path.id)?;
    if let Some(plan_key) = &settings.plan_key
        && transaction.query(SelectPlans { key: Some(plan_key.clone()) })?.is_empty()
    {
        return Err(Problem::invalid_field("plan_key", plans::no_such_plan(plan_key)));
    }
    transaction.execute(ChangeOrganization {
        id: path.id,
        name: settings.name,
        plan_key: settings.plan_key,
        staff_note: match settings.staff_note {
            None => Patch::Absent,
            Some(note) if note.is_empty() => Patch::Null,
            Some(note) => Patch::Value(note),
        },
    })?;
    let organization = organizations::seen_by(&transaction, path.id)?;
    let entry = AuditEntry::of("organization.settings_changed", "organization", &path.id);
    transaction.audit(entry.before(&before).after(&organization))?;
    transaction.commit()?;
    Ok(Answer::json(&OneOrganization { organization }))
}

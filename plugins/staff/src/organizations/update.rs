//! `PATCH /session/admin/organizations/{id}`.

use crate::organization::{OneOrganization, OrganizationPath, organization_within};
use crate::own_tenant::{self};
use crate::plan::SelectPlan;
use crate::problems::invalid;
use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(app_store, ChangeOrganization, "sql/change_organization.sql");

/// What staff set of a tenant; what is left out stays.
#[derive(Schema, Deserialize)]
pub struct TenantSettings {
    #[schema(optional)]
    pub name: Option<TenantName>,
    /// The key of its own plan.
    #[schema(example = "team", optional)]
    pub plan_key: Option<String>,
    /// What staff note for staff; an empty text takes it away.
    #[schema(optional)]
    pub staff_note: Option<StaffNote>,
}

/// 1 to 200 characters.
#[derive(Schema, Deserialize)]
#[schema(single_line, min_length = 1, max_length = 200, example = "Sample Research")]
pub struct TenantName(String);

/// At most 2000 characters.
#[derive(Schema, Deserialize)]
#[schema(multi_line, max_length = 2000, example = "renewal in March")]
pub struct StaffNote(String);

/// Edit the staff settings of a tenant
///
/// Another plan is in force on every host within a second.
#[endpoint(
    patch = "/session/admin/organizations/{id}",
    session = "orgs_manage",
    body = OneOrganization,
    refuses(422, "own_organization", "You belong to that organization: somebody else of staff has to do it."),
)]
pub fn update_tenant(
    _request: &Request,
    path: OrganizationPath,
    JsonBody(settings): JsonBody<TenantSettings>,
) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = organization_within(&transaction, path.id)?;
    own_tenant::refuse(&transaction, path.id)?;
    if let Some(plan_key) = &settings.plan_key
        && transaction.query(SelectPlan { key: plan_key.clone() })?.is_empty()
    {
        return Err(invalid(
            "plan_key",
            format!("There is no plan \"{plan_key}\"; GET /session/admin/plans lists them."),
        ));
    }
    transaction.execute(ChangeOrganization {
        id: path.id,
        name: settings.name.map(|name| name.0.trim().to_owned()),
        plan_key: settings.plan_key,
        staff_note: match settings.staff_note {
            None => Patch::Absent,
            Some(note) if note.0.is_empty() => Patch::Null,
            Some(note) => Patch::Value(note.0),
        },
    })?;
    let organization = organization_within(&transaction, path.id)?;
    transaction.audit(
        AuditEntry::of("organization.settings_changed", "organization", &path.id).before(&before).after(&organization),
    )?;
    transaction.commit()?;
    Ok(Answer::json(&OneOrganization { organization }))
}

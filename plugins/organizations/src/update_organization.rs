//! `PATCH /session/organizations/{id}`.

use crate::access::{OrganizationPath, Standing};
use crate::domain;
use crate::page::{self, OrganizationPage};
use quarry_sdk::prelude::*;
use serde::Deserialize;
use serde_json::json;

statement!(app_store, RenameOrganization, "sql/rename_organization.sql");
statement!(app_store, ClearEmailDomain, "sql/clear_email_domain.sql");

const MAX_NAME_LENGTH: usize = 200;

/// What is to be changed; the rest stays.
#[derive(Schema, Deserialize)]
pub struct OrganizationSettings {
    /// 1 to 200 characters.
    #[schema(single_line, min_length = 1, max_length = 200, example = "Sample Research", optional)]
    name: Option<String>,
    /// The domain of the members' addresses; null or empty for none. A new one is not verified.
    #[schema(example = "example.org")]
    #[serde(default)]
    email_domain: Patch<String>,
}

/// Change settings
///
/// Of an institution, or the name of one's own organization. For owners and admins. The domain says who may come in by single
/// sign-on, so this asks for a recent password.
#[endpoint(
    patch = "/session/organizations/{id}",
    session,
    sudo,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    body = OrganizationPage
)]
pub fn update_organization(
    request: &Request,
    path: OrganizationPath,
    JsonBody(settings): JsonBody<OrganizationSettings>,
) -> Result<Answer, Problem> {
    let organization_id = path.id;
    let name = settings.name.map(|name| valid_name(&name)).transpose()?;
    let email_domain = match settings.email_domain {
        Patch::Absent => None,
        Patch::Null => Some(None),
        Patch::Value(text) => Some(domain::valid(&text)?),
    };
    let transaction = Transaction::begin()?;
    let before = Standing::to_change_in(request, &transaction, organization_id)?;
    if let Some(name) = name {
        transaction.execute(RenameOrganization { organization_id, name })?;
    }
    match email_domain {
        Some(Some(_)) if !before.is_institution() => {
            return Err(Problem::invalid_field("email_domain", "Only an institution has a domain for its members."));
        }
        Some(Some(email_domain)) if before.email_domain.as_ref() != Some(&email_domain) => {
            let domain_token = domain::new_token()?;
            transaction.execute(domain::SetEmailDomain { organization_id, email_domain, domain_token })?;
        }
        Some(None) => {
            transaction.execute(ClearEmailDomain { organization_id })?;
        }
        Some(Some(_)) | None => {}
    }
    let after = Standing::of_member_in(&transaction, organization_id)?;
    let shown = |standing: &Standing| json!({ "name": standing.name, "email_domain": standing.email_domain });
    if shown(&before) != shown(&after) {
        let entry = AuditEntry::of("organization.updated", "organization", &organization_id);
        let entry = entry.of_organization(organization_id).before(&shown(&before)).after(&shown(&after));
        transaction.audit(entry)?;
    }
    // Also where nothing changed: what follows reads outside of it.
    transaction.commit()?;
    page::of(&after)
}

fn valid_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    match name.chars().count() {
        1..=MAX_NAME_LENGTH => Ok(name.to_owned()),
        length => Err(Problem::invalid_field(
            "name",
            format!("A name has 1 to {MAX_NAME_LENGTH} characters; this one has {length}."),
        )),
    }
}

//! `POST /session/organizations/{id}/rotate_domain_token`.

use crate::access::{OrganizationPath, Standing};
use crate::domain;
use crate::page::{self, OrganizationPage};
use quarry_sdk::prelude::*;
use serde_json::json;

/// New TXT record
///
/// The domain is not verified until the new record was found. For owners and admins.
#[endpoint(
    post = "/session/organizations/{id}/rotate_domain_token",
    session,
    sudo,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    refuses(422, "no_domain", "No email domain is set: set one first."),
    body = OrganizationPage
)]
pub fn rotate_organization_domain_token(request: &Request, path: OrganizationPath) -> Result<Answer, Problem> {
    let organization_id = path.id;
    let domain_token = domain::new_token()?;
    let transaction = Transaction::begin()?;
    let before = Standing::to_change_in(request, &transaction, organization_id)?;
    let Some(email_domain) = before.email_domain.clone() else {
        return Err(Problem::new(422, "no_domain", "The organization has no email domain: set one first."));
    };
    let shown = |standing: &Standing| json!({ "email_domain": standing.email_domain, "verified_at": standing.domain_verified_at });
    transaction.execute(domain::SetEmailDomain { organization_id, email_domain, domain_token })?;
    let after = Standing::of_member_in(&transaction, organization_id)?;
    let entry = AuditEntry::of("organization.domain_token_rotated", "organization", &organization_id);
    let entry = entry.of_organization(organization_id).before(&shown(&before)).after(&shown(&after));
    transaction.audit(entry)?;
    transaction.commit()?;
    page::of(&after)
}

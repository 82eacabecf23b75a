//! `POST /session/organizations/{id}/rotate_domain_token`.

use crate::access::{MemberRole, OrganizationPath};
use crate::domain;
use crate::organization::Organization;
use crate::organization::page::{self, OrganizationPage};
use quarry_sdk::prelude::*;
use serde_json::json;

/// Make a new TXT record for the email domain
///
/// The domain is not verified until the new record was found. Owners and admins may.
#[endpoint(
    post = "/session/organizations/{id}/rotate_domain_token", session, sudo, guard = MemberRole::Admin,
    guard_path(organization_id = id),
    refuses(422, "no_domain", "No email domain is set: set one first."),
    body = OrganizationPage
)]
pub fn rotate_organization_domain_token(
    guarded: Guarded<MemberRole>,
    _path: OrganizationPath,
) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = Organization::seen_by(&transaction)?;
    let email_domain = before.email_domain.clone().ok_or_else(domain::no_domain)?;
    domain::set(&transaction, Some(email_domain))?;
    let after = Organization::seen_by(&transaction)?;
    let shown =
        |seen: &Organization| json!({ "email_domain": seen.email_domain, "verified_at": seen.domain_verified_at });
    let entry = AuditEntry::of("organization.domain_token_rotated", "organization", &after.id);
    transaction.audit(entry.before(&shown(&before)).after(&shown(&after)))?;
    transaction.commit()?;
    page::of(after, guarded.rank())
}

//! `POST /session/organizations/{id}/verify_domain`.

use crate::access::{OrganizationPath, Standing};
use crate::page::{self, OrganizationPage};
use quarry_sdk::name_lookup::{self, NameFailure};
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, VerifyDomain, "sql/verify_domain.sql");

/// Check the email domain's TXT record now
///
/// Looks for `quarry-domain-verification=TOKEN` at the domain, as `email_domain.txt_record` of the organization's page says
/// it. What was verified stays so until the domain or its token is changed. For owners and admins.
#[endpoint(
    post = "/session/organizations/{id}/verify_domain",
    session,
    sudo,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    refuses(422, "no_domain", "No email domain is set: set one first."),
    refuses(422, "domain_not_verified", "The record was not found: it may take a while until every name server has it."),
    refuses(422, "domain_taken", "The domain is verified for another organization."),
    body = OrganizationPage
)]
pub fn verify_organization_domain(request: &Request, path: OrganizationPath) -> Result<Answer, Problem> {
    let organization_id = path.id;
    let standing = Standing::to_change(request, organization_id)?;
    let (Some(email_domain), Some(domain_token)) = (standing.email_domain, standing.domain_token) else {
        return Err(Problem::new(422, "no_domain", "The organization has no email domain: set one first."));
    };
    let expected = page::txt_value(&domain_token);
    let texts = match name_lookup::txt_records(&email_domain) {
        Ok(texts) => texts,
        Err(NameFailure::Refused(detail)) => return Err(Problem::new(422, "domain_not_verified", detail)),
        Err(failure) => return Err(failure.into()),
    };
    if !texts.iter().any(|text| text.trim() == expected) {
        // How many there are is not told: the domain may be one inside the network.
        let detail = format!(
            "No TXT record of {email_domain} says {expected}: make it, wait until your name server has it, and check again."
        );
        return Err(Problem::new(422, "domain_not_verified", detail));
    }
    let transaction = Transaction::begin()?;
    // Asked again: the role may have gone while the name server was asked.
    Standing::to_change_in(request, &transaction, organization_id)?;
    let verified = transaction.execute(VerifyDomain {
        organization_id,
        email_domain: email_domain.clone(),
        domain_token,
        now: Time::now().microseconds,
    });
    let verified = verified.map_err(|failure| match failure {
        StatementFailure::Conflict(_) => {
            let detail =
                format!("{email_domain} is verified for another organization: ask its owner, or the operator.");
            Problem::new(422, "domain_taken", detail)
        }
        failure => failure.into(),
    })?;
    if verified > 0 {
        let entry = AuditEntry::of("organization.domain_verified", "organization", &organization_id);
        transaction.audit(entry.of_organization(organization_id).after(&json!({ "email_domain": email_domain })))?;
    }
    let after = Standing::of_member_in(&transaction, organization_id)?;
    transaction.commit()?;
    page::of(&after)
}

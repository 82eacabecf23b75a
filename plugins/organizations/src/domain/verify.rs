//! `POST /session/organizations/{id}/verify_domain`.

use crate::access::{MemberRole, OrganizationPath};
use crate::domain;
use crate::organization::Organization;
use crate::organization::page::{self, OrganizationPage};
use quarry_sdk::name_lookup::{self, NameFailure};
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, VerifyDomain, "src/domain/verify_domain.sql");

/// Check the email domain's TXT record now
///
/// Looks for `quarry-domain-verification=TOKEN` at the domain, as `email_domain.txt_record` of the organization's page says
/// it. What was verified stays so until the domain or its token is changed. Owners and admins may.
#[endpoint(
    post = "/session/organizations/{id}/verify_domain", session, sudo, guard = MemberRole::Admin,
    guard_path(organization_id = id),
    refuses(422, "no_domain", "No email domain is set: set one first."),
    refuses(422, "domain_not_verified", "The record was not found: it may take a while until every name server has it."),
    refuses(422, "domain_taken", "The domain is verified for another organization."),
    body = OrganizationPage
)]
pub fn verify_organization_domain(guarded: Guarded<MemberRole>, _path: OrganizationPath) -> Result<Answer, Problem> {
    let before = Organization::read()?;
    let (Some(email_domain), Some(domain_token)) = (before.email_domain, before.domain_token) else {
        return Err(domain::no_domain());
    };
    find_record(&email_domain, &domain::txt_value(&domain_token))?;
    let transaction = Transaction::begin()?;
    let (domain, now) = (email_domain.clone(), Time::now());
    let verified = match transaction.execute(VerifyDomain { email_domain, domain_token, now }) {
        Err(StatementFailure::Conflict(_)) => {
            let detail = format!("{domain} is verified for another organization: ask its owner, or the operator.");
            return Err(Problem::new(422, "domain_taken", detail));
        }
        verified => verified?,
    };
    let after = Organization::seen_by(&transaction)?;
    if verified > 0 {
        let entry = AuditEntry::of("organization.domain_verified", "organization", &after.id);
        transaction.audit(entry.after(&json!({ "email_domain": domain })))?;
    }
    transaction.commit()?;
    page::of(after, guarded.rank())
}

/// Refuses a domain whose name server does not have the record.
fn find_record(email_domain: &str, expected: &str) -> Result<(), Problem> {
    let texts = match name_lookup::txt_records(email_domain) {
        Ok(texts) => texts,
        Err(NameFailure::Refused(detail)) => return Err(Problem::new(422, "domain_not_verified", detail)),
        Err(failure) => return Err(failure.into()),
    };
    match texts.iter().any(|text| text.trim() == expected) {
        true => Ok(()),
        // How many there are is not told: the domain may be one inside the network.
        false => Err(Problem::new(
            422,
            "domain_not_verified",
            format!(
                "No TXT record of {email_domain} says {expected}: make it, wait until your name server has it, and check again."
            ),
        )),
    }
}

//! Suspending an organization and lifting the suspension.

use crate::organizations::{self, OneOrganization};
use quarry_sdk::prelude::*;

statement!(app_store, SetStatus, "src/organizations/set_organization_status.sql");

/// Sets the status, for staff who do not belong to the organization; what has it already stays as it is.
pub fn set(id: i64, status: &str, action: &str, reason: Option<String>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = organizations::of_others(&transaction, id)?;
    let after = json!({ "status": status, "reason": reason });
    if transaction.execute(SetStatus { id, status: status.to_owned(), reason, now: Time::now() })? > 0 {
        let entry = AuditEntry::of(action, "organization", &id);
        transaction.audit(entry.before(&json!({ "status": before.status })).after(&after))?;
    }
    let organization = organizations::seen_by(&transaction, id)?;
    transaction.commit()?;
    Ok(Answer::json(&OneOrganization { organization }))
}

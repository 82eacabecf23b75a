//! Suspending a tenant and lifting the suspension.

use crate::organization::{OneOrganization, organization_within};
use crate::own_tenant;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;

statement!(app_store, SetStatus, "sql/set_organization_status.sql");

/// Sets the status, for staff who do not belong to the tenant; what has it already stays as it is.
pub fn set_status(id: i64, status: &str, action: &str, reason: String) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = organization_within(&transaction, id)?;
    own_tenant::refuse(&transaction, id)?;
    let set = SetStatus { id, status: status.to_owned(), reason: reason.clone(), now: Time::now() };
    if transaction.execute(set)? > 0 {
        transaction.audit(
            AuditEntry::of(action, "organization", &id)
                .before(&json!({ "status": before.status }))
                .after(&json!({ "status": status, "reason": reason })),
        )?;
    }
    let organization = organization_within(&transaction, id)?;
    transaction.commit()?;
    Ok(Answer::json(&OneOrganization { organization }))
}

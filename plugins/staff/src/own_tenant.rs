//! Nobody of staff gives themselves anything: plan, limits and standing of a tenant are for staff who do not belong to it.

use quarry_sdk::prelude::*;

statement!(app_store, SelectOwnMembership, "sql/own_membership.sql");

/// Refuses the tenant to staff who belong to it, as the transaction sees it.
pub fn refuse(transaction: &Transaction, organization_id: i64) -> Result<(), Problem> {
    match transaction.query(SelectOwnMembership { organization_id })?.is_empty() {
        true => Ok(()),
        false => Err(Problem::new(
            422,
            "own_organization",
            "You belong to this organization: somebody else of staff has to do it.",
        )),
    }
}

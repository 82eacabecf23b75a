//! A courtesy: a plan that staff give for a time, on top of a tenant's own.

use crate::entitlements::{Courtesy, InForce, courtesies, in_force};
use crate::organization::organization_within;
use crate::own_tenant;
use crate::problems::invalid;
use crate::reason::Reason;
use crate::words::words;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;
use serde::{Deserialize, Serialize};

statement!(app_store, GrantCourtesy, "sql/grant_courtesy.sql");
statement!(app_store, EndCourtesies, "sql/end_courtesies.sql");

words! {
    /// What to do.
    CourtesyAction { Grant = "grant", Cancel = "cancel" }
}

/// A plan for a time, or the end of what was given.
#[derive(Schema, Deserialize)]
pub struct CourtesyChange {
    pub action: CourtesyAction,
    /// What to give; with `grant`.
    #[schema(example = "institution", optional)]
    pub plan_key: Option<String>,
    /// For how many days from now; with `grant`.
    #[schema(optional)]
    pub days: Option<Days>,
    /// Why, for those who look later.
    #[schema(optional)]
    pub reason: Option<Reason>,
}

/// 1 to 1096.
#[derive(Schema, Deserialize)]
#[schema(minimum = 1, maximum = 1096, example = 90)]
pub struct Days(i64);

/// What a tenant was given, and what is in force with it.
#[derive(Schema, Serialize)]
pub struct Subscription {
    #[schema(example = 3)]
    pub organization_id: i64,
    /// The last to end first, ended ones included.
    pub courtesies: Vec<Courtesy>,
    pub in_force: InForce,
}

/// Grants or cancels; felt on every host within a second.
pub fn change(organization_id: i64, change: CourtesyChange) -> Result<Answer, Problem> {
    let now = Time::now();
    let reason = change.reason.map(|reason| reason.0).unwrap_or_default();
    let transaction = Transaction::begin()?;
    organization_within(&transaction, organization_id)?;
    own_tenant::refuse(&transaction, organization_id)?;
    let entry = match change.action {
        CourtesyAction::Grant => {
            let plan_key = change.plan_key.ok_or_else(|| invalid("plan_key", "Say which plan to give."))?;
            let days = change.days.ok_or_else(|| invalid("days", "Say for how many days to give it."))?.0;
            let ends_at = now.plus_days(days);
            let grant =
                GrantCourtesy { organization_id, plan_key: plan_key.clone(), ends_at, now, reason: reason.clone() };
            if transaction.execute(grant)? == 0 {
                let sentence = format!("There is no plan \"{plan_key}\"; GET /session/admin/plans lists them.");
                return Err(invalid("plan_key", sentence));
            }
            let after = json!({ "plan_key": plan_key, "ends_at": ends_at.to_string(), "reason": reason });
            AuditEntry::of("subscription.courtesy_granted", "organization", &organization_id).after(&after)
        }
        CourtesyAction::Cancel => {
            let ended = transaction.execute(EndCourtesies { organization_id, now })?;
            let after = json!({ "courtesies_ended": ended, "reason": reason });
            AuditEntry::of("subscription.courtesy_cancelled", "organization", &organization_id).after(&after)
        }
    };
    transaction.audit(entry)?;
    transaction.commit()?;
    Ok(Answer::json(&Subscription {
        organization_id,
        courtesies: courtesies(organization_id)?,
        in_force: in_force(organization_id)?,
    }))
}

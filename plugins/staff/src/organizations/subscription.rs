//! A courtesy: a plan that staff give for a time, on top of an organization's own.

use crate::organizations;
use crate::organizations::entitlements::{self, Courtesy, InForce, SelectCourtesies};
use crate::plans;
use crate::reason::Reason;
use quarry_sdk::prelude::*;

statement!(app_store, GrantCourtesy, "src/organizations/grant_courtesy.sql");
statement!(app_store, EndCourtesies, "src/organizations/end_courtesies.sql");

/// The action to take.
#[derive(Choice)]
pub enum CourtesyAction {
    Grant,
    Cancel,
}

/// A plan for a time, or the end of what was given.
#[derive(Schema, Deserialize)]
pub struct CourtesyChange {
    pub action: CourtesyAction,
    /// The plan to give; with `grant`.
    #[schema(example = "institution", optional)]
    pub plan_key: Option<String>,
    /// Number of days from now; needed with `grant`.
    #[schema(minimum = 1, maximum = 1096, example = 90, optional)]
    pub days: Option<i64>,
    /// The reason, for people who look later.
    #[schema(optional)]
    pub reason: Option<Reason>,
}

/// The plans that an organization was given, and the entitlements in force with them.
#[derive(Schema)]
pub struct Subscription {
    #[schema(example = 3)]
    pub organization_id: i64,
    /// The last to end first, ended ones included.
    #[schema(rows = SelectCourtesies)]
    pub courtesies: Vec<Courtesy>,
    pub in_force: InForce,
}

/// Grants or cancels; felt on every host within a second.
pub fn change(organization_id: i64, change: CourtesyChange) -> Result<Answer, Problem> {
    let (now, reason) = (Time::now(), change.reason.map(|reason| reason.0));
    let transaction = Transaction::begin()?;
    organizations::of_others(&transaction, organization_id)?;
    let (action, after) = match change.action {
        CourtesyAction::Grant => {
            let missing = |field, sentence| move || Problem::invalid_field(field, sentence);
            let plan_key = change.plan_key.ok_or_else(missing("plan_key", "Say which plan to give."))?;
            let days = change.days.ok_or_else(missing("days", "Say for how many days to give it."))?;
            let ends_at = now.plus_days(days);
            let after = json!({ "plan_key": plan_key, "ends_at": ends_at, "reason": reason });
            let no_plan = plans::no_such_plan(&plan_key);
            if transaction.execute(GrantCourtesy { organization_id, plan_key, ends_at, now, reason })? == 0 {
                return Err(Problem::invalid_field("plan_key", no_plan));
            }
            ("subscription.courtesy_granted", after)
        }
        CourtesyAction::Cancel => {
            let ended = transaction.execute(EndCourtesies { organization_id, now })?;
            ("subscription.courtesy_cancelled", json!({ "courtesies_ended": ended, "reason": reason }))
        }
    };
    transaction.audit(AuditEntry::of(action, "organization", &organization_id).after(&after))?;
    transaction.commit()?;
    Ok(Answer::object()
        .member("organization_id", &organization_id)
        .rows("courtesies", SelectCourtesies { organization_id }.query()?)
        .member("in_force", &entitlements::in_force(organization_id)?)
        .into())
}

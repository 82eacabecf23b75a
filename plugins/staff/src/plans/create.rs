//! `POST /session/admin/plans`.

use crate::plans::{self, OnePlan, PlanFields};
use quarry_sdk::prelude::*;

statement!(app_store, InsertPlan, "src/plans/insert_plan.sql");

/// A plan to be.
#[derive(Schema, Deserialize)]
pub struct NewPlan {
    /// The key by which organizations have it; it never changes.
    #[schema(pattern = "^[a-z][a-z0-9]*(_[a-z0-9]+)*$", max_length = 64, example = "classroom")]
    pub id: String,
    #[serde(flatten)]
    #[schema(flatten)]
    pub fields: PlanFields,
}

/// Words of the paths of plans, which a plan of that key could not be asked for by.
const WORDS_OF_PATHS: [&str; 1] = ["new"];

/// Create a plan
#[endpoint(
    post = "/session/admin/plans", session = "plans_manage", status = 201, body = OnePlan,
    refuses(422, "plan_exists", "There is a plan of that key: change it, or take another key.")
)]
pub fn create_plan(JsonBody(new): JsonBody<NewPlan>) -> Result<Answer, Problem> {
    let (key, fields) = (new.id, new.fields);
    if WORDS_OF_PATHS.contains(&key.as_str()) {
        let detail = format!("The key \"{key}\" leads to another page than that of a plan: take another key.");
        return Err(Problem::invalid_field("id", detail));
    }
    let transaction = Transaction::begin()?;
    let inserted = transaction.execute(InsertPlan {
        key: key.clone(),
        name: fields.name,
        api_access: fields.api_access,
        api_requests_per_hour: fields.api_requests_per_hour,
        mcp_calls_per_day: fields.mcp_calls_per_day,
        saved_views: fields.saved_views,
        favourites: fields.favourites,
        alerts: fields.alerts,
        extra_spaces: fields.extra_spaces,
        space_bytes: fields.space_bytes,
        data_downloads: fields.data_downloads,
        exports_per_month: fields.exports_per_month,
        rows_per_export: fields.rows_per_export,
    })?;
    if inserted == 0 {
        let detail = format!("There is a plan \"{key}\" already: change it, or take another key.");
        return Err(Problem::new(422, "plan_exists", detail.clone()).with_field("id", detail));
    }
    let plan = plans::seen_by(&transaction, &key)?;
    transaction.audit(AuditEntry::of("plan.created", "plan", &key).after(&plan))?;
    transaction.commit()?;
    Ok(Answer::json(&OnePlan { plan }).with_status(201))
}

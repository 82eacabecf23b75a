//! `POST /session/admin/plans`.

use crate::plan::{Limit, OnePlan, PlanFields, SelectPlan, one_plan};
use crate::problems::invalid;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;
use serde::Deserialize;

statement!(app_store, InsertPlan, "sql/insert_plan.sql");

/// A plan to be.
#[derive(Schema, Deserialize)]
pub struct NewPlan {
    /// What organizations have it by; it never changes.
    pub id: PlanKey,
    #[serde(flatten)]
    #[schema(flatten)]
    pub fields: PlanFields,
}

/// Lowercase words joined by `_`.
#[derive(Schema, Deserialize)]
#[schema(pattern = "^[a-z][a-z0-9]*(_[a-z0-9]+)*$", max_length = 64, example = "classroom")]
pub struct PlanKey(String);

/// Words of the paths of plans, which a plan of that key could not be asked for by.
const WORDS_OF_PATHS: [&str; 1] = ["new"];

/// Create a plan
#[endpoint(
    post = "/session/admin/plans",
    session = "plans_manage",
    status = 201,
    body = OnePlan,
    refuses(422, "plan_exists", "There is a plan of that key: change it, or take another key."),
)]
pub fn create_plan(_request: &Request, _query: (), JsonBody(new): JsonBody<NewPlan>) -> Result<Answer, Problem> {
    let (key, fields) = (new.id.0, new.fields);
    if WORDS_OF_PATHS.contains(&key.as_str()) {
        let detail = format!("/session/admin/plans/{key} is another operation: take another key than \"{key}\".");
        return Err(invalid("id", detail));
    }
    let number = |limit: Limit| limit.0;
    let transaction = Transaction::begin()?;
    let inserted = transaction.execute(InsertPlan {
        key: key.clone(),
        name: fields.name.0.trim().to_owned(),
        api_access: fields.api_access,
        api_requests_per_hour: fields.api_requests_per_hour.map(number),
        mcp_calls_per_day: fields.mcp_calls_per_day.map(number),
        saved_views: fields.saved_views.map(number),
        favourites: fields.favourites.map(number),
        alerts: fields.alerts.map(number),
        extra_spaces: fields.extra_spaces.map(number),
        data_downloads: fields.data_downloads,
        exports_per_month: fields.exports_per_month.map(number),
        rows_per_export: fields.rows_per_export.map(number),
    })?;
    if inserted == 0 {
        let detail = format!("There is a plan \"{key}\" already: change it, or take another key.");
        return Err(Problem::new(422, "plan_exists", detail.clone()).with("fields", json!({ "id": detail })));
    }
    let plan = one_plan(&transaction.query(SelectPlan { key: key.clone() })?, &key)?;
    transaction.audit(AuditEntry::of("plan.created", "plan", &key).after(&plan))?;
    transaction.commit()?;
    Ok(Answer::json(&OnePlan { plan }).with_status(201))
}

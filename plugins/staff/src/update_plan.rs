//! `PATCH /session/admin/plans/{id}`.

use crate::plan::{OnePlan, PlanFields, PlanPath, SelectPlan, one_plan, stored};
use crate::problems::unreadable;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

statement!(app_store, ChangePlan, "sql/update_plan.sql");

/// Members of a plan; what is left out stays.
#[derive(Deserialize)]
pub struct PlanChange(Map<String, Json>);

impl Schema for PlanChange {
    fn schema() -> Json {
        let mut schema = PlanFields::schema();
        schema["title"] = "PlanChange".into();
        schema["required"] = Json::Array(Vec::new());
        schema["minProperties"] = 1.into();
        schema
    }

    fn example() -> Json {
        serde_json::json!({ "api_requests_per_hour": 2000 })
    }
}

/// Change what a plan allows
///
/// For every organization that has it, on every host within a second.
#[endpoint(
    patch = "/session/admin/plans/{id}",
    session = "plans_manage",
    body = OnePlan,
    statements = [SelectPlan, ChangePlan],
)]
pub fn update_plan(
    _request: &Request,
    path: PlanPath,
    JsonBody(change): JsonBody<PlanChange>,
) -> Result<Answer, Problem> {
    let key = path.id;
    let transaction = Transaction::begin()?;
    let before = one_plan(&transaction.query(SelectPlan { key: key.clone() })?, &key)?;
    let fields = changed(&before.fields, change.0)?;
    transaction.execute(ChangePlan {
        key: key.clone(),
        name: fields.name.0.trim().to_owned(),
        api_access: fields.api_access,
        api_requests_per_hour: stored(fields.api_requests_per_hour),
        mcp_calls_per_day: stored(fields.mcp_calls_per_day),
        saved_views: stored(fields.saved_views),
        favourites: stored(fields.favourites),
        alerts: stored(fields.alerts),
        extra_spaces: stored(fields.extra_spaces),
        data_downloads: fields.data_downloads,
        exports_per_month: stored(fields.exports_per_month),
        rows_per_export: stored(fields.rows_per_export),
    })?;
    let plan = one_plan(&transaction.query(SelectPlan { key: key.clone() })?, &key)?;
    transaction.audit(AuditEntry::of("plan.changed", "plan", &key).before(&before).after(&plan))?;
    transaction.commit()?;
    Ok(Answer::json(&OnePlan { plan }))
}

/// The fields with what was sent in their place; the host has checked each against the schema.
fn changed(before: &PlanFields, change: Map<String, Json>) -> Result<PlanFields, Problem> {
    let mut fields = serde_json::to_value(before).map_err(|_| unreadable("The plan"))?;
    if let Some(members) = fields.as_object_mut() {
        members.extend(change);
    }
    serde_json::from_value(fields).map_err(|_| unreadable("The plan"))
}

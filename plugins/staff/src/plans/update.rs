//! `PATCH /session/admin/plans/{id}`.

use crate::plan::{Limit, OnePlan, PlanFields, PlanName, PlanPath, SelectPlan, one_plan};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};
use serde::Deserialize;

statement!(app_store, ChangePlan, "sql/update_plan.sql");

/// Members of a plan; what is left out stays.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct PlanChange {
    name: Option<PlanName>,
    api_access: Option<bool>,
    api_requests_per_hour: Patch<Limit>,
    mcp_calls_per_day: Patch<Limit>,
    saved_views: Patch<Limit>,
    favourites: Patch<Limit>,
    alerts: Patch<Limit>,
    extra_spaces: Patch<Limit>,
    data_downloads: Option<bool>,
    exports_per_month: Patch<Limit>,
    rows_per_export: Patch<Limit>,
}

impl Schema for PlanChange {
    fn schema() -> Json {
        let mut schema = PlanFields::schema();
        schema["title"] = "PlanChange".into();
        schema["required"] = Json::Array(Vec::new());
        schema["minProperties"] = 1.into();
        schema
    }

    fn example() -> Json {
        json!({ "api_requests_per_hour": 2000 })
    }
}

/// Change what a plan allows
///
/// For every organization that has it, on every host within a second.
#[endpoint(
    patch = "/session/admin/plans/{id}",
    session = "plans_manage",
    body = OnePlan,
)]
pub fn update_plan(
    _request: &Request,
    path: PlanPath,
    JsonBody(change): JsonBody<PlanChange>,
) -> Result<Answer, Problem> {
    let key = path.id;
    let transaction = Transaction::begin()?;
    let before = one_plan(&transaction.query(SelectPlan { key: key.clone() })?, &key)?;
    let number = |limit: Limit| limit.0;
    transaction.execute(ChangePlan {
        key: key.clone(),
        name: change.name.map(|name| name.0.trim().to_owned()),
        api_access: change.api_access,
        api_requests_per_hour: change.api_requests_per_hour.map(number),
        mcp_calls_per_day: change.mcp_calls_per_day.map(number),
        saved_views: change.saved_views.map(number),
        favourites: change.favourites.map(number),
        alerts: change.alerts.map(number),
        extra_spaces: change.extra_spaces.map(number),
        data_downloads: change.data_downloads,
        exports_per_month: change.exports_per_month.map(number),
        rows_per_export: change.rows_per_export.map(number),
    })?;
    let plan = one_plan(&transaction.query(SelectPlan { key: key.clone() })?, &key)?;
    transaction.audit(AuditEntry::of("plan.changed", "plan", &key).before(&before).after(&plan))?;
    transaction.commit()?;
    Ok(Answer::json(&OnePlan { plan }))
}

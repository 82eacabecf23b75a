//! `PATCH /session/admin/plans/{id}`.

use crate::plans::{self, OnePlan, PlanFields, PlanPath};
use quarry_sdk::prelude::*;
use serde_json::Value as Json;

statement!(app_store, ChangePlan, "src/plans/update_plan.sql");

/// Members of a plan; what is left out stays.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct PlanChange {
    name: Option<String>,
    api_access: Option<bool>,
    api_requests_per_hour: Patch<i64>,
    mcp_calls_per_day: Patch<i64>,
    saved_views: Patch<i64>,
    favourites: Patch<i64>,
    alerts: Patch<i64>,
    extra_spaces: Patch<i64>,
    space_bytes: Patch<i64>,
    data_downloads: Option<bool>,
    exports_per_month: Patch<i64>,
    rows_per_export: Patch<i64>,
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
/// Changes the plan for every organization that has it, on every host within a second.
#[endpoint(patch = "/session/admin/plans/{id}", session = "plans_manage", body = OnePlan)]
pub fn update_plan(path: PlanPath, JsonBody(change): JsonBody<PlanChange>) -> Result<Answer, Problem> {
    let key = path.id;
    let transaction = Transaction::begin()?;
    let before = plans::seen_by(&transaction, &key)?;
    transaction.execute(ChangePlan {
        key: key.clone(),
        name: change.name,
        api_access: change.api_access,
        api_requests_per_hour: change.api_requests_per_hour,
        mcp_calls_per_day: change.mcp_calls_per_day,
        saved_views: change.saved_views,
        favourites: change.favourites,
        alerts: change.alerts,
        extra_spaces: change.extra_spaces,
        space_bytes: change.space_bytes,
        data_downloads: change.data_downloads,
        exports_per_month: change.exports_per_month,
        rows_per_export: change.rows_per_export,
    })?;
    let plan = plans::seen_by(&transaction, &key)?;
    transaction.audit(AuditEntry::of("plan.changed", "plan", &key).before(&before).after(&plan))?;
    transaction.commit()?;
    Ok(Answer::json(&OnePlan { plan }))
}

//! `GET /session/admin/plans/new`.

use crate::plans::PlanFields;
use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct NewPlanForm {
    /// The values that a new plan starts with: only those that are free of charge.
    pub plan: PlanFields,
}

/// The values that a new plan starts with
#[endpoint(get = "/session/admin/plans/new", session = "plans_manage", body = NewPlanForm)]
pub fn new_plan() -> Result<Answer, Problem> {
    let none = Some(0);
    let plan = PlanFields {
        name: "New plan".to_owned(),
        api_access: false,
        api_requests_per_hour: none,
        mcp_calls_per_day: none,
        saved_views: Some(5),
        favourites: Some(10),
        alerts: Some(3),
        extra_spaces: none,
        space_bytes: Some(512 << 20),
        data_downloads: false,
        exports_per_month: none,
        rows_per_export: none,
    };
    Ok(Answer::json(&NewPlanForm { plan }))
}

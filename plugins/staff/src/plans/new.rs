//! `GET /session/admin/plans/new`.

use crate::plan::{Limit, PlanFields, PlanName};
use quarry_sdk::prelude::*;
use serde::Serialize;

#[derive(Schema, Serialize)]
pub struct NewPlanForm {
    /// What a new plan starts as: nothing but what is free of charge.
    pub plan: PlanFields,
}

/// What a new plan starts as
#[endpoint(get = "/session/admin/plans/new", session = "plans_manage", body = NewPlanForm)]
pub fn new_plan(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    let none = Some(Limit(0));
    let plan = PlanFields {
        name: PlanName("New plan".to_owned()),
        api_access: false,
        api_requests_per_hour: none,
        mcp_calls_per_day: none,
        saved_views: Some(Limit(5)),
        favourites: Some(Limit(10)),
        alerts: Some(Limit(3)),
        extra_spaces: none,
        data_downloads: false,
        exports_per_month: none,
        rows_per_export: none,
    };
    Ok(Answer::json(&NewPlanForm { plan }))
}

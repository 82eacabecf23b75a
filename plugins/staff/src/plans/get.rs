//! `GET /session/admin/plans/{id}`.

use crate::plan::{OnePlan, PlanPath, SelectPlan, one_plan};
use quarry_sdk::prelude::*;

/// One plan, as its form has it
#[endpoint(get = "/session/admin/plans/{id}", session = "plans_manage", body = OnePlan)]
pub fn get_plan(_request: &Request, path: PlanPath) -> Result<Answer, Problem> {
    let rows = SelectPlan { key: path.id.clone() }.query()?;
    Ok(Answer::json(&OnePlan { plan: one_plan(&rows, &path.id)? }))
}

//! `GET /session/admin/plans/{id}`.

use crate::plans::{self, OnePlan, PlanPath, SelectPlans};
use quarry_sdk::prelude::*;

/// One plan, as its form has it
#[endpoint(get = "/session/admin/plans/{id}", session = "plans_manage", body = OnePlan)]
pub fn get_plan(path: PlanPath) -> Result<Answer, Problem> {
    let plan = SelectPlans { key: Some(path.id.clone()) }.query()?;
    match plan.is_empty() {
        true => Err(Problem::not_found(plans::no_such_plan(&path.id))),
        false => Ok(Answer::object().row("plan", plan).into()),
    }
}

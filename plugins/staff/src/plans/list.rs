//! `GET /session/admin/plans`.

use crate::plan::{Plan, plans};
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectPlans, "sql/plans.sql");

#[derive(Schema, Serialize)]
pub struct Plans {
    /// Smallest first.
    pub plans: Vec<Plan>,
}

/// Every plan with what it allows and how many have it
#[endpoint(get = "/session/admin/plans", session = "plans_manage", body = Plans)]
pub fn list_plans(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    Ok(Answer::json(&Plans { plans: plans(&(SelectPlans {}).query()?)? }))
}

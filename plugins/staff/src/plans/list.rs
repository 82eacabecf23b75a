//! `GET /session/admin/plans`.

use crate::plans::{Plan, SelectPlans};
use quarry_sdk::prelude::*;

#[derive(Schema)]
pub struct Plans {
    /// Smallest first.
    #[schema(rows = SelectPlans)]
    pub plans: Vec<Plan>,
}

/// Every plan with what it allows and how many have it
#[endpoint(get = "/session/admin/plans", session = "plans_manage", body = Plans)]
pub fn list_plans() -> Result<Answer, Problem> {
    Ok(Answer::object().rows("plans", SelectPlans { key: None }.query()?).into())
}

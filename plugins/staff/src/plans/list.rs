//! `GET /session/admin/plans`.

use crate::plans::{Plan, SelectPlans};
use quarry_sdk::prelude::*;

#[derive(Schema)]
pub struct Plans {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Plans, the smallest first.
    pub plans: Vec<Plan>,
}

/// Every plan with what it allows and how many have it
#[endpoint(get = "/session/admin/plans", session = "plans_manage", paged = 500, body = Plans)]
pub fn list_plans(request: &Request) -> Result<Answer, Problem> {
    let plans: Vec<Plan> = SelectPlans { key: None }.all()?;
    Ok(Answer::object().page_of("plans", request, &plans, |plan| plan.id.clone()).into())
}

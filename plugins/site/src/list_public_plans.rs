//! `GET /public/plans`.

use quarry_sdk::prelude::*;

statement!(app_store, SelectPlans, "sql/plans.sql");

/// The allowances of a plan. A null allowance is unlimited, but for `space_bytes`.
#[derive(Row, Schema, Serialize)]
pub struct OfferedPlan {
    /// The key that programs compare.
    #[schema(example = "researcher")]
    pub key: String,
    /// The name or title that people read.
    #[schema(example = "Researcher")]
    pub name: String,
    /// True when its keys may use the API.
    pub api_access: bool,
    /// Requests of a key in an hour.
    #[schema(example = 1000)]
    pub api_requests_per_hour: Option<i64>,
    /// Calls of the tool endpoint in a day.
    #[schema(example = 500)]
    pub mcp_calls_per_day: Option<i64>,
    /// Views of charts and finders that a person may save.
    #[schema(example = 50)]
    pub saved_views: Option<i64>,
    /// Favourites of a person.
    #[schema(example = 100)]
    pub favourites: Option<i64>,
    /// Alerts of a person, of every kind together.
    #[schema(example = 25)]
    pub alerts: Option<i64>,
    /// Research spaces beside the first.
    #[schema(example = 5)]
    pub extra_spaces: Option<i64>,
    /// Bytes of each space; null is as much as this deployment lets any space hold, which no plan exceeds.
    #[schema(example = 1073741824)]
    pub space_bytes: Option<i64>,
    /// True when it includes exports.
    pub data_downloads: bool,
    /// Exports that a person may run in a month.
    #[schema(example = 20)]
    pub exports_per_month: Option<i64>,
    /// Rows of one export.
    #[schema(example = 1000000)]
    pub rows_per_export: Option<i64>,
}

#[derive(Schema)]
pub struct Plans {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Plans, the smallest first.
    pub plans: Vec<OfferedPlan>,
}

/// The allowances of each plan
#[endpoint(get = "/public/plans", keyless, paged = 500, body = Plans)]
pub fn list_public_plans(request: &Request) -> Result<Answer, Problem> {
    let plans: Vec<OfferedPlan> = SelectPlans {}.all()?;
    Ok(Answer::object().page_of("plans", request, &plans, |plan| plan.key.clone()).into())
}

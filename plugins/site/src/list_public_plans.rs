//! `GET /public/plans`.

use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectPlans, "sql/plans.sql");

/// What a plan allows. A null allowance is unlimited.
#[derive(Schema, Serialize)]
pub struct Plan {
    /// What programs compare.
    #[schema(example = "researcher")]
    pub key: String,
    /// What people read.
    #[schema(example = "Researcher")]
    pub name: String,
    /// Whether its keys may ask the API.
    pub api_access: bool,
    /// Requests of a key in an hour.
    #[schema(example = 1000)]
    pub api_requests_per_hour: Option<i64>,
    /// Calls of the tool endpoint in a day.
    #[schema(example = 500)]
    pub mcp_calls_per_day: Option<i64>,
    #[schema(example = 50)]
    pub saved_views: Option<i64>,
    #[schema(example = 100)]
    pub favourites: Option<i64>,
    #[schema(example = 25)]
    pub alerts: Option<i64>,
    /// Research spaces beside the first.
    #[schema(example = 5)]
    pub extra_spaces: Option<i64>,
    /// Whether it includes exports.
    pub data_downloads: bool,
    #[schema(example = 20)]
    pub exports_per_month: Option<i64>,
    #[schema(example = 1000000)]
    pub rows_per_export: Option<i64>,
}

#[derive(Schema)]
pub struct Plans {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Smallest first.
    pub plans: Vec<Plan>,
}

/// What each plan allows
#[endpoint(get = "/public/plans", keyless, body = Plans, statements = [SelectPlans])]
pub fn list_public_plans(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    let rows = (SelectPlans {}).query()?;
    let plans: Vec<Plan> = (0..rows.row_count()).filter_map(|row| plan(&rows, row)).collect();
    Ok(Answer::object().whole_list("plans", &plans).into())
}

fn plan(rows: &ResultSet, row: usize) -> Option<Plan> {
    let allowance = |column| rows.integer(row, column);
    Some(Plan {
        key: rows.text(row, "key")?,
        name: rows.text(row, "name")?,
        api_access: rows.boolean(row, "api_access")?,
        api_requests_per_hour: allowance("api_requests_per_hour"),
        mcp_calls_per_day: allowance("mcp_calls_per_day"),
        saved_views: allowance("saved_views"),
        favourites: allowance("favourites"),
        alerts: allowance("alerts"),
        extra_spaces: allowance("extra_spaces"),
        data_downloads: rows.boolean(row, "data_downloads")?,
        exports_per_month: allowance("exports_per_month"),
        rows_per_export: allowance("rows_per_export"),
    })
}

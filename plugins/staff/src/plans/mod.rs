//! A plan as its form has it.

use crate::problems::unreadable;
use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

statement!(app_store, SelectPlan, "sql/plan.sql");

/// What a plan allows; a null limit is unlimited.
#[derive(Debug, Clone, Schema, Serialize, Deserialize)]
pub struct PlanFields {
    /// What people read.
    #[schema(example = "Researcher")]
    pub name: PlanName,
    /// Whether its keys may ask the API.
    pub api_access: bool,
    /// Requests of a key in an hour.
    #[schema(example = 1000)]
    pub api_requests_per_hour: Option<Limit>,
    /// Calls of the tool endpoint in a day.
    #[schema(example = 500)]
    pub mcp_calls_per_day: Option<Limit>,
    /// Views of charts and finders that a person may save.
    #[schema(example = 50)]
    pub saved_views: Option<Limit>,
    /// Favourites of a person.
    #[schema(example = 100)]
    pub favourites: Option<Limit>,
    /// Alerts of a person, of every kind together.
    #[schema(example = 25)]
    pub alerts: Option<Limit>,
    /// Research spaces beside the first.
    #[schema(example = 5)]
    pub extra_spaces: Option<Limit>,
    /// Whether it includes exports.
    pub data_downloads: bool,
    /// Exports that a person may run in a month.
    #[schema(example = 20)]
    pub exports_per_month: Option<Limit>,
    /// Rows of one export.
    #[schema(example = 1000000)]
    pub rows_per_export: Option<Limit>,
}

/// 1 to 80 characters.
#[derive(Schema, Debug, Clone, Serialize, Deserialize)]
#[schema(single_line, min_length = 1, max_length = 80, example = "Researcher")]
pub struct PlanName(pub String);

/// 0 to 10¹².
#[derive(Schema, Debug, Clone, Copy, Serialize, Deserialize)]
#[schema(minimum = 0, maximum = 1_000_000_000_000_i64, example = 1000)]
pub struct Limit(pub i64);

/// A plan with who has it.
#[derive(Debug, Schema, Serialize)]
pub struct Plan {
    /// The key, by which organizations have it.
    #[schema(example = "researcher")]
    pub id: String,
    #[serde(flatten)]
    #[schema(flatten)]
    pub fields: PlanFields,
    /// Organizations whose own plan it is.
    #[schema(example = 12)]
    pub organizations: i64,
}

#[derive(Schema, Serialize)]
pub struct OnePlan {
    pub plan: Plan,
}

/// The plan that a path names.
#[derive(Parameters)]
pub struct PlanPath {
    /// The plan's key.
    #[parameter(path, max_length = 64, example = "researcher")]
    pub id: String,
}

/// Every plan of the rows.
pub fn plans(rows: &ResultSet) -> Result<Vec<Plan>, Problem> {
    let read: Option<Vec<Plan>> = (0..rows.row_count()).map(|row| plan(rows, row)).collect();
    read.ok_or_else(|| unreadable("The plans"))
}

/// The one plan of the rows, or 404.
pub fn one_plan(rows: &ResultSet, key: &str) -> Result<Plan, Problem> {
    let no_plan = || Problem::not_found(format!("There is no plan \"{key}\"; GET /session/admin/plans lists them."));
    plans(rows)?.into_iter().next().ok_or_else(no_plan)
}

fn plan(rows: &ResultSet, row: usize) -> Option<Plan> {
    let limit = |column| rows.integer(row, column).map(Limit);
    Some(Plan {
        id: rows.text(row, "key")?,
        fields: PlanFields {
            name: PlanName(rows.text(row, "name")?),
            api_access: rows.boolean(row, "api_access")?,
            api_requests_per_hour: limit("api_requests_per_hour"),
            mcp_calls_per_day: limit("mcp_calls_per_day"),
            saved_views: limit("saved_views"),
            favourites: limit("favourites"),
            alerts: limit("alerts"),
            extra_spaces: limit("extra_spaces"),
            data_downloads: rows.boolean(row, "data_downloads")?,
            exports_per_month: limit("exports_per_month"),
            rows_per_export: limit("rows_per_export"),
        },
        organizations: rows.integer(row, "organizations")?,
    })
}

//! A plan as its form has it.

pub mod create;
pub mod get;
pub mod list;
pub mod new;
pub mod update;

use quarry_sdk::prelude::*;

statement!(app_store, SelectPlans, "src/plans/plans.sql");

/// The largest limit that is not unlimited.
const MOST: i64 = 1_000_000_000_000;

/// The allowances of a plan. A null limit is unlimited, but for `space_bytes`.
#[derive(Row, Schema, Serialize, Deserialize)]
pub struct PlanFields {
    /// The name or title that people read.
    #[schema(single_line, min_length = 1, max_length = 80, example = "Researcher")]
    pub name: String,
    /// True when its keys may use the API.
    pub api_access: bool,
    /// Requests of a key in an hour.
    #[schema(minimum = 0, maximum = MOST, example = 1000)]
    pub api_requests_per_hour: Option<i64>,
    /// Calls of the tool endpoint in a day.
    #[schema(minimum = 0, maximum = MOST, example = 500)]
    pub mcp_calls_per_day: Option<i64>,
    /// Views of charts and finders that a person may save.
    #[schema(minimum = 0, maximum = MOST, example = 50)]
    pub saved_views: Option<i64>,
    /// Favourites of a person.
    #[schema(minimum = 0, maximum = MOST, example = 100)]
    pub favourites: Option<i64>,
    /// Alerts of a person, of every kind together.
    #[schema(minimum = 0, maximum = MOST, example = 25)]
    pub alerts: Option<i64>,
    /// Research spaces beside the first.
    #[schema(minimum = 0, maximum = MOST, example = 5)]
    pub extra_spaces: Option<i64>,
    /// Bytes of each space that a person owns; null, or left out, is as much as the deployment lets any space hold
    /// (`limits.space_bytes`), which no plan exceeds.
    #[schema(minimum = 0, maximum = MOST, example = 1073741824, optional)]
    pub space_bytes: Option<i64>,
    /// True when it includes exports.
    pub data_downloads: bool,
    /// Exports that a person may run in a month.
    #[schema(minimum = 0, maximum = MOST, example = 20)]
    pub exports_per_month: Option<i64>,
    /// Rows of one export.
    #[schema(minimum = 0, maximum = MOST, example = 1000000)]
    pub rows_per_export: Option<i64>,
}

/// A plan with who has it.
#[derive(Row, Schema, Serialize)]
pub struct Plan {
    /// The key, by which organizations have it.
    #[schema(example = "researcher")]
    pub id: String,
    #[row(flatten)]
    #[serde(flatten)]
    #[schema(flatten)]
    pub fields: PlanFields,
    /// Organizations whose own plan it is.
    #[schema(example = 12)]
    pub organizations: i64,
}

#[derive(Schema, Serialize)]
pub struct OnePlan {
    #[schema(rows = SelectPlans)]
    pub plan: Plan,
}

/// The plan that a path names.
#[derive(Parameters)]
pub struct PlanPath {
    /// The plan's key.
    #[parameter(path, max_length = 64, example = "researcher")]
    pub id: String,
}

/// One plan as the transaction sees it, or 404.
fn seen_by(transaction: &Transaction, id: &str) -> Result<Plan, Problem> {
    let found = transaction.query(SelectPlans { key: Some(id.to_owned()) })?;
    let fields = found.read_first()?.ok_or_else(|| Problem::not_found(no_such_plan(id)))?;
    Ok(Plan { id: id.to_owned(), fields, organizations: found.integer(0, "organizations").unwrap_or_default() })
}

/// The sentence about a key that no plan has.
pub fn no_such_plan(key: &str) -> String {
    format!("There is no plan \"{key}\"; GET /session/admin/plans lists them.")
}

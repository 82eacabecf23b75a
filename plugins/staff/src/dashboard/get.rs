//! `GET /session/admin/dashboard`.

use quarry_sdk::prelude::*;

statement!(app_store, CountAll, "src/dashboard/dashboard.sql");

/// Figures of the deployment.
#[derive(Row, Schema, Serialize)]
pub struct Dashboard {
    /// The time at which the newest counted row was made or changed; null without rows.
    pub as_of: Option<Time>,
    /// The source of the figures.
    #[schema(example = "app_store")]
    pub source: String,
    /// Number of accounts.
    #[schema(example = 120)]
    pub people: i64,
    /// The people who are shut out.
    #[schema(example = 1)]
    pub people_disabled: i64,
    /// The people with a session that has not ended.
    #[schema(example = 34)]
    pub people_signed_in: i64,
    /// The people who are staff.
    #[schema(example = 5)]
    pub staff: i64,
    #[schema(example = 14)]
    pub institutions: i64,
    /// Institutions and people's own.
    #[schema(example = 0)]
    pub organizations_suspended: i64,
    /// Keys that work.
    #[schema(example = 61)]
    pub api_keys: i64,
    /// Courtesies that run.
    #[schema(example = 3)]
    pub courtesies: i64,
    /// Limits and entitlements that staff set.
    #[schema(example = 2)]
    pub overrides: i64,
    /// Entries of the audit log.
    #[schema(example = 18)]
    pub changes_in_24_hours: i64,
}

/// The first page of the staff console
#[endpoint(get = "/session/admin/dashboard", session = "staff", body = Dashboard)]
pub fn get_dashboard() -> Result<Answer, Problem> {
    let now = Time::now();
    let figures: Option<Dashboard> = CountAll { now, day_ago: now.minus_days(1) }.one()?;
    Ok(Answer::json(&figures))
}

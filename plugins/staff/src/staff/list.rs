//! `GET /session/admin/staff`.

use crate::person::{Person, people};
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectStaff, "sql/staff_members.sql");

/// The statement gives one more.
const MOST_SHOWN: usize = 500;

#[derive(Schema, Serialize)]
pub struct Staff {
    /// By name; at most 500.
    pub staff: Vec<Person>,
    /// Whether there are more.
    #[schema(example = false)]
    pub truncated: bool,
}

/// Who is staff
#[endpoint(
    get = "/session/admin/staff",
    session = "alpha",
    body = Staff,
)]
pub fn list_staff(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    let rows = (SelectStaff {}).query()?;
    let staff = people(&rows, rows.row_count().min(MOST_SHOWN))?;
    Ok(Answer::json(&Staff { staff, truncated: rows.row_count() > MOST_SHOWN }))
}

//! `GET /session/admin/staff`.

use crate::person::{Person, SelectMembershipsOf, SelectPermissionsOf, people};
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectStaff, "sql/staff_members.sql");

#[derive(Schema, Serialize)]
pub struct Staff {
    /// By name; at most 500.
    pub staff: Vec<Person>,
}

/// Who is staff
#[endpoint(
    get = "/session/admin/staff",
    session = "alpha",
    body = Staff,
    statements = [SelectStaff, SelectPermissionsOf, SelectMembershipsOf],
)]
pub fn list_staff(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    let rows = (SelectStaff {}).query()?;
    Ok(Answer::json(&Staff { staff: people(&rows, rows.row_count())? }))
}

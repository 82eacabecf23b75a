//! Assignments: what was pinned for a class, and what students are told of it.

pub mod create;
pub mod delete;
pub mod download;
pub mod get;
pub mod list;
pub mod record;

pub use record::{Assignment, AssignmentRow};

use crate::join_code::JoinCode;
use quarry_sdk::prelude::*;

statement!(
    app_store,
    SelectAssignment,
    "src/assignments/assignment.sql",
    unguarded = "The join code is the capability: any signed-in person who holds it reads the assignment."
);

/// An assignment, by the code that its students were told.
#[derive(Parameters)]
pub struct AssignmentPath {
    /// The join code in upper or lower case, with or without its hyphens.
    #[parameter(path, max_length = 64, example = "7K2M-Q4TX-9BNE-W3HD")]
    pub join_code: String,
}

impl AssignmentPath {
    /// 404 where nothing was pinned under it.
    fn assignment(&self) -> Result<AssignmentRow, Problem> {
        let absent = || Problem::not_found(format!("No assignment has the join code `{:.64}`.", self.join_code));
        let JoinCode(join_code) = JoinCode::read(&self.join_code).ok_or_else(absent)?;
        let found: Option<AssignmentRow> = SelectAssignment { join_code }.one()?;
        found.ok_or_else(absent)
    }
}

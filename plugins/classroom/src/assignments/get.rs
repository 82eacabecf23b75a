//! `GET /session/classroom/{join_code}`.

use crate::assignments::{Assignment, AssignmentPath};
use quarry_sdk::prelude::*;

/// The assignment of a join code
///
/// Describes what was pinned, for every signed-in person who holds the code; `download_path` has the bytes.
#[endpoint(get = "/session/classroom/{join_code}", session, module = "data_downloads", body = Assignment)]
pub fn get_assignment(path: AssignmentPath) -> Result<Answer, Problem> {
    Ok(Answer::json(&Assignment::from(path.assignment()?)))
}

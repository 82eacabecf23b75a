//! `GET /session/classroom/{join_code}/download`.

use crate::assignments::AssignmentPath;
use crate::pinning::object_key;
use quarry_sdk::objects::ObjectBytes;
use quarry_sdk::prelude::*;

/// The bytes of an assignment
///
/// The CSV as it was pinned, for every signed-in person who holds the join code. `X-Checksum-SHA256` and `Repr-Digest` have its SHA-256.
#[endpoint(
    get = "/session/classroom/{join_code}/download", session, module = "data_downloads", cache = no_store, object = "text/csv",
    body = ObjectBytes
)]
pub fn download_assignment(path: AssignmentPath) -> Result<Answer, Problem> {
    let assignment = path.assignment()?;
    let file_name = format!("classroom-{}.csv", assignment.join_code);
    Ok(Answer::object_body(&object_key(&assignment.join_code), Some(&file_name)))
}

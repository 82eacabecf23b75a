//! `GET /session/spaces/{id}`.

use crate::access::SpacePath;
use crate::space::page::{self, SpacePage};
use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;

/// One space
///
/// Shows the members of the space, the property schema of its pages, and what the reader may do. A space of which the reader is not a
/// member is 404.
#[endpoint(
    get = "/session/spaces/{id}", session, guard = SpaceRole::Viewer, guard_path(space_id = id), body = SpacePage
)]
pub fn get_space(path: SpacePath) -> Result<Answer, Problem> {
    Ok(Answer::json(&page::of(path.id)?))
}

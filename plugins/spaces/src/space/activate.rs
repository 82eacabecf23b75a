//! `POST /session/spaces/{id}/activate`.

use crate::access::SpacePath;
use crate::space::page::{self, SpacePage};
use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;

statement!(app_store, ActivateSpace, "src/space/activate_space.sql");

/// Work in a space
///
/// Makes it the space in which the person works: things that they write without naming a space lie in this one from now on.
#[endpoint(
    post = "/session/spaces/{id}/activate", session, guard = SpaceRole::Viewer, guard_path(space_id = id),
    body = SpacePage
)]
pub fn activate_space(path: SpacePath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(ActivateSpace {})?;
    transaction.commit()?;
    Ok(Answer::json(&page::of(path.id)?))
}

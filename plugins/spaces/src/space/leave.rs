//! `POST /session/spaces/{id}/leave`.

use crate::access::SpacePath;
use crate::members::{DeleteMembership, last_owner};
use crate::space::{Space, tell_members};
use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;

statement!(app_store, SelectActiveSpace, "src/space/active_space.sql");

/// The answer to a person who left the space.
#[derive(Schema, Serialize)]
pub struct Left {
    #[schema(example = "You have left Liquidations of March. What you wrote there stays.")]
    pub notice: String,
    /// The space in which the person works now; null without one.
    #[schema(example = 4)]
    pub active_space_id: Option<i64>,
}

/// Leave a space
///
/// Ends the person's membership. The things that they wrote there stay.
#[endpoint(
    post = "/session/spaces/{id}/leave", session, guard = SpaceRole::Viewer, guard_path(space_id = id), changes_ranks,
    refuses(422, "last_owner", "The only owner stays: make somebody else an owner first."),
    refuses(422, "personal_space", "A personal space cannot be left."),
    body = Left
)]
pub fn leave_space(request: &Request, _guarded: Guarded<SpaceRole>, path: SpacePath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let space = Space::seen_by(&transaction, path.id)?;
    space.refuse_personal("Your personal space cannot be left: it goes with your account.")?;
    if space.only_owner {
        return Err(last_owner());
    }
    tell_members(&transaction, path.id)?;
    let user_id = request.person().map_or(0, |person| person.user_id);
    transaction.execute(DeleteMembership { user_id })?;
    let entry = AuditEntry::of("space.left", "space", &path.id);
    transaction.audit(entry.before(&json!({ "user_id": user_id, "role": space.role })))?;
    transaction.commit()?;
    let notice = format!("You have left {}. What you wrote there stays.", space.name);
    Ok(Answer::json(&Left { notice, active_space_id: SelectActiveSpace {}.query()?.integer(0, "space_id") }))
}

//! `PATCH /session/spaces/{space_id}/memberships/{id}`.

use crate::access::ThingPath;
use crate::members::{self, Member};
use crate::space::{Space, tell_members};
use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;

statement!(app_store, UpdateRole, "src/members/update_role.sql");

/// The member's new role.
#[derive(Schema, Deserialize)]
pub struct NewRole {
    role: SpaceRole,
}

/// Change a member's role
///
/// Changes the member's role, from the member's next request on. Needs the role `owner`.
#[endpoint(
    patch = "/session/spaces/{space_id}/memberships/{id}", session, guard = SpaceRole::Owner, changes_ranks,
    refuses(422, "last_owner", "The only owner stays: make somebody else an owner first."),
    refuses(422, "personal_space", "A personal space has one owner: guests are editors at most."),
    body = Member
)]
pub fn change_space_member(path: ThingPath, JsonBody(new): JsonBody<NewRole>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = members::one(&transaction, path.id)?;
    let space = Space::seen_by(&transaction, path.space_id)?;
    if before.role != new.role {
        members::refuse_further_owner(space.personal, new.role)?;
        members::refuse_last_owner(&transaction, &before)?;
        transaction.execute(UpdateRole { id: path.id, role: Choice::word(&new.role).to_owned() })?;
        let entry = AuditEntry::of("space_member.role_changed", "space", &path.space_id)
            .before(&json!({ "user_id": before.user_id, "role": before.role }))
            .after(&json!({ "user_id": before.user_id, "role": new.role }));
        transaction.audit(entry)?;
        tell_members(&transaction, path.space_id)?;
    }
    let after = members::one(&transaction, path.id)?;
    transaction.commit()?;
    Ok(Answer::json(&after))
}

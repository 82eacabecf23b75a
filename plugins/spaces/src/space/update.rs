//! `PATCH /session/spaces/{id}`.

use crate::access::SpacePath;
use crate::space::create::SpaceName;
use crate::space::page::{self, SpacePage};
use crate::space::{Space, tell_members};
use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;

statement!(app_store, RenameSpace, "src/space/rename_space.sql");

/// Rename a space
///
/// Renames the space. Needs the role `owner`.
#[endpoint(
    patch = "/session/spaces/{id}", session, guard = SpaceRole::Owner, guard_path(space_id = id), body = SpacePage
)]
pub fn rename_space(path: SpacePath, JsonBody(new): JsonBody<SpaceName>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = Space::seen_by(&transaction, path.id)?;
    if before.name != new.name {
        transaction.execute(RenameSpace { name: new.name.clone() })?;
        // Without the names: an organization's admins read the log, and the space is its members'.
        transaction.audit(AuditEntry::of("space.renamed", "space", &path.id))?;
        tell_members(&transaction, path.id)?;
    }
    transaction.commit()?;
    Ok(Answer::json(&page::of(path.id)?))
}

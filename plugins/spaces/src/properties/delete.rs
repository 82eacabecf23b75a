//! `DELETE /session/spaces/{space_id}/properties/{id}`.

use crate::access::ThingPath;
use crate::properties;
use crate::space::tell_members;
use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;

statement!(app_store, DeleteProperty, "src/properties/delete_property.sql");

/// Remove a property
///
/// Deletes the property and every value that pages have of it. Needs the role `editor` or `owner`.
#[endpoint(
    delete = "/session/spaces/{space_id}/properties/{id}", session, status = 204, guard = SpaceRole::Editor, body = ()
)]
pub fn delete_space_property(path: ThingPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = properties::one(&transaction, path.id)?;
    // Its values go with it.
    transaction.execute(DeleteProperty { id: path.id })?;
    transaction.audit(
        AuditEntry::of("space_property.removed", "space", &path.space_id).before(&properties::audited(&before)),
    )?;
    tell_members(&transaction, path.space_id)?;
    transaction.commit()?;
    Ok(Answer::no_content())
}

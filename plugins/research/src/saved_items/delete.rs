//! `DELETE /session/saved_items/{id}`.

use crate::saved_items;
use crate::saved_items::access::{SavedItemPath, SavedItemRole};
use quarry_sdk::prelude::*;

statement!(app_store, DeleteSavedItem, "src/saved_items/delete_saved_item.sql");

/// Remove a saved copy and its annotations
///
/// Removes the copy. Notes on values, to which annotations were promoted, stay in the space. Needs the role `editor` or `owner`.
#[endpoint(
    delete = "/session/saved_items/{id}", session, module = "research", status = 204, guard = SavedItemRole::Editor, body = ()
)]
pub fn delete_saved_item(path: SavedItemPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = saved_items::one(&transaction, path.id)?;
    transaction.execute(DeleteSavedItem {})?;
    let mut audited = saved_items::audited(&before.item);
    audited["annotations"] = before.annotations.into();
    transaction.audit(AuditEntry::of("saved_item.removed", "saved_item", &path.id).before(&audited))?;
    transaction.commit()?;
    Ok(Answer::no_content())
}

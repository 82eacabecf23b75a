//! Shelves of sheets with remarks: what a guard binds, refuses and looks at again.

pub mod access;
pub mod announcements;
pub mod looks;
pub mod own;
pub mod payments;
pub mod remarks;
pub mod sheets;
pub mod texts;

use access::ShelfAccess;
use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(app_store, InsertShelf, "sql/insert_shelf.sql");
statement!(
    app_store,
    InsertShelfOwner,
    "sql/insert_shelf_owner.sql",
    unguarded = "The shelf was put up in the same transaction."
);
scope!("sql/scopes/shelves.sql");
statement!(app_store, LeaveShelf, "sql/leave_shelf.sql");
statement!(app_store, ExportShelfMembers, "sql/export_shelf_members.sql");
statement!(app_store, EraseShelfMembers, "sql/erase_shelf_members.sql");

/// A shelf to put up.
#[derive(Deserialize, Schema)]
pub struct NewShelf {
    #[schema(example = 1)]
    id: i64,
}

#[derive(Parameters)]
pub struct ShelfPath {
    /// The shelf.
    #[parameter(path, minimum = 1, example = "1")]
    shelf_id: i64,
}

/// Put up a shelf, which the caller owns
#[endpoint(
    post = "/shelves", key = "research:write", cache = no_store, status = 204
)]
pub fn create_shelf(JsonBody(new): JsonBody<NewShelf>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(InsertShelf { id: new.id })?;
    transaction.execute(InsertShelfOwner { id: new.id })?;
    transaction.commit()?;
    Ok(Answer::no_content())
}

/// Leaves a shelf
#[endpoint(
    delete = "/shelves/{shelf_id}/membership", key = "research:write", cache = no_store, status = 204,
    guard = ShelfAccess::Reader, changes_ranks
)]
pub fn leave_shelf(path: ShelfPath) -> Result<Answer, Problem> {
    let _ = path.shelf_id;
    let transaction = Transaction::begin()?;
    transaction.execute(LeaveShelf {})?;
    transaction.commit()?;
    Ok(Answer::no_content())
}

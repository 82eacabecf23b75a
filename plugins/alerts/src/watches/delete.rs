//! `DELETE /session/alerts/watches/{id}`.

use crate::watches::{OwnWatch, WatchPath};
use quarry_sdk::prelude::*;

statement!(app_store, DeleteWatch, "src/watches/delete_watch.sql");

/// Remove a watch
///
/// Removes the watch for the whole space. Any member of the space may.
#[endpoint(delete = "/session/alerts/watches/{id}", session, status = 204, guard = OwnWatch)]
pub fn delete_watch(_path: WatchPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(DeleteWatch {})?;
    transaction.commit()?;
    Ok(Answer::no_content())
}

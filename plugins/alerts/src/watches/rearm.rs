//! `PATCH /session/alerts/watches/{id}/rearm`.

use crate::watches::{AlertWatch, OwnWatch, SelectWatch, WatchPath};
use quarry_sdk::prelude::*;

statement!(app_store, RearmWatch, "src/watches/rearm_watch.sql");

/// Arm a watch again
///
/// For any member of its space. One that is watching stays as it is.
#[endpoint(patch = "/session/alerts/watches/{id}/rearm", session, guard = OwnWatch, body = AlertWatch)]
pub fn rearm_watch(path: WatchPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(RearmWatch {})?;
    let after: Option<AlertWatch> = transaction.one(SelectWatch {})?;
    transaction.commit()?;
    let after = after.ok_or_else(|| Problem::not_found(format!("There is no watch {} here.", path.id)))?;
    Ok(Answer::json(&after))
}

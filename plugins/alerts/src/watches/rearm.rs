//! `PATCH /session/alerts/watches/{id}/rearm`.

use crate::watches::never_fires::reason;
use crate::watches::{AlertWatch, OwnWatch, SelectWatch, WatchPath};
use quarry_sdk::prelude::*;

statement!(app_store, RearmWatch, "src/watches/rearm_watch.sql");

/// Arm a watch again
///
/// Arms a fired watch again; a watch that is watching stays as it is. Any member of its space may.
#[endpoint(patch = "/session/alerts/watches/{id}/rearm", session, guard = OwnWatch, body = AlertWatch)]
pub fn rearm_watch(path: WatchPath) -> Result<Answer, Problem> {
    let gone = || Problem::not_found(format!("There is no watch {} here.", path.id));
    let before: AlertWatch = SelectWatch {}.one()?.ok_or_else(gone)?;
    let never_fires = reason(before.kind, &before.condition)?;
    let transaction = Transaction::begin()?;
    transaction.execute(RearmWatch {})?;
    let after: Option<AlertWatch> = transaction.one(SelectWatch {})?;
    transaction.commit()?;
    Ok(Answer::json(&AlertWatch { never_fires, ..after.ok_or_else(gone)? }))
}

//! Telling those who have to do with a sheet.

use super::ShelfPath;
use super::access::ShelfAccess;
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectShelfMembers, "sql/shelf_members.sql");

/// Somebody shows a sheet.
#[derive(Serialize, Schema)]
pub struct SheetShown {
    #[schema(example = 1)]
    pub shelf_id: i64,
}

impl Notification for SheetShown {
    const NAME: &'static str = "sheet.shown";
    const SUMMARY: &'static str = "Somebody shows a sheet.";
}

/// The number of people who were told.
#[derive(Serialize, Schema)]
pub struct Announced {
    #[schema(example = 1)]
    told: u32,
}

/// Tells the others who may read a shelf
#[endpoint(
    post = "/session/shelves/{shelf_id}/announcements", session, cache = no_store, body = Announced,
    guard = ShelfAccess::Reader
)]
pub fn announce_sheet(path: ShelfPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let told = transaction.notify_those(SelectShelfMembers {}, &SheetShown { shelf_id: path.shelf_id })?;
    transaction.commit()?;
    Ok(Answer::json(&Announced { told }))
}

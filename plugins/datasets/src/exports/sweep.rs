//! The job that ends what nobody else ends: exports whose seven days are over, exports whose jobs are gone, and drafts that nobody
//! changed or submitted for 90 days.

use crate::exports::remove_objects_below;
use crate::exports::told::tell_requester;
use crate::requests::draft::DAYS_OF_A_DRAFT;
use crate::requests::files::folder_of_request;
use quarry_sdk::prelude::*;

statement!(app_store, ExpireExports, "src/exports/expire_exports.sql");
statement!(app_store, FailLostExports, "src/exports/fail_lost_exports.sql");
statement!(app_store, SelectLostExports, "src/exports/lost_exports.sql");
statement!(app_store, SelectExportsToClean, "src/exports/exports_to_clean.sql");
statement!(app_store, MarkCleaned, "src/exports/mark_cleaned.sql");
statement!(app_store, DateDrafts, "src/exports/date_drafts.sql");
statement!(app_store, RemoveOldDrafts, "src/exports/remove_old_drafts.sql");

/// An export whose requester is to be told that it is lost.
#[derive(Row)]
struct LostExport {
    id: i64,
    user_id: i64,
}

/// Expires exports after seven days and deletes their files; removes drafts after ninety.
#[job(every = "10 min", attempts = 3)]
pub fn sweep_exports() -> Result<(), JobFailure> {
    let now = Time::now();
    let transaction = Transaction::begin()?;
    transaction.execute(ExpireExports { now })?;
    transaction.execute(RemoveOldDrafts { now })?;
    transaction.execute(DateDrafts { expires_at: now.plus_days(DAYS_OF_A_DRAFT) })?;
    let detail = "The export was begun too often without coming to its end: submit it again.".to_owned();
    transaction.execute(FailLostExports { detail })?;
    let lost: Vec<LostExport> = transaction.all(SelectLostExports {})?;
    for LostExport { id, user_id } in lost {
        tell_requester(&transaction, id, user_id, "Failed: the export was begun too often without coming to its end.")?;
    }
    transaction.commit()?;
    let ended: Vec<i64> = SelectExportsToClean {}.values()?;
    for id in ended {
        remove_objects_below(&folder_of_request(id))?;
        let transaction = Transaction::begin()?;
        transaction.execute(MarkCleaned { id, now })?;
        transaction.commit()?;
    }
    Ok(())
}

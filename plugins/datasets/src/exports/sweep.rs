//! The job that ends what nobody else ends: exports whose seven days are over, and exports whose jobs are gone.

use crate::exports::remove_objects_below;
use crate::exports::told::tell_requester;
use crate::requests::files::folder_of_request;
use quarry_sdk::prelude::*;

statement!(app_store, ExpireExports, "src/exports/expire_exports.sql");
statement!(app_store, FailLostExports, "src/exports/fail_lost_exports.sql");
statement!(app_store, SelectLostExports, "src/exports/lost_exports.sql");
statement!(app_store, SelectExportsToClean, "src/exports/exports_to_clean.sql");
statement!(app_store, MarkCleaned, "src/exports/mark_cleaned.sql");

/// Expires exports and deletes the files of those that expired or failed.
pub struct SweepExports;

/// Nothing is asked of it.
#[derive(Serialize, Deserialize)]
pub struct SweepExportsArguments {}

/// An export whose requester is to be told that it is lost.
#[derive(Row)]
struct LostExport {
    id: i64,
    user_id: i64,
}

#[derive(Row)]
struct EndedExport {
    id: i64,
}

impl Job for SweepExports {
    const NAME: &'static str = "sweep_exports";
    const SUMMARY: &'static str = "Expires exports after seven days and deletes their files.";
    const EVERY_SECONDS: Option<u32> = Some(600);
    const MAX_ATTEMPTS: u32 = 3;
    type Arguments = SweepExportsArguments;

    fn run(_run: &JobRun, _arguments: SweepExportsArguments) -> Result<(), JobFailure> {
        let now = Time::now();
        let transaction = Transaction::begin()?;
        transaction.execute(ExpireExports { now })?;
        let detail = "The export was begun too often without coming to its end: submit it again.".to_owned();
        transaction.execute(FailLostExports { detail })?;
        let lost: Vec<LostExport> = transaction.all(SelectLostExports {})?;
        for LostExport { id, user_id } in lost {
            tell_requester(
                &transaction,
                id,
                user_id,
                "Failed: the export was begun too often without coming to its end.",
            )?;
        }
        transaction.commit()?;
        let ended: Vec<EndedExport> = SelectExportsToClean {}.all()?;
        for EndedExport { id } in ended {
            remove_objects_below(&folder_of_request(id))?;
            let transaction = Transaction::begin()?;
            transaction.execute(MarkCleaned { id, now })?;
            transaction.commit()?;
        }
        Ok(())
    }
}

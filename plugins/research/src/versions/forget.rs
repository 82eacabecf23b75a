//! The daily job that removes what is older than it is kept.

use quarry_sdk::prelude::*;

statement!(app_store, ForgetAutosaves, "src/versions/forget_autosaves.sql");
statement!(app_store, ForgetBlockVersions, "src/versions/forget_block_versions.sql");
statement!(app_store, ForgetDrafts, "src/versions/forget_drafts.sql");
statement!(app_store, ForgetChanges, "src/versions/forget_changes.sql");
statement!(app_store, ForgetMoves, "src/versions/forget_moves.sql");
statement!(app_store, ForgetReviewLinks, "src/guest_passes/forget_review_links.sql");
statement!(app_store, ForgetGuestPasses, "src/guest_passes/forget_guest_passes.sql");

/// Autosaves, versions of blocks and drafts.
const DAYS: i64 = 90;
/// The age up to which merging knows a base: one that is older than this may meet a conflict where nobody changed the block.
const DAYS_OF_MERGING: i64 = 30;
/// Rows of a statement. Those of whole pages may have a megabyte each.
const PAGES_AT_ONCE: i64 = 50;
const ROWS_AT_ONCE: i64 = 2_000;

/// Removes autosaves, versions of blocks, drafts and ended guest passes that are older than 90 days.
#[job(every = "1 d")]
pub fn forget_old_versions(run: &JobRun) -> Result<(), JobFailure> {
    let now = Time::now();
    let (before, before_merging) = (now.minus_days(DAYS), now.minus_days(DAYS_OF_MERGING));
    in_rounds(run, PAGES_AT_ONCE, |most, within| within.execute(ForgetAutosaves { before, most }))?;
    in_rounds(run, PAGES_AT_ONCE, |most, within| within.execute(ForgetDrafts { before, most }))?;
    in_rounds(run, PAGES_AT_ONCE, |most, within| within.execute(ForgetReviewLinks { before: now, most }))?;
    in_rounds(run, ROWS_AT_ONCE, |most, within| within.execute(ForgetGuestPasses { before, most }))?;
    in_rounds(run, ROWS_AT_ONCE, |most, within| within.execute(ForgetBlockVersions { before, most }))?;
    in_rounds(run, ROWS_AT_ONCE, |most, within| within.execute(ForgetChanges { before: before_merging, most }))?;
    in_rounds(run, ROWS_AT_ONCE, |most, within| within.execute(ForgetMoves { before: before_merging, most }))
}

/// Runs a statement, each time in a transaction of its own, until it finds fewer rows than it may remove.
fn in_rounds(
    run: &JobRun,
    most: i64,
    forget: impl Fn(i64, &Transaction) -> Result<u64, StatementFailure>,
) -> Result<(), JobFailure> {
    while run.goes_on() {
        let transaction = Transaction::begin()?;
        let removed = forget(most, &transaction)?;
        transaction.commit()?;
        if removed < most.unsigned_abs() {
            break;
        }
    }
    Ok(())
}

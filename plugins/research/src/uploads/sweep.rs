//! The job that removes files without a block: those that nobody attached within a day, those of pages that are gone, and what was
//! never sent.

use crate::uploads::FOLDER;
use quarry_sdk::prelude::*;
use std::collections::BTreeSet;

statement!(app_store, DeleteUnattached, "src/uploads/delete_unattached.sql");
statement!(app_store, SelectUnsent, "src/uploads/unsent.sql");
statement!(app_store, DeleteUnsent, "src/uploads/delete_unsent.sql");
statement!(app_store, SelectKnownKeys, "src/uploads/known_keys.sql");

/// Objects of a page of the list.
const LISTED: u32 = 500;
/// Pages of a run: it begins anywhere, so every object is looked at sooner or later.
const MOST_PAGES: u32 = 40;
/// Files that go in one transaction, and transactions of a run.
const BATCH: i64 = 1_000;
const MOST_BATCHES: u32 = 20;
/// Seconds after which a file that no block names goes.
const UNATTACHED_SECONDS: i64 = 86_400;
/// Seconds after which nothing comes any more by a link that was signed; each upload is looked at in the hours behind that.
const UNSENT_SECONDS: i64 = 2 * 3_600;
const UNSENT_LOOKED_AT_SECONDS: i64 = 5 * 3_600;
/// Objects that are younger may be those of an upload that is being signed.
const OLD_SECONDS: i64 = 3_600;

#[derive(Row)]
struct Unsent {
    id: i64,
    object_key: String,
}

/// Removes files that were sent for a page and that no block names.
#[job(every = "1 h", attempts = 3)]
pub fn sweep_uploads() -> Result<(), JobFailure> {
    let before = Time::now().minus_seconds(UNATTACHED_SECONDS);
    for _ in 0..MOST_BATCHES {
        let transaction = Transaction::begin()?;
        let gone = transaction.execute(DeleteUnattached { before, most: BATCH })?;
        transaction.commit()?;
        if gone < BATCH.unsigned_abs() {
            break;
        }
    }
    forget_unsent()?;
    let mut anywhere = [0; 4];
    getrandom::fill(&mut anywhere).map_err(|error| JobFailure::Retry(error.to_string()))?;
    let anywhere: String = anywhere.iter().map(|byte| format!("{byte:02x}")).collect();
    let oldest = Time::now().minus_seconds(OLD_SECONDS).microseconds;
    let (mut after, mut has_wrapped) = (Some(format!("{FOLDER}{anywhere}")), false);
    for _ in 0..MOST_PAGES {
        let page = objects::list(FOLDER, after.as_deref(), LISTED)?;
        let old: Vec<String> =
            page.iter().filter(|object| object.created_at < oldest).map(|object| object.key.clone()).collect();
        let known: Vec<String> = SelectKnownKeys { object_keys: old.clone() }.values()?;
        let known: BTreeSet<String> = known.into_iter().collect();
        for key in old.iter().filter(|key| !known.contains(*key)) {
            objects::remove(key)?;
        }
        after = page.last().map(|object| object.key.clone());
        if page.len() < LISTED as usize {
            if has_wrapped {
                break;
            }
            (after, has_wrapped) = (None, true);
        }
    }
    Ok(())
}

/// Takes out what was signed and never sent: it would count against its person for a day.
fn forget_unsent() -> Result<(), JobFailure> {
    let now = Time::now();
    let (since, before) = (now.minus_seconds(UNSENT_LOOKED_AT_SECONDS), now.minus_seconds(UNSENT_SECONDS));
    let mut upload_ids = Vec::new();
    for upload in (SelectUnsent { since, before }).all::<Unsent>()? {
        if objects::head(&upload.object_key)?.is_none() {
            upload_ids.push(upload.id);
        }
    }
    let transaction = Transaction::begin()?;
    transaction.execute(DeleteUnsent { upload_ids })?;
    transaction.commit()?;
    Ok(())
}

//! The room that a person has for files that no block names yet: they lie with those of everybody, and nobody sees them.

use quarry_sdk::prelude::*;

statement!(app_store, SelectUnattached, "src/uploads/unattached.sql");

/// Files that one person may have without a block, and bytes of them: as many files as one save attaches.
pub const MOST_UNATTACHED: i64 = 100;
pub const MOST_UNATTACHED_BYTES: i64 = 512 << 20;

#[derive(Row)]
struct Unattached {
    upload_count: i64,
    size_bytes: i64,
}

/// Refuses an upload of `size_bytes` that the transaction has inserted, where the caller has too many without a block: the
/// transaction is to be dropped then.
pub fn check(transaction: &Transaction, size_bytes: i64) -> Result<(), Problem> {
    let Some(unattached) = transaction.one::<Unattached>(SelectUnattached {})? else { return Ok(()) };
    let (files, bytes) = (unattached.upload_count - 1, unattached.size_bytes - size_bytes);
    let (limit, used, what) = match () {
        () if unattached.upload_count > MOST_UNATTACHED => (MOST_UNATTACHED, files, "files"),
        () if unattached.size_bytes > MOST_UNATTACHED_BYTES => (MOST_UNATTACHED_BYTES, bytes, "bytes of files"),
        () => return Ok(()),
    };
    let sentence = format!(
        "You have {used} {what} that no block names, and may have {limit}, this one included: save the blocks that show them, or wait. \
         Files without a block are removed after a day, and links to which nothing was sent after two hours."
    );
    Err(Problem::new(422, "too_many_unattached_uploads", sentence).with("limit", limit).with("used", used))
}

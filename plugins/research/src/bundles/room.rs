//! The room that the members of a space have for exports, which lie in the store for an hour.

use quarry_sdk::prelude::*;

/// The beginning of the keys of exports, behind which the space comes.
pub const FOLDER: &str = "bundles/";
/// Exports of a space at once, and bytes of them: eight bundles of the largest kind.
const MOST_EXPORTS: u32 = 400;
const MOST_EXPORT_BYTES: u64 = 2 << 30;

/// Refuses one more export of `bytes`, where those of the space have as much as they may.
pub fn check(space_id: i64, bytes: u64) -> Result<(), Problem> {
    let there = objects::list(&format!("{FOLDER}{space_id}/"), None, MOST_EXPORTS)?;
    let used_bytes: u64 = there.iter().map(|object| object.size_bytes).sum();
    let used = there.len() as u64;
    let (limit, used, what) = match () {
        () if used >= u64::from(MOST_EXPORTS) => (u64::from(MOST_EXPORTS), used, "exports"),
        () if used_bytes + bytes > MOST_EXPORT_BYTES => (MOST_EXPORT_BYTES, used_bytes, "bytes of exports"),
        () => return Ok(()),
    };
    let sentence = format!(
        "The space has {used} {what} of the last hour, and {limit} are the most: ask again for one of those pages as it was, or wait until \
         the first of them are gone."
    );
    Err(Problem::new(422, "too_many_exports", sentence).with("limit", limit).with("used", used))
}

//! The job that removes bytes without an assignment: those of an organization that is gone, or of a host that died between writing them and
//! keeping the assignment.

use crate::join_code::JoinCode;
use crate::pinning::FOLDER;
use quarry_sdk::prelude::*;

statement!(app_store, SelectKnownAssignments, "src/sweep/known_assignments.sql");

/// Objects of a page.
const LISTED: u32 = 500;
/// Pages of a run: it begins anywhere, so every object is looked at sooner or later.
const MOST_PAGES: u32 = 40;
/// Bytes that are younger may be those of a request that is not over.
const OLD_SECONDS: i64 = 3_600;

/// Removes pinned bytes whose assignment is gone.
#[job(every = "1 h", attempts = 3)]
pub fn sweep_pinned_bytes() -> Result<(), JobFailure> {
    let JoinCode(anywhere) = JoinCode::random().map_err(|problem| JobFailure::Retry(problem.detail().to_owned()))?;
    let oldest = Time::now().minus_seconds(OLD_SECONDS).microseconds;
    let (mut after, mut has_wrapped) = (Some(format!("{FOLDER}{anywhere}")), false);
    for _ in 0..MOST_PAGES {
        let page = objects::list(FOLDER, after.as_deref(), LISTED)?;
        let old = page.iter().filter(|object| object.created_at < oldest);
        let old: Vec<(&str, &str)> = old.map(|object| (join_code_of(&object.key), object.key.as_str())).collect();
        let join_codes: Vec<String> = old.iter().map(|(join_code, _)| (*join_code).to_owned()).collect();
        let known: Vec<String> = SelectKnownAssignments { join_codes }.values()?;
        for (join_code, key) in old {
            if !known.iter().any(|known| known == join_code) {
                objects::remove(key)?;
            }
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

/// The join code in the key of an object.
fn join_code_of(key: &str) -> &str {
    key.strip_prefix(FOLDER).and_then(|rest| rest.split('/').next()).unwrap_or_default()
}

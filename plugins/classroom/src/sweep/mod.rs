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

/// Removes bytes that no assignment has.
pub struct SweepPinnedBytes;

/// Nothing is asked of it.
#[derive(Serialize, Deserialize)]
pub struct SweepPinnedBytesArguments {}

#[derive(Row)]
struct KnownAssignment {
    join_code: String,
}

impl Job for SweepPinnedBytes {
    const NAME: &'static str = "sweep_pinned_bytes";
    const SUMMARY: &'static str = "Removes pinned bytes whose assignment is gone.";
    const EVERY_SECONDS: Option<u32> = Some(3_600);
    const MAX_ATTEMPTS: u32 = 3;
    type Arguments = SweepPinnedBytesArguments;

    fn run(_run: &JobRun, _arguments: SweepPinnedBytesArguments) -> Result<(), JobFailure> {
        let JoinCode(anywhere) =
            JoinCode::random().map_err(|problem| JobFailure::Retry(problem.detail().to_owned()))?;
        let oldest = Time::now().minus_seconds(OLD_SECONDS).microseconds;
        let (mut after, mut has_wrapped) = (Some(format!("{FOLDER}{anywhere}")), false);
        for _ in 0..MOST_PAGES {
            let page = objects::list(FOLDER, after.as_deref(), LISTED)?;
            let old = page.iter().filter(|object| object.created_at < oldest);
            let old: Vec<(&str, &str)> = old.map(|object| (join_code_of(&object.key), object.key.as_str())).collect();
            let join_codes: Vec<String> = old.iter().map(|(join_code, _)| (*join_code).to_owned()).collect();
            let known: Vec<KnownAssignment> = SelectKnownAssignments { join_codes }.all()?;
            for (join_code, key) in old {
                if !known.iter().any(|assignment| assignment.join_code == join_code) {
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
}

/// The join code in the key of an object.
fn join_code_of(key: &str) -> &str {
    key.strip_prefix(FOLDER).and_then(|rest| rest.split('/').next()).unwrap_or_default()
}

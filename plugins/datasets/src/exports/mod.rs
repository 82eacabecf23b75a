//! Exports that run: the job that writes their files, what may go wrong with it, and what becomes of the files.
//!
//! Always true here: a run that is begun anew has a number of its own, under which its files lie, and only the newest run of an export that
//! was not cancelled ends it; so a run that comes late changes nothing and takes its own files away.

pub mod failure;
pub mod ready;
pub mod run;
pub mod sweep;
pub mod told;
pub mod writing;

use quarry_sdk::log::{self, Level};
use quarry_sdk::objects;
use quarry_sdk::objects::ObjectFailure;

/// Objects of a list.
const LISTED: u32 = 500;

/// Removes every object of a folder, which ends in a slash.
pub fn remove_objects_below(prefix: &str) -> Result<(), ObjectFailure> {
    loop {
        let found = objects::list(prefix, None, LISTED)?;
        for object in &found {
            objects::remove(&object.key)?;
        }
        if found.len() < LISTED as usize {
            return Ok(());
        }
    }
}

/// The same, of which nothing is said where they cannot be removed now: the objects are of a run that came to nothing.
pub fn remove_files(prefix: &str) {
    if let Err(failure) = remove_objects_below(prefix) {
        log::emit(Level::Warn, &format!("files of a run stay for now: {prefix}: {failure:?}"));
    }
}

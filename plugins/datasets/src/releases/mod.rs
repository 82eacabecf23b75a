//! Monthly releases: each month every dataset but the raw ones is frozen, for good, with its description for machines.
//!
//! Always true here: a release that is ready never changes and its files are never deleted; what was wrong with it is said by a correction,
//! a release of its own with its reason and the same pins. A run that is begun anew has a folder of its own, and only the newest run of a
//! release ends it.

pub mod about;
pub mod correct;
pub mod croissant;
pub mod datapackage;
pub mod documents;
pub mod download;
pub mod file;
pub mod get;
pub mod queue;
pub mod record;
pub mod run;

pub use record::{DatasetRelease, Release, ReleaseRow};

use quarry_sdk::prelude::*;

statement!(app_store, SelectReleases, "src/releases/releases.sql");
statement!(app_store, SelectNewestReleases, "src/releases/newest_releases.sql");
statement!(app_store, SelectRelease, "src/releases/release.sql");

/// Gives the folder of a release's objects.
pub fn folder_of_release(id: i64) -> String {
    format!("releases/{id}/")
}

/// Gives the folder of one run's objects; a run that begins anew has another folder.
pub fn folder_of_run(id: i64, run: i64) -> String {
    format!("releases/{id}/{run}/")
}

/// The release of that name which is ready, with the run that wrote it.
pub fn ready_release(dataset: &str, release: &str) -> Result<ReleaseRow, Problem> {
    let absent = || {
        let detail =
            format!("The dataset {dataset} has no release {release}: GET /session/data/datasets/{dataset} lists them.");
        Problem::not_found(detail)
    };
    let (month, correction) = record::read_name(release).ok_or_else(absent)?;
    SelectRelease { dataset: dataset.to_owned(), month, correction }.one()?.ok_or_else(absent)
}

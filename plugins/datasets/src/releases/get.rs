//! `GET /session/data/datasets/{key}/releases/{release}`.

use crate::releases::{Release, ready_release};
use crate::requests::DataPermissions;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct ReleasePath {
    /// Key of the dataset.
    #[parameter(path, max_length = 64, example = "tokens")]
    pub key: String,
    /// The month, and behind a point the number of a correction.
    #[parameter(path, max_length = 20, example = "2026-10")]
    pub release: String,
}

/// A release, and what the reader's plan allows with it.
#[derive(Schema, Serialize)]
pub struct ReleasePage {
    #[serde(flatten)]
    #[schema(flatten)]
    pub release: Release,
    /// The actions that the reader's plan allows.
    pub can: DataPermissions,
}

/// A monthly release of a dataset
///
/// Shows a release, which never changes and is never deleted: its pins, the state of the data, and its files with the SHA-256 of each.
/// Reading makes no download link.
#[endpoint(get = "/session/data/datasets/{key}/releases/{release}", session, module = "data_downloads", body = ReleasePage)]
pub fn get_release(path: ReleasePath) -> Result<Answer, Problem> {
    let release = Release::from(ready_release(&path.key, &path.release)?);
    Ok(Answer::json(&ReleasePage { release, can: DataPermissions::of_caller()? }))
}

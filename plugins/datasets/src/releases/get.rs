//! `GET /session/data/datasets/{key}/releases/{release}`.

use crate::releases::{Release, ready_release};
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct ReleasePath {
    /// The dataset.
    #[parameter(path, max_length = 64, example = "tokens")]
    pub key: String,
    /// The month, and behind a point the number of a correction.
    #[parameter(path, max_length = 20, example = "2026-10")]
    pub release: String,
}

/// A monthly release of a dataset
///
/// It never changes and is never deleted: its pins, the state of the data, and its files with the SHA-256 of each. Reading mints no link.
#[endpoint(get = "/session/data/datasets/{key}/releases/{release}", session, module = "data_downloads", body = Release)]
pub fn get_release(path: ReleasePath) -> Result<Answer, Problem> {
    Ok(Answer::json(&Release::from(ready_release(&path.key, &path.release)?)))
}

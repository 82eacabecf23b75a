//! `GET /session/data`.

use crate::catalogue::DataCategory;
use crate::releases::{DatasetRelease, ReleaseRow, SelectNewestReleases};
use crate::requests::{DataRequest, DataRequestRow, SelectNewestDataRequests};
use quarry_dataset_catalogue::Category;
use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct DataFront {
    pub categories: Vec<DataCategory>,
    /// The five newest that the reader built, drafts with them.
    pub newest_requests: Vec<DataRequest>,
    /// The newest of each dataset that is released; none while nothing has been.
    pub newest_releases: Vec<DatasetRelease>,
}

/// The data catalogue's front page
///
/// The categories of data, the reader's five newest exports, and the newest monthly release of every versioned dataset.
#[endpoint(get = "/session/data", session, module = "data_downloads", body = DataFront)]
pub fn get_data() -> Result<Answer, Problem> {
    let newest: Vec<DataRequestRow> = SelectNewestDataRequests {}.all()?;
    let releases: Vec<ReleaseRow> = SelectNewestReleases {}.all()?;
    Ok(Answer::json(&DataFront {
        categories: Category::all().into_iter().map(DataCategory::of).collect(),
        newest_requests: newest.into_iter().map(DataRequest::from).collect(),
        newest_releases: releases.iter().map(DatasetRelease::from).collect(),
    }))
}

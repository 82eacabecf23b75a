//! `GET /session/data/requests`.

use crate::requests::{DataRequest, DataRequestRow};
use quarry_sdk::prelude::*;

statement!(app_store, SelectDataRequests, "src/requests/data_requests.sql");

#[derive(Schema)]
pub struct DataRequests {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Exports, the newest first.
    pub requests: Vec<DataRequest>,
}

/// The reader's exports
///
/// Lists every export that the reader built, drafts included.
#[endpoint(get = "/session/data/requests", session, module = "data_downloads", paged, body = DataRequests)]
pub fn list_data_requests(request: &Request) -> Result<Answer, Problem> {
    let rows = SelectDataRequests {}.query()?;
    let mut found: Vec<DataRequestRow> = rows.read()?;
    found.truncate(request.page_size());
    let requests: Vec<DataRequest> = found.into_iter().map(DataRequest::from).collect();
    Ok(Answer::object().own_page("requests", rows, &requests).into())
}

//! `GET /datasets/requests/{id}`.

use crate::keyed_requests::OwnRequest;
use crate::requests::get::{DataRequestPath, absent_request};
use crate::requests::{DataRequest, DataRequestRow, SelectDataRequest};
use quarry_sdk::prelude::*;

/// One export of the member who minted the key
///
/// Poll it until its status is `completed` or `failed`.
#[endpoint(
    get = "/datasets/requests/{id}", key = "exports", module = "data_downloads", guard = OwnRequest, cache = no_store,
    body = DataRequest
)]
pub fn get_keyed_data_request(path: DataRequestPath) -> Result<Answer, Problem> {
    let found: Option<DataRequestRow> = SelectDataRequest {}.one()?;
    let found = found.ok_or_else(|| absent_request(path.id))?;
    Ok(Answer::json(&DataRequest::from(found)))
}

//! `GET /session/data/requests/{id}`.

use crate::requests::{DataPermissions, DataRequest, DataRequestRow, RequestAccess, SelectDataRequest};
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct DataRequestPath {
    /// The data request.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
}

/// An export, and what the reader's plan allows with it.
#[derive(Schema, Serialize)]
pub struct DataRequestPage {
    #[serde(flatten)]
    #[schema(flatten)]
    pub request: DataRequest,
    /// The actions that the reader's plan allows; the person who built the export alone takes them.
    pub can: DataPermissions,
}

/// 404: it went meanwhile.
pub fn absent_request(id: i64) -> Problem {
    Problem::not_found(format!("There is no data request {id} here."))
}

/// One export
///
/// The person who built it reads it, and so do those who share an organization with them. Reading makes no link.
#[endpoint(
    get = "/session/data/requests/{id}", session, module = "data_downloads", guard = RequestAccess::Colleague,
    body = DataRequestPage
)]
pub fn get_data_request(path: DataRequestPath) -> Result<Answer, Problem> {
    let found: Option<DataRequestRow> = SelectDataRequest {}.one()?;
    let found = found.ok_or_else(|| absent_request(path.id))?;
    Ok(Answer::json(&DataRequestPage { request: found.into(), can: DataPermissions::of_caller()? }))
}

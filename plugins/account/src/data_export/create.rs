//! `POST /session/account/export`.

use crate::data_export::DataExport;
use quarry_sdk::account;
use quarry_sdk::prelude::*;

/// Export all data of one's own account
///
/// A job makes it, of what the host and every family hold; an email tells when it is ready. `GET /session/account` then has a
/// link to it, until it is deleted after seven days. A newer export takes the place of the one before.
#[endpoint(
    post = "/session/account/export", session, cache = no_store, status = 202,
    refuses(409, "export_running", "An export is being made already: wait for it."),
    body = DataExport
)]
pub fn request_account_export() -> Result<Answer, Problem> {
    Ok(Answer::json(&DataExport::from(account::request_export()?)).with_status(202))
}

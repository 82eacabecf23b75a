//! `DELETE /watch-digest/webhook`

use quarry_sdk::prelude::*;

statement!(app_store, DeleteWebhook, "sql/delete_webhook.sql");

/// Has digests posted nowhere
#[endpoint(
    delete = "/watch-digest/webhook", key = "research:write", status = 204, cache = no_store, body = ()
)]
pub fn remove_watch_digest_webhook() -> Result<Answer, Problem> {
    match (DeleteWebhook {}).query()?.is_empty() {
        true => Err(Problem::not_found("No webhook is set.")),
        false => Ok(Answer::no_content()),
    }
}

//! `GET /watch-digest/webhook`

use crate::webhook::Webhook;
use quarry_sdk::prelude::*;

statement!(app_store, SelectWebhook, "sql/webhook.sql");

#[derive(Schema)]
pub struct KnownWebhook {
    /// Null where none is set.
    #[schema(rows = SelectWebhook)]
    pub webhook: Option<Webhook>,
}

/// Where digests are posted, and how the last post went
#[endpoint(get = "/watch-digest/webhook", key = "read", body = KnownWebhook)]
pub fn get_watch_digest_webhook() -> Result<Answer, Problem> {
    Ok(Answer::object().row("webhook", SelectWebhook {}.query()?).into())
}

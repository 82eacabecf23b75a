//! `PUT /watch-digest/webhook`

use crate::clock;
use crate::webhook::{Webhook, server_of};
use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(app_store, UpsertWebhook, "sql/upsert_webhook.sql");

const LONGEST_URL: usize = 500;

#[derive(Deserialize, Schema)]
pub struct NewWebhook {
    /// An incoming webhook of Slack, of at most 500 characters. In a sandbox also one on this machine.
    #[schema(example = "https://hooks.slack.com/services/T0/B0/x")]
    url: String,
}

#[derive(Schema)]
pub struct SetWebhook {
    #[schema(rows = UpsertWebhook)]
    pub webhook: Webhook,
}

/// Sets where digests are posted
#[endpoint(
    put = "/watch-digest/webhook",
    key = "research:write",
    cache = no_store,
    body = SetWebhook,
)]
pub fn set_watch_digest_webhook(JsonBody(sent): JsonBody<NewWebhook>) -> Result<Answer, Problem> {
    let server = match server_of(&sent.url) {
        Some(server) if sent.url.len() <= LONGEST_URL => server.to_owned(),
        _ => {
            let sentence = "Digests are posted to https://hooks.slack.com/… alone, in at most 500 characters.";
            return Err(Problem::invalid_field("url", sentence));
        }
    };
    let set = UpsertWebhook { url: sent.url, server, set_at_seconds: clock::now_seconds() }.query()?;
    Ok(Answer::object().row("webhook", set).into())
}

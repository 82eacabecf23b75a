//! A webhook endpoint as the admins of its organization see it.

use crate::clock::stored;
use crate::words::WebhookEvent;
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectWebhooks, "sql/webhooks.sql");

/// Where events are delivered to.
#[derive(Schema, Serialize)]
pub struct Webhook {
    /// Unique in a deployment.
    #[schema(example = 2)]
    pub id: i64,
    #[schema(example = "https://example.org/hooks/quarry")]
    pub url: String,
    /// The events that are delivered.
    pub events: Vec<WebhookEvent>,
    /// False after ten deliveries in a row failed: nothing is delivered until it is enabled again.
    pub enabled: bool,
    /// Null while it is enabled.
    pub disabled_at: Option<Time>,
    /// Deliveries that failed since one was taken.
    #[schema(example = 0)]
    pub consecutive_failures: i64,
    /// Until when deliveries are signed with the secret before, too; null when there is none.
    pub previous_secret_until: Option<Time>,
    pub created_at: Time,
}

/// An endpoint with a new signing secret.
#[derive(Schema)]
pub struct WebhookWithSecret {
    /// The endpoint as the list shows it.
    pub webhook: Webhook,
    /// What deliveries are signed with. It is shown this once.
    #[schema(example = "whsec_5tL8wQzN2vXcR7bKpD4mYhG6sJ9fA3eU")]
    pub secret: ShownSecret,
}

/// How the secrets begin.
pub const SECRET_PREFIX: &str = "whsec_";

/// The endpoints of an organization, or the one of this number.
pub fn list(rows: &ResultSet) -> Vec<Webhook> {
    let now = Time::now();
    (0..rows.row_count()).filter_map(|row| read(rows, row, now)).collect()
}

/// Scheme and server of a URL, for the audit log: what stands behind them is often a secret.
pub fn server(url: &str) -> &str {
    let begin = url.find("://").map_or(0, |at| at + 3);
    let end = url[begin..].find(['/', '?', '#', '\\']).map_or(url.len(), |at| begin + at);
    &url[..end]
}

/// The endpoint of this number, as the transaction sees it.
pub fn one(transaction: &Transaction, organization_id: i64, id: i64) -> Result<Webhook, Problem> {
    let rows = transaction.query(SelectWebhooks { organization_id, id: Some(id) })?;
    list(&rows).into_iter().next().ok_or_else(|| Problem::not_found(format!("There is no webhook endpoint {id} here.")))
}

fn read(rows: &ResultSet, row: usize, now: Time) -> Option<Webhook> {
    let disabled_at = stored(rows, row, "disabled_at");
    Some(Webhook {
        id: rows.integer(row, "id")?,
        url: rows.text(row, "url")?,
        events: serde_json::from_str(&rows.text(row, "events")?).unwrap_or_default(),
        enabled: disabled_at.is_none(),
        disabled_at,
        consecutive_failures: rows.integer(row, "consecutive_failures")?,
        previous_secret_until: stored(rows, row, "previous_until").filter(|until| *until > now),
        created_at: stored(rows, row, "created_at")?,
    })
}

//! The webhook endpoints of an organization, as its admins see them.

pub mod create;
pub mod delete;
pub mod enable;
pub mod left;
pub mod list;
pub mod rotate_secret;

use crate::access::MemberRole;
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectWebhooks, "src/webhooks/webhooks.sql");

/// The beginning of the secrets.
const SECRET_PREFIX: &str = "whsec_";

/// An event that an organization's endpoint can be told of.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WebhookEvent {
    #[choice("chain_event.created")]
    ChainEventCreated,
    #[choice("data_export.ready")]
    DataExportReady,
    #[choice("liquidation.recorded")]
    LiquidationRecorded,
    #[choice("price_alert.triggered")]
    PriceAlertTriggered,
}

/// The endpoint that events are delivered to.
#[derive(Row, Schema, Serialize)]
pub struct Webhook {
    /// Id of the endpoint, unique in a deployment.
    #[schema(example = 2)]
    pub id: i64,
    #[schema(example = "https://example.org/hooks/quarry")]
    pub url: String,
    /// The events that are delivered.
    #[row(json)]
    pub events: Vec<WebhookEvent>,
    /// False after ten deliveries in a row failed: nothing is delivered until it is enabled again.
    pub enabled: bool,
    /// The time at which the endpoint was disabled; null while it is enabled.
    pub disabled_at: Option<Time>,
    /// Deliveries that failed since one was taken.
    #[schema(example = 0)]
    pub consecutive_failures: i64,
    /// The time until which deliveries are also signed with the secret before; null without such a secret.
    pub previous_secret_until: Option<Time>,
    pub created_at: Time,
    /// The person who added it; null where that is not known or the account is gone. The endpoint keeps working when that person leaves.
    #[row(prefix = "created_by_")]
    pub created_by: Option<WebhookCreator>,
}

/// The person who added an endpoint.
#[derive(Row, Schema, Serialize)]
pub struct WebhookCreator {
    #[schema(example = 12)]
    pub id: i64,
    #[schema(example = "Ada Lovelace")]
    pub name: String,
    /// The person's role here now; null where the person does not belong to the organization any more.
    pub role: Option<MemberRole>,
}

/// An endpoint with a new signing secret.
#[derive(Schema)]
pub struct WebhookWithSecret {
    /// The endpoint as the list shows it.
    pub webhook: Webhook,
    /// The secret that deliveries are signed with. It is shown this once.
    #[schema(example = "whsec_5tL8wQzN2vXcR7bKpD4mYhG6sJ9fA3eU")]
    pub secret: ShownSecret,
}

impl Webhook {
    /// The endpoint of this number, as the transaction sees it.
    pub(crate) fn one(transaction: &Transaction, id: i64) -> Result<Webhook, Problem> {
        let found = transaction.one(SelectWebhooks { now: Time::now(), id: Some(id) })?;
        found.ok_or_else(|| Problem::not_found(format!("There is no webhook endpoint {id} here.")))
    }

    /// Scheme and server of the URL, for the audit log: what stands behind them is often a secret.
    fn server(&self) -> &str {
        server_of(&self.url)
    }
}

fn server_of(url: &str) -> &str {
    let begin = url.find("://").map_or(0, |at| at + 3);
    let end = url[begin..].find(['/', '?', '#', '\\']).map_or(url.len(), |at| begin + at);
    &url[..end]
}

//! `POST /session/organizations/{organization_id}/webhooks/{id}/test`.

use crate::access::{MemberRole, ThingPath};
use crate::deliveries::{Delivery, ProbeNow, enabled};
use crate::webhooks::Webhook;
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, InsertDelivery, "src/deliveries/insert_delivery.sql");

/// A delivery that somebody asked for, to see whether it arrives.
#[derive(Schema, Serialize)]
pub struct WebhookTest {
    /// The endpoint that it is for.
    #[schema(example = 2)]
    pub webhook_id: i64,
}

impl Event for WebhookTest {
    const NAME: &'static str = "webhook.test";
    const SUMMARY: &'static str =
        "An admin tries one endpoint. It is sent to that endpoint alone, which need not ask for it.";
}

/// Send a test event
///
/// `webhook.test`, signed like any other, to this endpoint alone. The list of deliveries shows what came of it. Owners and admins may.
#[endpoint(
    post = "/session/organizations/{organization_id}/webhooks/{id}/test", session, status = 202, guard = MemberRole::Admin,
    refuses(409, "webhook_disabled", "The endpoint is disabled."), body = Delivery
)]
pub fn test_webhook(path: ThingPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    enabled(&Webhook::one(&transaction, path.id)?)?;
    let event_id = transaction.emit_for(path.organization_id, &WebhookTest { webhook_id: path.id })?;
    let inserted: Option<i64> =
        transaction.value(InsertDelivery { endpoint_id: path.id, event_id, now: Time::now() })?;
    let id = inserted.ok_or_else(|| Problem::not_found("The endpoint was removed meanwhile."))?;
    transaction.execute(ProbeNow { endpoint_id: path.id })?;
    let entry = AuditEntry::of("webhook.tested", "webhook", &path.id);
    transaction.audit(entry.after(&json!({ "delivery_id": id })))?;
    let delivery = Delivery::one(&transaction, path.id, id)?;
    transaction.commit()?;
    Ok(Answer::json(&delivery).with_status(202))
}

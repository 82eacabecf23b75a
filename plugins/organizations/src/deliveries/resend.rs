//! `POST /session/organizations/{organization_id}/webhooks/{webhook_id}/deliveries/{id}/resend`.

use crate::access::MemberRole;
use crate::deliveries::{Delivery, DeliveryPath, ProbeNow, enabled};
use crate::webhooks::Webhook;
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, ResendDelivery, "src/deliveries/resend_delivery.sql");

/// Send one event again
///
/// Sends the event at once, with the same id, whether or not it was taken before; the count of its attempts begins again. Owners and admins
/// may.
#[endpoint(
    post = "/session/organizations/{organization_id}/webhooks/{webhook_id}/deliveries/{id}/resend", session,
    guard = MemberRole::Admin, refuses(409, "webhook_disabled", "The endpoint is disabled."), body = Delivery
)]
pub fn resend_webhook_delivery(path: DeliveryPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    enabled(&Webhook::one(&transaction, path.webhook_id)?)?;
    let delivery = Delivery::one(&transaction, path.webhook_id, path.id)?;
    transaction.execute(ResendDelivery { endpoint_id: path.webhook_id, id: path.id, now: Time::now() })?;
    transaction.execute(ProbeNow { endpoint_id: path.webhook_id })?;
    let shown = json!({ "webhook_id": path.webhook_id, "event_id": delivery.event_id });
    transaction.audit(AuditEntry::of("webhook_delivery.resent", "webhook_delivery", &path.id).after(&shown))?;
    let after = Delivery::one(&transaction, path.webhook_id, path.id)?;
    transaction.commit()?;
    Ok(Answer::json(&after))
}

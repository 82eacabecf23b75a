//! `PATCH /session/organizations/{organization_id}/webhooks/{id}`.

use crate::access::{MemberRole, ThingPath};
use crate::webhooks::Webhook;
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, EnableWebhook, "src/webhooks/enable_webhook.sql");
statement!(app_store, ReleaseDeliveries, "src/webhooks/release_deliveries.sql");

/// Re-enable an endpoint
///
/// Enables an endpoint that ten failures in a row disabled: it receives events again, first those that waited. A replay since `disabled_at`
/// sends what happened meanwhile. The request has no body. Owners and admins may.
#[endpoint(
    patch = "/session/organizations/{organization_id}/webhooks/{id}", session, guard = MemberRole::Admin,
    body = Webhook
)]
pub fn enable_organization_webhook(path: ThingPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = Webhook::one(&transaction, path.id)?;
    transaction.execute(EnableWebhook { id: path.id })?;
    transaction.execute(ReleaseDeliveries { id: path.id, now: Time::now() })?;
    let after = Webhook::one(&transaction, path.id)?;
    if !before.enabled {
        let shown = |webhook: &Webhook| json!({ "server": webhook.server(), "enabled": webhook.enabled });
        let entry = AuditEntry::of("webhook.enabled", "webhook", &path.id);
        transaction.audit(entry.before(&shown(&before)).after(&shown(&after)))?;
    }
    transaction.commit()?;
    Ok(Answer::json(&after))
}

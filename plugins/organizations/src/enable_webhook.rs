//! `PATCH /session/organizations/{organization_id}/webhooks/{id}`.

use crate::access::{Standing, ThingPath};
use crate::webhook::{self, Webhook};
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, EnableWebhook, "sql/enable_webhook.sql");

/// Re-enable an endpoint
///
/// One that was disabled by ten failures in a row is told of events again. It takes no body. For owners and admins.
#[endpoint(
    patch = "/session/organizations/{organization_id}/webhooks/{id}",
    session,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    body = Webhook
)]
pub fn enable_organization_webhook(request: &Request, path: ThingPath) -> Result<Answer, Problem> {
    let ThingPath { organization_id, id } = path;
    let transaction = Transaction::begin()?;
    Standing::to_change_in(request, &transaction, organization_id)?;
    let before = webhook::one(&transaction, organization_id, id)?;
    transaction.execute(EnableWebhook { organization_id, id })?;
    let after = webhook::one(&transaction, organization_id, id)?;
    if !before.enabled {
        let shown = |webhook: &Webhook| json!({ "server": webhook::server(&webhook.url), "enabled": webhook.enabled });
        let entry = AuditEntry::of("webhook.enabled", "webhook", &id).of_organization(organization_id);
        transaction.audit(entry.before(&shown(&before)).after(&shown(&after)))?;
    }
    transaction.commit()?;
    Ok(Answer::json(&after))
}

//! `DELETE /session/organizations/{organization_id}/webhooks/{id}`.

use crate::access::{MemberRole, ThingPath};
use crate::webhooks::Webhook;
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, DeleteWebhook, "src/webhooks/delete_webhook.sql");

/// Remove an endpoint
///
/// Removes the endpoint. Owners and admins may.
#[endpoint(
    delete = "/session/organizations/{organization_id}/webhooks/{id}", session, status = 204,
    guard = MemberRole::Admin, body = ()
)]
pub fn delete_organization_webhook(path: ThingPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = Webhook::one(&transaction, path.id)?;
    transaction.execute(DeleteWebhook { id: path.id })?;
    let entry = AuditEntry::of("webhook.removed", "webhook", &path.id);
    transaction.audit(entry.before(&json!({ "server": before.server(), "events": before.events })))?;
    transaction.commit()?;
    Ok(Answer::no_content())
}

//! `DELETE /session/organizations/{organization_id}/webhooks/{id}`.

use crate::access::{Standing, ThingPath};
use crate::webhook::{self};
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, DeleteWebhook, "sql/delete_webhook.sql");

/// Remove an endpoint
///
/// For owners and admins.
#[endpoint(
    delete = "/session/organizations/{organization_id}/webhooks/{id}",
    session,
    status = 204,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    body = ()
)]
pub fn delete_organization_webhook(request: &Request, path: ThingPath) -> Result<Answer, Problem> {
    let ThingPath { organization_id, id } = path;
    let transaction = Transaction::begin()?;
    Standing::to_change_in(request, &transaction, organization_id)?;
    let before = webhook::one(&transaction, organization_id, id)?;
    transaction.execute(DeleteWebhook { organization_id, id })?;
    let entry = AuditEntry::of("webhook.removed", "webhook", &id).of_organization(organization_id);
    transaction.audit(entry.before(&json!({ "server": webhook::server(&before.url), "events": before.events })))?;
    transaction.commit()?;
    Ok(Answer::no_content())
}

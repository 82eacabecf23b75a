//! `POST /session/organizations/{organization_id}/webhooks/{id}/rotate_secret`.

use crate::access::{Standing, ThingPath};
use crate::webhook::{self, SECRET_PREFIX, WebhookWithSecret};
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, RotateWebhookSecret, "sql/rotate_webhook_secret.sql");

/// How long the secret before signs too.
const OVERLAP_SECONDS: i64 = 86_400;

/// New signing secret
///
/// It is shown once. For 24 hours deliveries are signed with the one before, too. For owners and admins.
#[endpoint(
    post = "/session/organizations/{organization_id}/webhooks/{id}/rotate_secret",
    session,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    body = WebhookWithSecret
)]
pub fn rotate_organization_webhook_secret(request: &Request, path: ThingPath) -> Result<Answer, Problem> {
    let ThingPath { organization_id, id } = path;
    Standing::to_change(request, organization_id)?;
    let secret = Secret::mint(SECRET_PREFIX)?;
    let sealed_secret = secret.seal()?;
    let previous_until = Time::now().microseconds.saturating_add(OVERLAP_SECONDS * 1_000_000);
    let transaction = Transaction::begin()?;
    Standing::to_change_in(request, &transaction, organization_id)?;
    webhook::one(&transaction, organization_id, id)?;
    transaction.execute(RotateWebhookSecret { organization_id, id, previous_until, sealed_secret })?;
    let webhook = webhook::one(&transaction, organization_id, id)?;
    let entry = AuditEntry::of("webhook.secret_rotated", "webhook", &id).of_organization(organization_id);
    transaction.audit(entry.after(
        &json!({ "server": webhook::server(&webhook.url), "previous_secret_until": webhook.previous_secret_until }),
    ))?;
    transaction.commit()?;
    Ok(Answer::object().member("webhook", &webhook).secret("secret", secret).into())
}

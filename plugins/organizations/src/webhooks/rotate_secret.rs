//! `POST /session/organizations/{organization_id}/webhooks/{id}/rotate_secret`.

use crate::access::{MemberRole, ThingPath};
use crate::webhooks::{SECRET_PREFIX, Webhook, WebhookWithSecret};
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, RotateWebhookSecret, "src/webhooks/rotate_webhook_secret.sql");

/// The days for which the secret before signs too.
const OVERLAP_DAYS: i64 = 1;

/// Make a new signing secret for an endpoint
///
/// Makes a new secret and shows it once. For 24 hours deliveries are signed with the secret before it, too. Owners and admins may.
#[endpoint(
    post = "/session/organizations/{organization_id}/webhooks/{id}/rotate_secret", session, guard = MemberRole::Admin,
    body = WebhookWithSecret
)]
pub fn rotate_organization_webhook_secret(path: ThingPath) -> Result<Answer, Problem> {
    let secret = Secret::mint(SECRET_PREFIX)?;
    let (sealed_secret, previous_until) = (secret.seal()?, Time::now().plus_days(OVERLAP_DAYS));
    let transaction = Transaction::begin()?;
    transaction.execute(RotateWebhookSecret { id: path.id, previous_until, sealed_secret })?;
    let webhook = Webhook::one(&transaction, path.id)?;
    let shown = json!({ "server": webhook.server(), "previous_secret_until": webhook.previous_secret_until });
    transaction.audit(AuditEntry::of("webhook.secret_rotated", "webhook", &path.id).after(&shown))?;
    transaction.commit()?;
    Ok(Answer::object().member("webhook", &webhook).secret("secret", secret).into())
}

//! `POST /session/organizations/{organization_id}/webhooks`.

use crate::access::{MemberRole, OfOrganizationPath};
use crate::webhooks::{SECRET_PREFIX, Webhook, WebhookEvent, WebhookWithSecret};
use quarry_sdk::name_lookup::{self, NameFailure};
use quarry_sdk::prelude::*;
use serde::Deserialize;
use serde_json::json;

statement!(app_store, InsertWebhook, "src/webhooks/insert_webhook.sql");

/// Endpoints that an organization has at most.
const MOST_WEBHOOKS: i64 = 20;

/// The endpoint that events are to be delivered to.
#[derive(Schema, Deserialize)]
pub struct NewWebhook {
    /// `https`; its server's addresses are public.
    #[schema(example = "https://example.org/hooks/quarry")]
    url: String,
    /// The events that are delivered; every one by default.
    #[schema(optional)]
    events: Option<Vec<WebhookEvent>>,
}

/// Add an endpoint
///
/// The secret that deliveries are signed with is shown once. The address is looked at now and again at each delivery: one that
/// leads to a private network, to this machine or to a cloud's metadata is refused. Owners and admins may.
#[endpoint(
    post = "/session/organizations/{organization_id}/webhooks", session, status = 201, guard = MemberRole::Admin,
    refuses(422, "too_many_webhooks", "At most 20 endpoints: remove one."),
    body = WebhookWithSecret
)]
pub fn create_organization_webhook(
    _path: OfOrganizationPath,
    JsonBody(new): JsonBody<NewWebhook>,
) -> Result<Answer, Problem> {
    let url = new.url.trim().to_owned();
    name_lookup::check_url(&url).map_err(|failure| match failure {
        NameFailure::Refused(sentence) => Problem::invalid_field("url", sentence),
        failure => failure.into(),
    })?;
    let mut events = new.events.unwrap_or_else(WebhookEvent::all);
    events.sort();
    events.dedup();
    if events.is_empty() {
        return Err(Problem::invalid_field(
            "events",
            "Name at least one event, or leave the field out for all of them.",
        ));
    }
    let secret = Secret::mint(SECRET_PREFIX)?;
    let sealed_secret = secret.seal()?;
    let transaction = Transaction::begin()?;
    let events = json!(events).to_string();
    let insert = InsertWebhook { url, events: events.clone(), sealed_secret, now: Time::now(), most: MOST_WEBHOOKS };
    let inserted: Option<i64> = transaction.value(insert)?;
    let id = inserted.ok_or_else(|| {
        let sentence = format!("An organization has at most {MOST_WEBHOOKS} webhook endpoints: remove one.");
        Problem::new(422, "too_many_webhooks", sentence).with("limit", MOST_WEBHOOKS)
    })?;
    let webhook = Webhook::one(&transaction, id)?;
    let entry = AuditEntry::of("webhook.added", "webhook", &id);
    transaction.audit(entry.after(&json!({ "server": webhook.server(), "events": events })))?;
    transaction.commit()?;
    Ok(Answer::from(Answer::object().member("webhook", &webhook).secret("secret", secret)).with_status(201))
}

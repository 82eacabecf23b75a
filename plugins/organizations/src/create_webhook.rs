//! `POST /session/organizations/{organization_id}/webhooks`.

use crate::access::{OfOrganizationPath, Standing};
use crate::member_changes::LockOrganization;
use crate::webhook::{self, SECRET_PREFIX, SelectWebhooks, WebhookWithSecret};
use crate::words::WebhookEvent;
use quarry_sdk::name_lookup::{self, NameFailure};
use quarry_sdk::prelude::*;
use serde::Deserialize;
use serde_json::json;

statement!(app_store, InsertWebhook, "sql/insert_webhook.sql");

/// Endpoints of an organization.
const MAX_ENDPOINTS: usize = 20;

/// Where events are to be delivered.
#[derive(Schema, Deserialize)]
pub struct NewWebhook {
    /// `https`; its server's addresses are public.
    #[schema(example = "https://example.org/hooks/quarry")]
    url: String,
    /// The events that are delivered; every one where it is left out.
    #[schema(optional)]
    events: Option<Vec<WebhookEvent>>,
}

/// Add an endpoint
///
/// The secret that deliveries are signed with is shown once. The address is looked at now and again at each delivery: one that
/// leads to a private network, to this machine or to a cloud's metadata is refused. For owners and admins.
#[endpoint(
    post = "/session/organizations/{organization_id}/webhooks",
    session,
    status = 201,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    refuses(422, "too_many_webhooks", "At most 20 endpoints: remove one."),
    body = WebhookWithSecret
)]
pub fn create_organization_webhook(
    request: &Request,
    path: OfOrganizationPath,
    JsonBody(new): JsonBody<NewWebhook>,
) -> Result<Answer, Problem> {
    let organization_id = path.organization_id;
    Standing::to_change(request, organization_id)?;
    let url = new.url.trim().to_owned();
    name_lookup::check_url(&url).map_err(|failure| match failure {
        NameFailure::Refused(sentence) => Problem::invalid_field("url", sentence),
        failure => failure.into(),
    })?;
    let mut events = new.events.unwrap_or_else(WebhookEvent::all);
    events.sort_by(|one, other| one.0.cmp(&other.0));
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
    transaction.execute(LockOrganization { organization_id })?;
    Standing::to_change_in(request, &transaction, organization_id)?;
    if transaction.query(SelectWebhooks { organization_id, id: None })?.row_count() >= MAX_ENDPOINTS {
        let detail = format!("An organization has at most {MAX_ENDPOINTS} webhook endpoints: remove one.");
        return Err(Problem::new(422, "too_many_webhooks", detail));
    }
    let words = json!(events).to_string();
    let inserted = transaction.query(InsertWebhook {
        organization_id,
        url: url.clone(),
        events: words,
        sealed_secret,
        now: Time::now().microseconds,
    })?;
    let id = inserted.integer(0, "id").unwrap_or_default();
    let entry = AuditEntry::of("webhook.added", "webhook", &id).of_organization(organization_id);
    transaction.audit(entry.after(&json!({ "server": webhook::server(&url), "events": events })))?;
    let webhook = webhook::one(&transaction, organization_id, id)?;
    transaction.commit()?;
    let answer: Answer = Answer::object().member("webhook", &webhook).secret("secret", secret).into();
    Ok(answer.with_status(201))
}

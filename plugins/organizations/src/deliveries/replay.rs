//! `POST /session/organizations/{organization_id}/webhooks/{id}/replay`.

use crate::access::{MemberRole, ThingPath};
use crate::deliveries::{ProbeNow, enabled};
use crate::webhooks::Webhook;
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, ReplayEvents, "src/deliveries/replay_events.sql");

/// Events that one replay queues.
const MOST: i64 = 2_000;

/// The time from which on events are sent again.
#[derive(Schema, Deserialize)]
pub struct Replay {
    /// Events are kept for 30 days.
    pub since: Time,
}

/// The events that are sent.
#[derive(Schema, Serialize)]
pub struct Replayed {
    /// Events that were queued, the oldest. After 2,000 there may be more: the same replay queues them.
    #[schema(example = 12)]
    pub queued: u64,
}

/// Deliver what an endpoint missed
///
/// Sends the events since that time that the endpoint asks for and has not taken: events from while it was disabled or before it was added,
/// and events that were given up. Each keeps its id; the oldest is sent first, and 2,000 are queued at once. Owners and admins may.
#[endpoint(
    post = "/session/organizations/{organization_id}/webhooks/{id}/replay", session, status = 202, guard = MemberRole::Admin,
    refuses(409, "webhook_disabled", "The endpoint is disabled."), body = Replayed
)]
pub fn replay_webhook_events(path: ThingPath, JsonBody(replay): JsonBody<Replay>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    enabled(&Webhook::one(&transaction, path.id)?)?;
    let (endpoint_id, since, now) = (path.id, replay.since, Time::now());
    let queued = transaction.execute(ReplayEvents { endpoint_id, since, now, most: MOST })?;
    transaction.execute(ProbeNow { endpoint_id: path.id })?;
    let shown = json!({ "since": replay.since, "queued": queued });
    transaction.audit(AuditEntry::of("webhook.replayed", "webhook", &path.id).after(&shown))?;
    transaction.commit()?;
    Ok(Answer::json(&Replayed { queued }).with_status(202))
}

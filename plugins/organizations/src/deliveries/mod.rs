//! Deliveries to a webhook endpoint, made and waiting, as the organization's admins see it. The host delivers.

pub mod list;
pub mod replay;
pub mod resend;
pub mod test;

use quarry_sdk::prelude::*;

statement!(app_store, SelectDelivery, "src/deliveries/delivery.sql");
statement!(app_store, ProbeNow, "src/deliveries/probe_now.sql");

/// How far a delivery is.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryState {
    /// An attempt is due, or the endpoint is disabled.
    Waiting,
    Delivered,
    /// Ten attempts failed.
    Failed,
}

/// An event on its way to an endpoint, with its newest attempt.
#[derive(Row, Schema, Serialize)]
pub struct Delivery {
    /// Id of the delivery, unique in a deployment.
    #[schema(example = 41)]
    pub id: i64,
    /// The `id` of the payload, which is the same in every attempt.
    #[schema(example = "evt_0198c0ffee0198c0ffee0198c0ffee01")]
    pub event_id: String,
    #[schema(example = "data_export.ready")]
    pub event: String,
    pub state: DeliveryState,
    #[schema(example = 1)]
    pub attempts: i64,
    pub created_at: Time,
    /// The time of the next attempt; null where none is to come, or the endpoint is disabled.
    pub due_at: Option<Time>,
    /// The time of the newest attempt; null before the first.
    pub attempted_at: Option<Time>,
    /// Duration of the attempt, in milliseconds.
    #[schema(example = 84)]
    pub duration_ms: Option<i64>,
    /// The HTTP status of the answer; null where there was none.
    #[schema(example = 204)]
    pub status: Option<i64>,
    /// The first KiB of the answer's body.
    #[schema(example = "ok")]
    pub answer: Option<String>,
    /// The reason why the attempt does not count; null of one that was taken.
    #[schema(example = null)]
    pub failure: Option<String>,
}

/// One delivery of an endpoint.
#[derive(Parameters)]
pub struct DeliveryPath {
    /// Id of the organization.
    #[parameter(path, minimum = 1, example = "7")]
    pub organization_id: i64,
    /// Id of the endpoint.
    #[parameter(path, minimum = 1, example = "2")]
    pub webhook_id: i64,
    /// Id of the delivery.
    #[parameter(path, minimum = 1, example = "41")]
    pub id: i64,
}

impl Delivery {
    /// The delivery of this number, as the transaction sees it.
    fn one(transaction: &Transaction, endpoint_id: i64, id: i64) -> Result<Delivery, Problem> {
        let found = transaction.one(SelectDelivery { endpoint_id, id })?;
        found.ok_or_else(|| Problem::not_found(format!("The endpoint {endpoint_id} has no delivery {id}.")))
    }
}

/// Refuses what only an enabled endpoint can be sent.
fn enabled(webhook: &crate::webhooks::Webhook) -> Result<(), Problem> {
    match webhook.enabled {
        true => Ok(()),
        false => Err(Problem::new(409, "webhook_disabled", "The endpoint is disabled: enable it first.")),
    }
}

//! `GET /session/organizations/{organization_id}/webhooks/{id}/deliveries`.

use crate::access::MemberRole;
use crate::deliveries::{Delivery, DeliveryState};
use quarry_sdk::prelude::*;

statement!(app_store, SelectDeliveries, "src/deliveries/deliveries.sql", state: DeliveryState);
statement!(app_store, SelectEndpoint, "src/deliveries/endpoint.sql");

#[derive(Parameters)]
pub struct DeliveriesQuery {
    /// Id of the organization.
    #[parameter(path, minimum = 1, example = "7")]
    pub organization_id: i64,
    /// Id of the endpoint.
    #[parameter(path, minimum = 1, example = "2")]
    pub id: i64,
    /// Only those that are this far.
    state: Option<DeliveryState>,
}

#[derive(Schema)]
pub struct Deliveries {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Deliveries, the newest first.
    #[schema(rows = SelectDeliveries)]
    pub deliveries: Vec<Delivery>,
}

/// List the deliveries of an endpoint
///
/// Lists the deliveries, each with its newest attempt: status, time and the first KiB of the answer. They are kept for 30 days. For owners
/// and admins.
#[endpoint(
    get = "/session/organizations/{organization_id}/webhooks/{id}/deliveries", session, paged, guard = MemberRole::Admin,
    body = Deliveries
)]
pub fn list_webhook_deliveries(query: DeliveriesQuery) -> Result<Answer, Problem> {
    if (SelectEndpoint { id: query.id }).query()?.is_empty() {
        return Err(Problem::not_found(format!("There is no webhook endpoint {} here.", query.id)));
    }
    let deliveries = SelectDeliveries { endpoint_id: query.id, state: query.state };
    Ok(Answer::object().page("deliveries", deliveries.query()?).into())
}

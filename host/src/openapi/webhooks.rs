//! The events that organizations' webhook endpoints are told of, as a document's `webhooks`.

use crate::openapi::PublishedOperation;
use crate::openapi::components::Components;
use quarry_contract::EventDeclaration;
use serde_json::{Map, Value as Json, json};

/// Every event of the families that are served, by name.
pub(super) fn webhooks(operations: &[PublishedOperation], components: &mut Components) -> Map<String, Json> {
    let mut webhooks = Map::new();
    let families = operations.iter().filter_map(|published| published.family.as_ref());
    for (family, event) in families.flat_map(|family| family.events.iter().map(move |event| (family, event))) {
        if !webhooks.contains_key(&event.name) {
            webhooks.insert(event.name.clone(), json!({ "post": delivery(&family.name, event, components) }));
        }
    }
    webhooks
}

/// The delivery of an event, as its receiver meets it.
fn delivery(component: &str, event: &EventDeclaration, components: &mut Components) -> Json {
    let id = json!({ "type": "string", "description": "Id of the event, the same in every attempt and in the header `webhook-id`." });
    let payload = json!({
        "type": "object",
        "required": ["id", "event", "component", "created_at", "data"],
        "properties": {
            "id": id,
            "event": { "type": "string", "const": event.name },
            "component": { "type": "string", "const": component, "description": "The component that tells it." },
            "created_at": { "type": "string", "format": "date-time" },
            "data": components.body_schema(event.schema.clone()),
        },
    });
    let example = json!({
        "id": "evt_0198c0ffee0198c0ffee0198c0ffee01",
        "event": event.name,
        "component": component,
        "created_at": "2026-11-01T09:30:00Z",
        "data": event.example,
    });
    json!({
        "operationId": format!("on_{}", event.name.replace(['.', '-'], "_")),
        "summary": event.summary,
        "description": "The request is signed: `webhook-signature` as Standard Webhooks has it, and `X-SERVICE-Signature`, the HMAC-SHA-256 of the body in hex, \
                        keyed with the secret as it is shown. Answer within ten seconds; an event can arrive twice.",
        "tags": ["webhooks"],
        "requestBody": { "required": true, "content": { "application/json": { "schema": payload, "example": example } } },
        "responses": { "2XX": { "description": "The endpoint took the event. Any other status is a failure, and the event is sent again." } },
    })
}

//! One OpenAPI 3.1 document.

use crate::openapi::components::Components;
use crate::openapi::tags::tag;
use crate::openapi::{Interface, PublishedOperation, Service, operation, webhooks};
use serde_json::{Map, Value as Json, json};

/// The version of the interface that both documents describe, apart from that of the release: its paths begin with `/v1`, so it is
/// 1.x for as long as what was published stays. A minor more with each release that adds something.
const API_VERSION: &str = "1.0.0";

const API_DESCRIPTION: &str = include_str!("texts/api.md");
const SESSION_DESCRIPTION: &str = include_str!("texts/session.md");

/// The document of an interface: the operations of it among `operations`, in their order.
pub fn document(operations: &[PublishedOperation], interface: Interface, service: &Service) -> Json {
    let mut components = Components::new(interface);
    let mut paths = Map::new();
    let mut tags: Vec<Json> = Vec::new();
    for published in operations.iter().filter(|published| Interface::of(&published.route.path) == interface) {
        let (name, summary) = tag(published);
        if !tags.iter().any(|known| known["name"] == name) {
            tags.push(json!({ "name": name, "description": summary }));
        }
        let described = operation::describe(published, operations, service, &mut components);
        let path = paths.entry(published.route.path.clone()).or_insert_with(|| json!({}));
        path[published.route.method.name().to_ascii_lowercase()] = described;
    }
    let (title, description) = match interface {
        Interface::Api => ("Quarry API", API_DESCRIPTION),
        Interface::Session => ("Quarry session API", SESSION_DESCRIPTION),
    };
    // Endpoints are registered in the session interface.
    let webhooks = match interface {
        Interface::Api => Map::new(),
        Interface::Session => webhooks::webhooks(operations, &mut components),
    };
    if !webhooks.is_empty() {
        tags.push(json!({ "name": "webhooks", "description": "Events that endpoints of organizations are told of." }));
    }
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": API_VERSION,
            "summary": "On-chain DeFi research data as JSON.",
            "description": description.trim(),
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": service.base_url(), "description": "The deployment that serves this document." }],
        "tags": tags,
        "security": [],
        "paths": paths,
    });
    if !webhooks.is_empty() {
        document["webhooks"] = webhooks.into();
    }
    document["components"] = components.into_json();
    document
}

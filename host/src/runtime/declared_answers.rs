//! What the answers of an operation may have: looked up for each one.

use crate::contract::{Access, CacheRule, Manifest, Route};
use serde_json::Value as Json;
use std::collections::HashMap;

/// Of one operation.
#[derive(Debug)]
pub(super) struct DeclaredAnswers {
    pub(super) statuses: Vec<u16>,
    /// In lowercase.
    pub(super) headers: Vec<String>,
    /// Whether its response schema has a secret.
    pub(super) shows_secrets: bool,
}

impl DeclaredAnswers {
    /// Those of a manifest's operations, or a sentence about one that would have a secret kept.
    pub(super) fn of(manifest: &Manifest) -> Result<HashMap<String, DeclaredAnswers>, String> {
        manifest
            .routes
            .iter()
            .map(|route| Ok((route.operation_id.clone(), DeclaredAnswers::of_route(route)?)))
            .collect()
    }

    fn of_route(route: &Route) -> Result<DeclaredAnswers, String> {
        let schema = serde_json::from_str(&route.response_schema).unwrap_or_default();
        let shows_secrets = mentions_secret(&schema);
        if shows_secrets && (route.cache != CacheRule::None || matches!(route.access, Access::Key(_))) {
            return Err(format!(
                "{} answers with a secret: its cache rule must be no-store, and it cannot be for keys, whose writes are \
                 kept for repetition",
                route.operation_id
            ));
        }
        let headers = route.answer_headers.iter().map(|header| header.name.clone()).collect();
        Ok(DeclaredAnswers { statuses: route.success_statuses.clone(), headers, shows_secrets })
    }
}

/// Whether a schema has a secret anywhere in it.
fn mentions_secret(schema: &Json) -> bool {
    match schema {
        Json::Object(members) => {
            members.get("format").is_some_and(|format| format == "password") || members.values().any(mentions_secret)
        }
        Json::Array(items) => items.iter().any(mentions_secret),
        _ => false,
    }
}

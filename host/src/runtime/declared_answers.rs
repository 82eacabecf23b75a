//! What an operation may take in, answer and do, where each request has to know: looked up for each one.

use crate::contract::{Access, CacheRule, Manifest, Parameter, ParameterKind, Route};
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
    /// Parameters that are tokens.
    pub(super) token_positions: Vec<usize>,
    /// Whether it asks for a staff permission.
    pub(super) is_for_staff: bool,
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
        let is_token = |parameter: &Parameter| parameter.kind == ParameterKind::SecretToken;
        let tokens = route.parameters.iter().enumerate().filter(|(_, parameter)| is_token(parameter));
        let token_positions: Vec<usize> = tokens.map(|(position, _)| position).collect();
        if !token_positions.is_empty() && (route.default_limit.is_some() || route.cache != CacheRule::None) {
            return Err(format!(
                "{} is opened by a token: it cannot page, and its cache rule must be no-store",
                route.operation_id
            ));
        }
        let is_for_staff = matches!(&route.access, Access::Session(rule) if rule.permission.is_some());
        let statuses = route.success_statuses.clone();
        Ok(DeclaredAnswers { statuses, headers, shows_secrets, token_positions, is_for_staff })
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

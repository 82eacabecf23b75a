//! The part of an operation's declaration that each request needs: what it may take in, answer and do, how long its stream may
//! last, and where its use is counted. The host looks it up once a request.

use crate::capabilities::RowShape;
use quarry_contract::{Access, CacheRule, Manifest, Parameter, ParameterKind, Readers, ResponseForm, Route};
use quarry_telemetry::ComponentFigures;
use quarry_telemetry::figures::OperationUse;
use serde_json::Value as Json;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// The declared answers of one operation.
#[derive(Debug)]
pub(super) struct DeclaredAnswers {
    pub(super) statuses: Vec<u16>,
    /// Names of the headers, in lowercase.
    pub(super) headers: Vec<String>,
    /// Shapes of the rows, by the names of their statements.
    pub(super) rows: HashMap<String, RowShape>,
    /// Media types in which it can answer beside JSON.
    pub(super) media_types: Vec<String>,
    /// True where its response schema has a secret.
    pub(super) shows_secrets: bool,
    /// Parameters that are tokens.
    pub(super) token_positions: Vec<usize>,
    /// True for a GET that does not say why it writes.
    pub(super) only_reads: bool,
    /// True where it is told nothing of who asks.
    pub(super) for_everyone: bool,
    /// True where it asks for a staff permission.
    pub(super) is_for_staff: bool,
    /// The longest time of its stream; none where it does not answer with one.
    pub(super) stream_time: Option<Duration>,
    /// The names of the statements that it may run.
    pub(super) statements: Arc<HashSet<String>>,
    pub(super) figures: Arc<OperationUse>,
}

impl DeclaredAnswers {
    /// Those of a manifest's operations, or a sentence about one that would have a secret kept.
    pub(super) fn of(
        manifest: &Manifest,
        figures: &ComponentFigures,
    ) -> Result<HashMap<String, DeclaredAnswers>, String> {
        manifest
            .routes
            .iter()
            .map(|route| Ok((route.operation_id.clone(), DeclaredAnswers::of_route(route, figures)?)))
            .collect()
    }

    fn of_route(route: &Route, figures: &ComponentFigures) -> Result<DeclaredAnswers, String> {
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
        let stream_time = match route.response_form {
            ResponseForm::EventStream { max_seconds } => Some(Duration::from_secs(max_seconds.into())),
            ResponseForm::Json | ResponseForm::Object { .. } => None,
        };
        Ok(DeclaredAnswers {
            statuses: route.success_statuses.clone(),
            headers,
            rows: route
                .answer_rows
                .iter()
                .filter_map(|rows| Some((rows.statement.clone(), RowShape::of(&rows.row)?)))
                .collect(),
            media_types: route.media_types.clone(),
            shows_secrets,
            token_positions,
            only_reads: route.only_reads(),
            for_everyone: route.answers == Readers::Everyone,
            is_for_staff: matches!(&route.access, Access::Session(rule) if rule.permission.is_some()),
            stream_time,
            statements: Arc::new(route.statements.iter().cloned().collect()),
            figures: figures.operation(&route.operation_id),
        })
    }
}

/// Tells that a schema has a secret anywhere in it.
fn mentions_secret(schema: &Json) -> bool {
    match schema {
        Json::Object(members) => {
            members.get("format").is_some_and(|format| format == "password") || members.values().any(mentions_secret)
        }
        Json::Array(items) => items.iter().any(mentions_secret),
        _ => false,
    }
}

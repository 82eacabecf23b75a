//! Stage: produce. From checked parameters to a written body: opens the cursor, asks the handler, writes what it says.
//!
//! It owns all it needs, so that an answer that several requests wait for is made once and belongs to none of them.

use crate::body::{BodyContext, WrittenBody, write_body};
use crate::configuration::EdgeConfiguration;
use crate::cursor::{self, CursorBinding};
use crate::router::Operation;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use quarry_contract::parameters::ParsedParameters;
use quarry_contract::{
    Body, Browser, Caller, ClientNetwork, Guarded, PageRequest, Problem, Request, ResponseForm, SentBody, Timings,
};
use std::sync::Arc;
use std::time::Instant;

/// One answer, about to be made.
#[derive(Clone)]
pub(super) struct Production {
    pub(super) configuration: Arc<EdgeConfiguration>,
    pub(super) operation: Arc<Operation>,
    pub(super) parsed: ParsedParameters,
    pub(super) caller: Caller,
    pub(super) network: ClientNetwork,
    pub(super) browser: Option<Arc<Browser>>,
    pub(super) body: Option<SentBody>,
    pub(super) request_id: Arc<str>,
    pub(super) deadline: Instant,
    pub(super) timings: Option<Arc<Timings>>,
    pub(super) guarded: Option<Arc<Guarded>>,
    pub(super) media_type: Option<String>,
    pub(super) if_match: Option<Vec<String>>,
}

/// A good answer, written but not yet a response.
#[derive(Debug)]
pub(super) struct WrittenAnswer {
    /// Between 200 and 299.
    pub(super) status: StatusCode,
    pub(super) body: WrittenBody,
    /// Headers of the operation's own.
    pub(super) headers: HeaderMap,
}

impl Production {
    pub(super) async fn run(self) -> Result<WrittenAnswer, Problem> {
        let (route, configuration) = (&*self.operation.route, &*self.configuration);
        let ParsedParameters { values, limit, cursor, toward } = self.parsed;
        // The handler takes the values; a page's cursor is made after it, from a copy.
        let filters = if route.is_paged() { values.clone() } else { Vec::new() };
        let binding = CursorBinding { operation_id: &self.operation.operation_id, filters: &filters };
        let page = match route.is_paged() {
            true => {
                let parameter = route.walk.parameter(toward);
                let open = |text: String| {
                    let opened = cursor::open(&configuration.cursor_keys, binding, &text);
                    opened.map_err(|problem| problem.with("parameter", parameter))
                };
                Some(PageRequest { limit, cursor: cursor.map(open).transpose()?, toward, walk: route.walk })
            }
            false => None,
        };
        let request = Request {
            operation_id: Arc::clone(&self.operation.operation_id),
            parameters: values,
            caller: self.caller,
            network: self.network,
            browser: self.browser,
            body: self.body,
            page: page.clone(),
            request_id: self.request_id,
            deadline: self.deadline,
            timings: self.timings,
            guarded: self.guarded,
            media_type: self.media_type,
            if_match: self.if_match,
        };
        let mut answer = self.operation.handler.handle(request).await?;
        let status = good_status(answer.status)?;
        let headers = header_map(std::mem::take(&mut answer.headers))?;
        let context = BodyContext {
            page: page.as_ref(),
            cursor_keys: &configuration.cursor_keys,
            binding,
            max_bytes: configuration.limits.max_response_bytes,
            walk: route.walk,
        };
        Ok(WrittenAnswer { status, body: write_body(answer, &context)?, headers })
    }
}

impl Production {
    /// The body of a route whose answers are made while they are sent. Such a route neither pages nor caches.
    pub(super) async fn run_streamed(self) -> Result<Body, Problem> {
        let request = Request {
            operation_id: Arc::clone(&self.operation.operation_id),
            parameters: self.parsed.values,
            caller: self.caller,
            network: self.network,
            browser: self.browser,
            body: self.body,
            page: None,
            request_id: self.request_id,
            deadline: self.deadline,
            timings: self.timings,
            guarded: self.guarded,
            media_type: self.media_type,
            if_match: self.if_match,
        };
        let answer = self.operation.handler.handle(request).await?;
        match (&self.operation.route.response_form, answer.body) {
            (ResponseForm::Object { .. }, body @ Body::Object(_))
            | (ResponseForm::EventStream { .. }, body @ Body::Events(_)) => Ok(body),
            _ => {
                let operation_id = &*self.operation.operation_id;
                tracing::error!(operation_id, "an answer does not keep its declaration: its body is of another form");
                Err(Problem::plugin_failed(
                    "The operation gave an answer that it had not declared, so it was not sent.",
                ))
            }
        }
    }
}

fn header_map(headers: Vec<(String, String)>) -> Result<HeaderMap, Problem> {
    let mut map = HeaderMap::with_capacity(headers.len());
    for (name, value) in headers {
        let (Ok(known), Ok(value)) = (HeaderName::try_from(&name), HeaderValue::try_from(value)) else {
            tracing::error!(name, "a handler gave a header with a value that HTTP does not allow");
            return Err(Problem::plugin_failed(
                "The operation gave an answer that HTTP cannot carry, so it was not sent.",
            ));
        };
        map.append(known, value);
    }
    Ok(map)
}

fn good_status(status: u16) -> Result<StatusCode, Problem> {
    StatusCode::from_u16(status).ok().filter(StatusCode::is_success).ok_or_else(|| {
        tracing::error!(status, "a handler gave a good answer with a status that is not a status of success");
        Problem::plugin_failed("The operation gave an answer that it had not declared, so it was not sent.")
    })
}

//! The request pipeline: the stages, in the order in which a request meets them.
//!
//! Always true: every request gets exactly one response, in the published form, with a request id, by its deadline; a
//! panic anywhere below becomes a 503; when the client leaves, the future of [`Edge::respond`] is dropped and everything under it
//! stops. To add a stage: a file of its own, and its line in [`Edge::answer`].

use crate::authenticate::authenticate;
use crate::authorize::authorize;
use crate::client_address::client_address;
use crate::edge::Edge;
use crate::encode::{EncodeContext, encode, encode_stored};
use crate::entity_tag::versions_of_if_match;
use crate::error_response::{error_response, plain_text_response};
use crate::event_response::event_response;
use crate::idempotency::{self, IdempotencyKey};
use crate::object_response::object_response;
use crate::page::PageStatus;
use crate::produce::Production;
use crate::request_body::IncomingBody;
use crate::request_id::RequestId;
use crate::response_body::ResponseBody;
use crate::response_cache::{CacheKey, Lifetime};
use crate::router::Operation;
use crate::visit::Visit;
use crate::{
    RequestBody, Responder, browser, deadline, deprecation, finish, guard, host_header, media_type, method,
    module_switch, page, probes, rate_limit, refused_budget, request_body, trace, upgrade,
};
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::header::HOST;
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode, Uri};
use http_body_util::Empty;
use quarry_contract::{Body, Problem, ResponseForm, SentBody};
use quarry_telemetry::CacheOutcome;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::Instrument;

/// The longest that a page waits for its status.
const STATUS_WAIT: Duration = Duration::from_secs(2);

impl Edge {
    /// Answers one request; never fails and never panics.
    pub async fn respond(&self, request: http::Request<impl IncomingBody>, peer: SocketAddr) -> Response<ResponseBody> {
        let in_flight = self.figures.begin();
        let (parts, body) = request.into_parts();
        let path = parts.uri.path().strip_prefix(self.configuration.base_path.as_str());
        let path = path.filter(|path| path.starts_with('/'));
        let mut visit = Visit {
            parts: &parts,
            client_ip: client_address(peer, &parts.headers, &self.configuration.trusted_proxies),
            request_id: RequestId::of(&parts.headers),
            started: Instant::now(),
            is_session: path.is_some_and(is_session_path),
            path,
            is_of_page: false,
            operation: None,
            budget_state: None,
            browser: None,
            timings: parts.headers.contains_key(finish::ASKS_FOR_TIMING).then(Arc::default),
        };
        let span = trace::request_span(&visit);
        // In a box: its two kilobytes would be moved with each of the futures around it, on to the connection.
        let answering = Box::pin(deadline::within(
            visit.started,
            self.configuration.limits.duration,
            self.answer_with_budget(&mut visit, body),
        ));
        let outcome = AssertUnwindSafe(answering).catch_unwind().instrument(span.clone()).await;
        let served = outcome.unwrap_or_else(|_panic| {
            Err(Problem::plugin_failed("The operation broke down while it was answering; its keepers can see why."))
        });
        let response = match served {
            Ok(mut response) => {
                self.announce_retirement(&mut response, &visit);
                response
            }
            Err(problem) => {
                trace::log_problem(&span, &problem);
                match refused_budget::wants_plain_text(&visit, &problem) {
                    true => plain_text_response(problem, &visit.request_id),
                    false => error_response(problem, visit.is_session, &visit.request_id),
                }
            }
        };
        let mut response = finish::finish(response, &visit, self.is_https);
        if let Some(browser) = &visit.browser {
            browser::change_cookie(response.headers_mut(), browser, &parts, self.is_https);
        }
        if let Some(budget_state) = visit.budget_state {
            rate_limit::add_headers(response.headers_mut(), budget_state);
        }
        trace::note_response(self, &span, &visit, response.status());
        in_flight.answered();
        response
    }

    /// The answer, and what it tells of the key's budget. A failure of ours is not asked about: the store that knows may
    /// be what failed.
    async fn answer_with_budget(
        &self,
        visit: &mut Visit<'_>,
        body: impl IncomingBody,
    ) -> Result<Response<ResponseBody>, Problem> {
        let served = self.answer(visit, body).await;
        if visit.budget_state.is_none() && served.as_ref().is_err_and(|problem| problem.status < 500) {
            visit.budget_state = refused_budget::budget_of_refused(self, visit).await;
        }
        served
    }

    async fn answer(&self, visit: &mut Visit<'_>, body: impl IncomingBody) -> Result<Response<ResponseBody>, Problem> {
        let parts = visit.parts;
        let limits = &self.configuration.limits;
        host_header::check(parts)?;
        if visit.path.is_none()
            && let Some(response) = probes::answer(self, visit)
        {
            return Ok(response);
        }
        // Of what else is below the base path the route says how much it takes.
        if visit.path.is_none() || parts.method == Method::OPTIONS {
            request_body::check_length(&parts.headers, limits.max_request_body_bytes)?;
        }
        if let Some(live_updates) = upgrade::asked(self, visit) {
            return Box::pin(upgrade::take_over(self, visit, live_updates)).await;
        }
        if visit.path.is_none()
            && let Some(pages) = &self.pages
            && let Some(page) = pages.page(parts)
        {
            let status = match &page.status {
                PageStatus::Is(status) => *status,
                PageStatus::OfAnswer(address) => self.status_of(visit, address.clone()).await,
            };
            return page::respond(page, status, parts);
        }
        if parts.method == Method::OPTIONS {
            return method::answer_options(self, visit);
        }
        let found = method::find_operation(self, visit);
        // What the route cannot take is refused by its length, before anything is said of it or of who asks.
        let declared = found.as_ref().ok().and_then(|(operation, _)| operation.request_body.as_ref());
        let most = declared.map_or(0, |plan| plan.max_bytes()).max(limits.max_request_body_bytes);
        request_body::check_length(&parts.headers, most)?;
        let (operation, path_values) = found?;
        visit.operation = Some(Arc::clone(&operation));
        let route = &*operation.route;
        module_switch::check(&operation)?;
        let request_id = &visit.request_id.text;
        visit.browser =
            browser::browser(route, parts, visit.client_ip, request_id, self.is_https, &self.service_clients)?;
        let browser = visit.browser.clone();
        let authenticated =
            authenticate(&*self.authenticator, route, &parts.headers, visit.client_ip, browser.as_deref()).await?;
        authorize(route, &authenticated, &parts.headers, self.configuration.public_origin.as_deref())?;
        let caller = authenticated.caller;
        self.rate_limits.count(route, &caller, visit).await?;
        let parsed = operation.parameters.parse(route, path_values.as_slice(), parts.uri.query())?;
        let deadline = visit.started + limits.duration;
        let before = guard::ask(&operation, &parsed.values, &caller, None, deadline).await?;
        let sent = self.sent_body(&operation, parts, body).await?;
        let guarded = match before {
            None => guard::ask(&operation, &parsed.values, &caller, Some(sent.as_ref()), deadline).await?,
            before => before,
        };
        let context = EncodeContext {
            cache: route.cache,
            walk: route.walk,
            is_read: route.method == quarry_contract::Method::Get,
            request_headers: &parts.headers,
            uri: &parts.uri,
            public_origin: self.configuration.public_origin.as_deref(),
            varies_by_media_type: !route.media_types.is_empty(),
            is_of_strangers: !route.media_types.is_empty() && operation.handler.family().is_some(),
        };
        let media_type = media_type::choose(&route.media_types, &parts.headers);
        let mut missed = None;
        if let Some(lifetime) = Lifetime::of(route) {
            let key = CacheKey::bytes(&operation, &parsed, media_type.as_deref());
            let version = match &visit.timings {
                // Timings tell of a component at work, so a key that asks for them is given no kept answer.
                Some(_) if !lifetime.is_public => None,
                _ => self.response_cache.version_of(lifetime, &route.rests_on).await,
            };
            match self.response_cache.find(&key, version).await {
                Ok(found) => {
                    self.count_cached(&operation, found.outcome());
                    return Ok(encode_stored(&found, &context).await);
                }
                Err(past) => missed = Some((key, version, lifetime, past)),
            }
        }
        self.rate_limits.count_made(route, visit)?;
        let once = match &self.idempotency {
            Some(records) => {
                let key = IdempotencyKey::of(&operation, &caller, guarded.as_ref(), parts, sent.as_ref())?;
                key.map(|key| (records.clone(), key))
            }
            None => None,
        };
        let production = Production {
            configuration: Arc::clone(&self.configuration),
            operation: Arc::clone(&operation),
            parsed,
            network: self.client_networks.of(visit.client_ip),
            caller,
            browser,
            body: sent,
            request_id: Arc::clone(&visit.request_id.text),
            deadline,
            timings: visit.timings.clone(),
            guarded: guarded.map(Arc::new),
            media_type,
            if_match: route.reads_if_match.then(|| versions_of_if_match(&parts.headers)).flatten(),
        };
        if route.response_form != ResponseForm::Json {
            return Box::pin(self.answer_streamed(production, &parts.method, &context)).await;
        }
        // All on the heap: the future of a hit would have room for them.
        match (missed, once) {
            (Some((key, version, lifetime, past)), _) => {
                let found = Box::pin(self.response_cache.make(key, version, lifetime, production, past)).await?;
                self.count_cached(&operation, found.outcome());
                Ok(encode_stored(&found, &context).await)
            }
            (None, Some((records, key))) => {
                let (answer, is_replay) = Box::pin(idempotency::produce_once(records, key, production)).await?;
                let mut response = encode(answer, &context).await;
                if is_replay {
                    response.headers_mut().insert(idempotency::REPLAYED, HeaderValue::from_static("true"));
                }
                Ok(response)
            }
            (None, None) => Ok(encode(Box::pin(production.run()).await?, &context).await),
        }
    }

    /// The status of the answer that the visitor would get at an address below the base path. It costs them a request. Where
    /// the answer takes long the page does not wait for it: the application asks itself, and says what it waits for.
    fn status_of<'a>(&'a self, visit: &Visit<'_>, address: Uri) -> BoxFuture<'a, StatusCode> {
        let (client_ip, request_id, started) = (visit.client_ip, visit.request_id.clone(), visit.started);
        let host = visit.parts.headers.get(HOST).cloned();
        let version = visit.parts.version;
        Box::pin(async move {
            let (mut parts, ()) = http::Request::new(()).into_parts();
            parts.uri = address;
            parts.version = version;
            parts.headers.extend(host.map(|host| (HOST, host)));
            let path = parts.uri.path().strip_prefix(self.configuration.base_path.as_str());
            let mut asked = Visit {
                parts: &parts,
                client_ip,
                request_id,
                started,
                is_session: false,
                path,
                is_of_page: true,
                operation: None,
                budget_state: None,
                browser: None,
                timings: None,
            };
            match tokio::time::timeout(STATUS_WAIT, self.answer(&mut asked, Empty::new())).await {
                Err(_elapsed) => StatusCode::OK,
                Ok(Ok(response)) => response.status(),
                Ok(Err(problem)) => StatusCode::from_u16(problem.status).unwrap_or(StatusCode::SERVICE_UNAVAILABLE),
            }
        })
    }

    /// Counts the response cache's part in an answer.
    fn count_cached(&self, operation: &Operation, outcome: CacheOutcome) {
        self.cache_figures.count(outcome);
        trace::figures(self, operation).cache.count(outcome);
    }

    /// An answer that is made while it is sent.
    async fn answer_streamed(
        &self,
        production: Production,
        method: &Method,
        context: &EncodeContext<'_>,
    ) -> Result<Response<ResponseBody>, Problem> {
        let operation = Arc::clone(&production.operation);
        match production.run_streamed().await? {
            Body::Object(object) => {
                let declared = match &operation.route.response_form {
                    ResponseForm::Object { content_types } => content_types.as_slice(),
                    _ => &[],
                };
                object_response(*object, method, declared, context).await
            }
            Body::Events(events) => Ok(event_response(events, self.shutdown.clone())),
            // `run_streamed` gives no other.
            Body::Empty | Body::Json(_) | Body::Text { .. } => {
                Err(Problem::plugin_failed("The operation gave an answer of another form."))
            }
        }
    }

    /// The body, where the route declares one, within its limits and as it is declared.
    async fn sent_body(
        &self,
        operation: &Operation,
        parts: &Parts,
        body: impl IncomingBody,
    ) -> Result<Option<SentBody>, Problem> {
        let Some(plan) = &operation.request_body else { return Ok(None) };
        let most = plan.max_bytes();
        let content_type = plan.check_content_type(&parts.headers);
        if plan.is_required() {
            content_type.as_ref().map_err(Clone::clone)?;
        }
        request_body::check_length(&parts.headers, most)?;
        if plan.is_streamed() {
            let stream = Some(request_body::stream(body, most));
            let content_type = content_type?;
            return Ok(Some(SentBody { bytes: Bytes::new(), stream, content_type, secrets: Vec::new(), room: None }));
        }
        let room = self.large_bodies.take(&parts.headers, most).await?;
        let bytes = request_body::read(body, most).await?;
        if bytes.is_empty() && !plan.is_required() {
            return Ok(None);
        }
        let (bytes, secrets) = self.body_checks.check(plan, bytes).await?;
        Ok(Some(SentBody { bytes, stream: None, content_type: content_type?, secrets, room }))
    }

    /// Says on a good answer that its operation is to be retired, where it is.
    fn announce_retirement(&self, response: &mut Response<ResponseBody>, visit: &Visit<'_>) {
        let declared = visit.operation.as_ref().and_then(|operation| operation.route.deprecation.as_ref());
        if let Some(declared) = declared {
            let origin = self.configuration.public_origin.as_deref().unwrap_or_default();
            let base_url = format!("{origin}{}", self.configuration.base_path);
            deprecation::add_headers(response.headers_mut(), declared, &base_url);
        }
    }
}

impl Responder for Edge {
    async fn respond(&self, request: http::Request<RequestBody>, peer: SocketAddr) -> Response<ResponseBody> {
        Edge::respond(self, request, peer).await
    }
}

/// True when a path below the base path belongs to the session interface.
pub fn is_session_path(path: &str) -> bool {
    ["/session", "/auth"]
        .iter()
        .any(|root| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

//! The request pipeline: the stages, in the order in which a request meets them.
//!
//! Always true: every request gets exactly one response, in the published form, with a request id, by its deadline; a
//! panic anywhere below becomes a 503; when the client leaves, the future of [`Edge::respond`] is dropped and everything under it
//! stops. To add a stage: a file of its own, and its line in [`Edge::answer`].

use crate::contract::{self, PageRequest, Problem, Request};
use crate::edge::authenticate::{Authenticator, authenticate};
use crate::edge::authorize::authorize;
use crate::edge::body::{BodyContext, write_body};
use crate::edge::client_address::client_address;
use crate::edge::cursor::{self, CursorBinding, CursorKeys};
use crate::edge::encode::{EncodeContext, ResponseBody, encode};
use crate::edge::error_response::error_response;
use crate::edge::limits::RequestLimits;
use crate::edge::page::Pages;
use crate::edge::request_id::RequestId;
use crate::edge::router::{Operation, RoutingTableView};
use crate::edge::{deadline, deprecation, finish, method, module_switch, page, request_body, trace};
use futures_util::FutureExt;
use http::request::Parts;
use http::{Method, Response};
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;
use tracing::Instrument;

/// What an edge is made of.
pub struct EdgeConfiguration {
    /// What every path begins with: `/api/v1`.
    pub base_path: String,
    /// Scheme and authority as clients see them (`https://api.example.org`), for absolute links; paths without it.
    pub public_origin: Option<String>,
    pub limits: RequestLimits,
    pub cursor_keys: CursorKeys,
}

/// The request pipeline of a host.
pub struct Edge {
    pub(super) configuration: EdgeConfiguration,
    pub(super) routes: RoutingTableView,
    authenticator: Arc<dyn Authenticator>,
    pages: Option<Arc<dyn Pages>>,
}

/// One request on its way through.
pub(super) struct Visit<'a> {
    pub(super) parts: &'a Parts,
    pub(super) peer: SocketAddr,
    pub(super) request_id: RequestId,
    pub(super) started: Instant,
    /// Paths of the session interface have an error form of their own.
    pub(super) is_session: bool,
    /// The path below the base path; `None` for one that is not below it.
    pub(super) path: Option<&'a str>,
    /// Found by the route stage; for the log.
    pub(super) operation: Option<Arc<Operation>>,
}

impl Edge {
    pub fn new(
        mut configuration: EdgeConfiguration,
        routes: RoutingTableView,
        authenticator: Arc<dyn Authenticator>,
    ) -> Edge {
        let without_slash = configuration.base_path.trim_end_matches('/').len();
        configuration.base_path.truncate(without_slash);
        Edge { configuration, routes, authenticator, pages: None }
    }

    /// Serves `pages` outside the base path.
    pub fn with_pages(mut self, pages: Arc<dyn Pages>) -> Edge {
        self.pages = Some(pages);
        self
    }

    /// Answers one request; never fails and never panics.
    pub async fn respond<B>(&self, request: http::Request<B>, peer: SocketAddr) -> Response<ResponseBody> {
        let (parts, _body) = request.into_parts();
        let path = parts.uri.path().strip_prefix(self.configuration.base_path.as_str());
        let path = path.filter(|path| path.starts_with('/'));
        let mut visit = Visit {
            parts: &parts,
            peer,
            request_id: RequestId::of(&parts.headers),
            started: Instant::now(),
            is_session: path.is_some_and(is_session_path),
            path,
            operation: None,
        };
        let span = trace::request_span(&visit);
        let answering = deadline::within(visit.started, self.configuration.limits.duration, self.answer(&mut visit));
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
                error_response(problem, visit.is_session, &visit.request_id)
            }
        };
        let response = finish::finish(response, &visit);
        trace::log_response(&span, &visit, response.status());
        response
    }

    async fn answer(&self, visit: &mut Visit<'_>) -> Result<Response<ResponseBody>, Problem> {
        let parts = visit.parts;
        let limits = &self.configuration.limits;
        let client_ip = client_address(visit.peer);
        request_body::check_length(&parts.headers, limits.max_request_body_bytes)?;
        if visit.path.is_none()
            && let Some(pages) = &self.pages
            && let Some(page) = pages.page(parts.uri.path())
        {
            return page::respond(page, parts);
        }
        if parts.method == Method::OPTIONS {
            return method::answer_options(self, visit);
        }
        let (operation, path_values) = method::find_operation(self, visit)?;
        visit.operation = Some(Arc::clone(&operation));
        let route = &*operation.route;
        module_switch::check(&operation)?;
        let caller = authenticate(&*self.authenticator, route, &parts.headers, client_ip).await?;
        authorize(route, &caller)?;
        let parsed = operation.parameters.parse(route, path_values.as_slice(), parts.uri.query())?;
        // The handler takes the values; a page's cursor is made after it, from a copy.
        let filters = if route.is_paged() { parsed.values.clone() } else { Vec::new() };
        let binding = CursorBinding { operation_id: &operation.operation_id, filters: &filters };
        let page = match route.is_paged() {
            true => Some(self.page_request(binding, parsed.limit, parsed.cursor.as_deref())?),
            false => None,
        };
        let request = Request {
            operation_id: Arc::clone(&operation.operation_id),
            parameters: parsed.values,
            caller,
            page: page.clone(),
            request_id: Arc::clone(&visit.request_id.text),
            deadline: visit.started + limits.duration,
        };
        let answer = operation.handler.handle(request).await?;
        let status = answer.status;
        let context = BodyContext {
            page: page.as_ref(),
            cursor_keys: &self.configuration.cursor_keys,
            binding,
            max_bytes: limits.max_response_bytes,
        };
        let body = write_body(answer, &context)?;
        let context = EncodeContext {
            cache: route.cache,
            is_read: route.method == contract::Method::Get,
            request_headers: &parts.headers,
            uri: &parts.uri,
            public_origin: self.configuration.public_origin.as_deref(),
        };
        encode(status, body, &context)
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

    fn page_request(
        &self,
        binding: CursorBinding<'_>,
        limit: u32,
        cursor: Option<&str>,
    ) -> Result<PageRequest, Problem> {
        let cursor = cursor.map(|text| cursor::open(&self.configuration.cursor_keys, binding, text)).transpose()?;
        Ok(PageRequest { limit, cursor })
    }
}

/// Whether a path below the base path belongs to the session interface.
pub(crate) fn is_session_path(path: &str) -> bool {
    ["/session", "/auth"]
        .iter()
        .any(|root| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

//! The request pipeline: the stages, in the order in which a request meets them.
//!
//! Always true: every request gets exactly one response, in the published form, with a request id, by its deadline; a
//! panic anywhere below becomes a 503; when the client leaves, the future of [`Edge::respond`] is dropped and everything under it
//! stops. To add a stage: a file of its own, and its line in [`Edge::answer`].

use crate::clock::Clock;
use crate::contract::{self, Problem};
use crate::edge::authenticate::{Authenticator, authenticate};
use crate::edge::authorize::authorize;
use crate::edge::client_address::client_address;
use crate::edge::cursor::CursorKeys;
use crate::edge::encode::{EncodeContext, ResponseBody, encode, encode_stored};
use crate::edge::error_response::error_response;
use crate::edge::limits::RequestLimits;
use crate::edge::produce::Production;
use crate::edge::request_id::RequestId;
use crate::edge::response_cache::{CacheKey, Lifetime, ResponseCache, ResponseCacheSettings};
use crate::edge::router::{Operation, RoutingTableView};
use crate::edge::{deadline, finish, method, module_switch, request_body, trace};
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
    pub(super) configuration: Arc<EdgeConfiguration>,
    pub(super) routes: RoutingTableView,
    authenticator: Arc<dyn Authenticator>,
    response_cache: ResponseCache,
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
        let response_cache = ResponseCache::new(&ResponseCacheSettings::default(), Clock::system());
        Edge { configuration: Arc::new(configuration), routes, authenticator, response_cache }
    }

    /// Sets how public answers are kept, and the clock that they age by.
    pub fn with_response_cache(mut self, settings: &ResponseCacheSettings, clock: Clock) -> Edge {
        self.response_cache = ResponseCache::new(settings, clock);
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
            Ok(response) => response,
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
        let context = EncodeContext {
            cache: route.cache,
            is_read: route.method == contract::Method::Get,
            request_headers: &parts.headers,
            uri: &parts.uri,
            public_origin: self.configuration.public_origin.as_deref(),
        };
        let mut missed = None;
        if let Some(lifetime) = Lifetime::of(route) {
            let key = CacheKey::bytes(&operation, &parsed);
            match self.response_cache.find(&key).await {
                Ok(found) => return Ok(encode_stored(&found, &context).await),
                Err(past) => missed = Some((key, lifetime, past)),
            }
        }
        let production = Production {
            configuration: Arc::clone(&self.configuration),
            operation: Arc::clone(&operation),
            parsed,
            caller,
            request_id: Arc::clone(&visit.request_id.text),
            deadline: visit.started + limits.duration,
        };
        // Both on the heap: the future of a hit would have room for them.
        match missed {
            Some((key, lifetime, past)) => {
                let found = Box::pin(self.response_cache.make(key, lifetime, production, past)).await?;
                Ok(encode_stored(&found, &context).await)
            }
            None => Ok(encode(Box::pin(production.run()).await?, &context).await),
        }
    }
}

/// Whether a path below the base path belongs to the session interface.
fn is_session_path(path: &str) -> bool {
    ["/session", "/auth"]
        .iter()
        .any(|root| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

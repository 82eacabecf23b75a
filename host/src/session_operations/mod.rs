//! The session operations that the host serves itself: who is signed in, signing in and out, the recent-password window,
//! tickets for live updates. They declare themselves as any other, and no component sees what they are sent.
//!
//! To add one: a file with its `declaration` and its function, and its line in [`declarations`] and in [`SessionOperations::routes`].

mod answers;
mod authorize;
mod cable_token;
mod exchange;
mod logout;
mod recovery;
mod refresh;
mod show_session;
mod show_sudo;
mod sudo;
mod viewer;

use crate::cable::Cable;
use quarry_contract::{
    Access, Browser, CacheRule, Handler, Method, Problem, RateClass, Request, RequestBody, RequestBodyForm, Route,
    Served, SessionRule, keyless_get, native,
};
use quarry_identity::{OpaqueToken, SessionState, SignIn, SignInFrom, store_failed};
use quarry_stores::clock::Clock;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::future::Future;
use std::sync::Arc;

/// Far above what is sent.
const MAX_BODY_BYTES: u32 = 16 << 10;

/// The parts that the operations share.
pub struct SessionOperations {
    sign_in: SignIn,
    cable: Cable,
    clock: Clock,
}

/// The declarations, for documents of hosts that do not run.
pub fn declarations() -> Vec<Route> {
    vec![
        show_session::declaration(),
        exchange::declaration(),
        authorize::declaration(),
        refresh::declaration(),
        logout::declaration(),
        recovery::declaration(),
        show_sudo::declaration(),
        sudo::declaration(),
        cable_token::declaration(),
    ]
}

impl SessionOperations {
    pub fn new(sign_in: SignIn, cable: Cable, clock: Clock) -> Arc<SessionOperations> {
        Arc::new(SessionOperations { sign_in, cable, clock })
    }

    /// The operations with what answers them.
    pub fn routes(self: &Arc<Self>) -> Vec<(Arc<Route>, Arc<dyn Handler>)> {
        vec![
            self.route(show_session::declaration(), show_session::show_session),
            self.route(exchange::declaration(), exchange::exchange),
            self.route(authorize::declaration(), authorize::authorize),
            self.route(refresh::declaration(), refresh::refresh),
            self.route(logout::declaration(), logout::logout),
            self.route(recovery::declaration(), recovery::ask_for_recovery),
            self.route(show_sudo::declaration(), show_sudo::show_sudo),
            self.route(sudo::declaration(), sudo::open_sudo),
            self.route(cable_token::declaration(), cable_token::issue),
        ]
    }

    fn route<Answering>(
        self: &Arc<Self>,
        declaration: Route,
        answer: fn(Arc<SessionOperations>, Request) -> Answering,
    ) -> (Arc<Route>, Arc<dyn Handler>)
    where
        Answering: Future<Output = Served> + Send + 'static,
    {
        let shared = Arc::clone(self);
        (Arc::new(declaration), native(move |request| answer(Arc::clone(&shared), request)))
    }

    /// The session that the browser brings, if it is good now.
    async fn session(&self, browser: &Browser) -> Result<Option<Arc<SessionState>>, Problem> {
        let token = browser.session_token.as_ref().and_then(|token| OpaqueToken::parse(token.expose()));
        let Some(token) = token else { return Ok(None) };
        self.sign_in.sessions().find(&token, self.clock.now()).await.map_err(|error| store_failed(&error))
    }

    /// The session of an operation for signed-in people.
    async fn required_session(&self, browser: &Browser) -> Result<Arc<SessionState>, Problem> {
        let ended = || Problem::new(401, "sign_in_required", "Your session has ended: sign in again.");
        self.session(browser).await?.ok_or_else(ended)
    }
}

/// The browser of a request; the edge gives one to every operation declared here.
fn browser(request: &Request) -> Result<Arc<Browser>, Problem> {
    request
        .browser
        .clone()
        .ok_or_else(|| Problem::plugin_failed("The operation was called without the browser's part of the request."))
}

fn sign_in_from(browser: &Browser) -> SignInFrom {
    SignInFrom {
        address: browser.client_ip,
        client: browser.service_client.clone(),
        user_agent: browser.user_agent.clone(),
        request_id: Arc::clone(&browser.request_id),
    }
}

/// The body that was sent, which has been checked against the declared schema.
fn sent<Sent: DeserializeOwned>(request: &Request) -> Result<Sent, Problem> {
    let bytes = request.body.as_ref().map(|body| body.bytes.as_ref()).unwrap_or_default();
    // The error may quote a password, so it is not shown.
    serde_json::from_slice(bytes)
        .map_err(|_| Problem::new(422, "validation_failed", "The request body is not what this operation takes."))
}

/// A declaration of an application's write, without a body.
fn client_post(operation_id: &str, path: &str, summary: &str) -> Route {
    Route {
        method: Method::Post,
        access: Access::ServiceClient,
        cache: CacheRule::None,
        rate_class: RateClass::Session,
        ..keyless_get(operation_id, path, summary)
    }
}

/// A declaration of a read for signed-in people.
fn session_get(operation_id: &str, path: &str, summary: &str) -> Route {
    Route {
        access: Access::Session(SessionRule::default()),
        cache: CacheRule::None,
        rate_class: RateClass::Session,
        ..keyless_get(operation_id, path, summary)
    }
}

fn json_body(schema: &Json, example: &Json) -> Option<RequestBody> {
    let form = RequestBodyForm::Json { schema: schema.to_string(), example: example.to_string() };
    Some(RequestBody { form, max_bytes: MAX_BODY_BYTES, required: true })
}

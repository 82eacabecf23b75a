//! The parts that the operations share: what they work with, how they read a request and declare themselves.

use crate::cable::Cable;
use quarry_contract::{
    Access, Browser, CacheRule, Method, Problem, RateClass, Request, RequestBody, RequestBodyForm, Route, SessionRule,
    keyless_get,
};
use quarry_identity::{OpaqueToken, SessionState, SignIn, SignInFrom, store_failed};
use quarry_stores::clock::Clock;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::sync::Arc;

/// Far above what is sent.
const MAX_BODY_BYTES: u32 = 16 << 10;

/// The parts that the operations share.
pub struct SessionOperations {
    pub(super) sign_in: SignIn,
    pub(super) cable: Cable,
    pub(super) clock: Clock,
}

impl SessionOperations {
    pub fn new(sign_in: SignIn, cable: Cable, clock: Clock) -> Arc<SessionOperations> {
        Arc::new(SessionOperations { sign_in, cable, clock })
    }

    /// The session that the browser brings, if it is good now.
    pub(super) async fn session(&self, browser: &Browser) -> Result<Option<Arc<SessionState>>, Problem> {
        let token = browser.session_token.as_ref().and_then(|token| OpaqueToken::parse(token.expose()));
        let Some(token) = token else { return Ok(None) };
        self.sign_in.sessions().find(&token, self.clock.now()).await.map_err(|error| store_failed(&error))
    }

    /// The session of an operation for signed-in people.
    pub(super) async fn required_session(&self, browser: &Browser) -> Result<Arc<SessionState>, Problem> {
        let ended = || Problem::new(401, "sign_in_required", "Your session has ended: sign in again.");
        self.session(browser).await?.ok_or_else(ended)
    }
}

/// The browser of a request; the edge gives one to every operation declared here.
pub(super) fn browser(request: &Request) -> Result<Arc<Browser>, Problem> {
    request
        .browser
        .clone()
        .ok_or_else(|| Problem::plugin_failed("The operation was called without the browser's part of the request."))
}

pub(super) fn sign_in_from(browser: &Browser) -> SignInFrom {
    SignInFrom {
        address: browser.client_ip,
        client: browser.service_client.clone(),
        user_agent: browser.user_agent.clone(),
        request_id: Arc::clone(&browser.request_id),
    }
}

/// The body that was sent, which has been checked against the declared schema.
pub(super) fn sent<Sent: DeserializeOwned>(request: &Request) -> Result<Sent, Problem> {
    let bytes = request.body.as_ref().map(|body| body.bytes.as_ref()).unwrap_or_default();
    // The error may quote a password, so it is not shown.
    serde_json::from_slice(bytes)
        .map_err(|_| Problem::new(422, "validation_failed", "The request body is not what this operation takes."))
}

/// A declaration of an application's write, without a body.
pub(super) fn client_post(operation_id: &str, path: &str, summary: &str) -> Route {
    Route {
        method: Method::Post,
        access: Access::ServiceClient,
        cache: CacheRule::None,
        rate_class: RateClass::Session,
        ..keyless_get(operation_id, path, summary)
    }
}

/// A declaration of a read for signed-in people.
pub(super) fn session_get(operation_id: &str, path: &str, summary: &str) -> Route {
    Route {
        access: Access::Session(SessionRule::default()),
        cache: CacheRule::None,
        rate_class: RateClass::Session,
        ..keyless_get(operation_id, path, summary)
    }
}

pub(super) fn json_body(schema: &Json, example: &Json) -> Option<RequestBody> {
    let form = RequestBodyForm::Json { schema: schema.to_string(), example: example.to_string() };
    Some(RequestBody { form, max_bytes: MAX_BODY_BYTES, required: true })
}

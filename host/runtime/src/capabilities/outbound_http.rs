//! `outbound-http`: a component's requests to servers that its manifest and the deployment both name.
//!
//! This module decides by name which hosts may be asked; [`crate::outbound`] decides which addresses may be connected to.

use crate::capabilities::call::Frame;
use crate::capabilities::call::calls_left::OUTBOUND_CALLS;
use crate::capabilities::{HostPattern, SecretHandle};
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use quarry_contract::Grant;
use quarry_identity::outbound::{LongerAnswer, OutboundError, OutboundLimits, OutboundRequest, OutboundResponse};
use std::time::Duration;
use tracing::Instrument;
use url::Url;

/// The longest a call may take.
const MAX_TIME: Duration = Duration::from_secs(10);
const MAX_URL_BYTES: usize = 8 * 1024;
const MAX_HEADERS: usize = 64;
const MAX_HEADER_BYTES: usize = 16 * 1024;
const MAX_BODY_BYTES: usize = 1 << 20;
const MAX_ANSWER_BYTES: usize = 2 << 20;

/// Headers that are the host's: they concern the connection or the length of the message.
const OWNED_BY_HOST: &[&str] = &[
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// A guest's request.
#[derive(Debug, Clone)]
pub struct GuestRequest {
    pub method: Method,
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub timeout: Option<Duration>,
}

/// The cases a component can tell apart, each with a sentence for its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutboundFailure {
    NotGranted(String),
    /// The call was wrong.
    Rejected(String),
    /// The name leads to an address that is not connected to.
    AddressRefused(String),
    LimitExceeded(String),
    Unreachable(String),
    DeadlineExceeded(String),
}

/// The parts of a call that `outbound-http` needs.
pub struct OutboundCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) left: &'a mut u32,
}

impl OutboundCalls<'_> {
    /// Does the work of [`OutboundCalls::send`], with `prefix` and the secret as the value of one more header.
    pub async fn send_authorized(
        &mut self,
        mut request: GuestRequest,
        header_name: String,
        prefix: &str,
        secret: &SecretHandle,
    ) -> Result<OutboundResponse, OutboundFailure> {
        if let Some(sentence) = self.frame.missing(Grant::Secrets) {
            return Err(OutboundFailure::NotGranted(sentence));
        }
        let credential = secret.credential().ok_or_else(|| {
            OutboundFailure::Rejected(
                "only a secret that was minted or configured leaves the deployment, never what a person sent"
                    .to_owned(),
            )
        })?;
        request.headers.push((header_name, format!("{prefix}{}", credential.expose())));
        self.send(request).await
    }

    /// Sends one request, if the component may, and waits for the whole answer.
    pub async fn send(&mut self, request: GuestRequest) -> Result<OutboundResponse, OutboundFailure> {
        if let Some(sentence) = self.frame.missing(Grant::OutboundHttp) {
            return Err(OutboundFailure::NotGranted(sentence));
        }
        if let Some(sentence) = self.frame.open_transaction_refusal("ask another server") {
            return Err(OutboundFailure::Rejected(sentence));
        }
        if !request.method.is_safe()
            && let Some(sentence) = self.frame.read_refusal(&format!("send a {} to another server", request.method))
        {
            return Err(OutboundFailure::Rejected(sentence));
        }
        let asked_time = request.timeout.unwrap_or(MAX_TIME);
        let request = checked(request)?;
        self.check_host(&request.url)?;
        *self.left = self.left.checked_sub(1).ok_or_else(|| {
            OutboundFailure::LimitExceeded(format!(
                "The component made more than the {OUTBOUND_CALLS} outbound calls that one request may."
            ))
        })?;
        let Frame { capabilities, time: call_time, .. } = &mut *self.frame;
        let (access, component) = (&capabilities.stores().outbound, capabilities.component());
        let Ok(_permit) = access.permits(component).try_acquire_owned() else {
            return Err(OutboundFailure::LimitExceeded(format!(
                "The component has {} outbound calls in flight, which is all it may have at once \
                 (outbound_calls_at_once); try again shortly.",
                access.calls_at_once
            )));
        };
        let late = || OutboundFailure::DeadlineExceeded("The time of the request is over (deadline).".to_owned());
        let time = asked_time.min(MAX_TIME).min(call_time.left().ok_or_else(late)?);
        let client = access
            .client
            .as_ref()
            .ok_or_else(|| OutboundFailure::NotGranted("This host sends no requests to servers outside.".to_owned()))?;
        let limits = OutboundLimits { time, max_answer_bytes: MAX_ANSWER_BYTES, longer: LongerAnswer::Refused };
        let sending = client.send(request, limits).instrument(tracing::info_span!("outbound_http"));
        let outcome = call_time.asking_outside(sending).await;
        outcome.map_err(|error| failure(component, error))
    }

    /// The server must be named by the manifest and by the deployment.
    fn check_host(&self, url: &Url) -> Result<(), OutboundFailure> {
        let Some(url::Host::Domain(name)) = url.host() else {
            return Err(OutboundFailure::Rejected(format!(
                "the URL's server is {}; a component asks servers by their names, never by address",
                url.host_str().unwrap_or("missing")
            )));
        };
        let matches = |patterns: &[HostPattern]| patterns.iter().any(|pattern| pattern.matches(url));
        let server = url.port().map_or_else(|| name.to_owned(), |port| format!("{name}:{port}"));
        if !matches(self.frame.capabilities.outbound_hosts()) {
            return Err(OutboundFailure::NotGranted(format!(
                "the manifest does not name {server} in its outbound-hosts; without a port a name allows the scheme's \
                 own port only"
            )));
        }
        if !matches(self.frame.capabilities.given_hosts()) {
            return Err(OutboundFailure::NotGranted(format!(
                "the deployment does not give {server} to the component in components.outbound_http"
            )));
        }
        Ok(())
    }
}

/// The request, if its form is good.
fn checked(request: GuestRequest) -> Result<OutboundRequest, OutboundFailure> {
    let rejected = |sentence: String| Err(OutboundFailure::Rejected(sentence));
    if request.url.len() > MAX_URL_BYTES {
        return rejected(format!("the URL has {} bytes; it may have {MAX_URL_BYTES}", request.url.len()));
    }
    if request.body.len() > MAX_BODY_BYTES {
        return Err(OutboundFailure::LimitExceeded(format!(
            "The request's body has {} bytes; it may have {MAX_BODY_BYTES}.",
            request.body.len()
        )));
    }
    if request.timeout.is_some_and(|time| time.is_zero()) {
        return rejected("a timeout is at least 1 millisecond".to_owned());
    }
    let url = match Url::parse(&request.url) {
        Ok(url) => url,
        Err(error) => return rejected(format!("the URL cannot be read: {error}")),
    };
    let bytes: usize = request.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
    if request.headers.len() > MAX_HEADERS || bytes > MAX_HEADER_BYTES {
        return Err(OutboundFailure::LimitExceeded(format!(
            "The request has {} headers of {bytes} bytes; it may have {MAX_HEADERS} of {MAX_HEADER_BYTES}.",
            request.headers.len()
        )));
    }
    let mut headers = HeaderMap::with_capacity(request.headers.len());
    for (name, value) in &request.headers {
        let (Ok(known), Ok(value)) = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value)) else {
            return rejected(format!(
                "the header {} has a name or value that HTTP does not allow",
                name.escape_debug()
            ));
        };
        if OWNED_BY_HOST.contains(&known.as_str()) || known.as_str().starts_with("proxy-") {
            return rejected(format!("the header {known} is the host's and cannot be set"));
        }
        headers.append(known, value);
    }
    Ok(OutboundRequest { method: request.method, url, headers, body: Bytes::from(request.body) })
}

fn failure(component: &str, error: OutboundError) -> OutboundFailure {
    // What the sentence leaves out stands in the log, for the operator.
    let source = std::error::Error::source(&error).map(ToString::to_string);
    tracing::info!(component, %error, source, "an outbound call had no answer");
    let sentence = error.to_string();
    match error {
        OutboundError::Scheme { .. }
        | OutboundError::NoServer
        | OutboundError::Credentials
        | OutboundError::Port { .. } => OutboundFailure::Rejected(sentence),
        OutboundError::Address { .. } => OutboundFailure::AddressRefused(sentence),
        OutboundError::AnswerTooLarge { .. } => OutboundFailure::LimitExceeded(sentence),
        OutboundError::DeadlineExceeded { .. } => OutboundFailure::DeadlineExceeded(sentence),
        OutboundError::UnknownName { .. }
        | OutboundError::Connect { .. }
        | OutboundError::Tls { .. }
        | OutboundError::Exchange { .. }
        | OutboundError::Body { .. } => OutboundFailure::Unreachable(sentence),
    }
}

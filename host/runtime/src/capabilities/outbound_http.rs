//! `outbound-http`: a component's requests to servers that its manifest and the deployment both name.
//!
//! This module decides by name which hosts may be asked; [`crate::outbound`] decides which addresses may be connected to.

use crate::capabilities::call::Frame;
use crate::capabilities::configured_server::ConfiguredUrl;
use crate::capabilities::outbound_share::{MAX_TIME, OutboundShare};
use crate::capabilities::{HostPattern, Incoming, SecretHandle};
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use quarry_contract::Grant;
use quarry_identity::outbound::{
    LongerAnswer, OutboundClient, OutboundError, OutboundLimits, OutboundRequest, OutboundResponse, Reach,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tracing::Instrument;
use url::Url;

const MAX_URL_BYTES: usize = 8 * 1024;
const MAX_HEADERS: usize = 64;
const MAX_HEADER_BYTES: usize = 16 * 1024;
const MAX_BODY_BYTES: usize = 1 << 20;
const MAX_ANSWER_BYTES: usize = 2 << 20;
/// The most bytes of an answer that is read as it comes.
const MAX_INCOMING_BYTES: usize = 8 << 20;
/// The most bytes that one read of it gives.
const MAX_READ_BYTES: usize = 64 << 10;

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
    /// The deployment does not give the server that the manifest names.
    ServerNotGiven(String),
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
    pub(super) share: &'a mut OutboundShare,
}

/// A request that may be sent, with the client that sends it.
struct Admitted {
    client: Arc<OutboundClient>,
    request: OutboundRequest,
    reach: Reach,
    /// The place among the calls that the component has in flight.
    permit: OwnedSemaphorePermit,
    time: Duration,
}

impl OutboundCalls<'_> {
    /// Does the work of [`OutboundCalls::send`], with `prefix` and the secret as the value of one more header.
    pub async fn send_authorized(
        &mut self,
        request: GuestRequest,
        header_name: String,
        prefix: &str,
        secret: &SecretHandle,
    ) -> Result<OutboundResponse, OutboundFailure> {
        let request = self.authorized(request, header_name, prefix, secret)?;
        self.send(request).await
    }

    /// Does the work of [`OutboundCalls::open`], with `prefix` and the secret as the value of one more header.
    pub async fn open_authorized(
        &mut self,
        request: GuestRequest,
        header_name: String,
        prefix: &str,
        secret: &SecretHandle,
    ) -> Result<Incoming, OutboundFailure> {
        let request = self.authorized(request, header_name, prefix, secret)?;
        self.open(request).await
    }

    fn authorized(
        &self,
        mut request: GuestRequest,
        header_name: String,
        prefix: &str,
        secret: &SecretHandle,
    ) -> Result<GuestRequest, OutboundFailure> {
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
        Ok(request)
    }

    /// Sends one request, if the component may, and waits for the whole answer.
    pub async fn send(&mut self, request: GuestRequest) -> Result<OutboundResponse, OutboundFailure> {
        let Admitted { client, request, reach, permit, time } = self.admit(request, MAX_TIME)?;
        let limits = OutboundLimits { time, max_answer_bytes: MAX_ANSWER_BYTES, longer: LongerAnswer::Refused };
        let sending = client.send_to(&reach, request, limits).instrument(tracing::info_span!("outbound_http"));
        let outcome = self.frame.time.asking_outside(sending).await;
        drop(permit);
        outcome.map_err(|error| failure(self.frame.component(), error))
    }

    /// Sends one request, if the component may, and gives the answer once its head is there.
    pub async fn open(&mut self, request: GuestRequest) -> Result<Incoming, OutboundFailure> {
        if self.share.is_incoming() {
            return Err(OutboundFailure::LimitExceeded(
                "An answer of a server outside is open: read it to its end or drop it before you open another."
                    .to_owned(),
            ));
        }
        let Admitted { client, request, reach, permit, time } = self.admit(request, self.share.head_time())?;
        let opening = client.open(&reach, request, time, MAX_INCOMING_BYTES);
        let opening = opening.instrument(tracing::info_span!("outbound_http"));
        let outcome = self.frame.time.asking_outside(opening).await;
        let answer = outcome.map_err(|error| failure(self.frame.component(), error))?;
        let mark = Arc::new(());
        self.share.comes_in(&mark);
        Ok(Incoming { answer, _permit: permit, _mark: mark })
    }

    /// Checks the request against the grants and limits of the component, and takes a call of its share.
    fn admit(&mut self, request: GuestRequest, most_time: Duration) -> Result<Admitted, OutboundFailure> {
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
        let asked_time = request.timeout.unwrap_or(most_time);
        check_length(&request.url)?;
        let (url, reach) = self.destination(&request.url)?;
        let request = checked(request, url)?;
        self.share.take().map_err(|most| {
            OutboundFailure::LimitExceeded(format!(
                "The component made more than the {most} outbound calls that one request may."
            ))
        })?;
        let Frame { capabilities, time: call_time, .. } = &*self.frame;
        let (access, component) = (&capabilities.stores().outbound, capabilities.component());
        let Ok(permit) = access.permits(component).try_acquire_owned() else {
            return Err(OutboundFailure::LimitExceeded(format!(
                "The component has {} outbound calls in flight, which is all it may have at once \
                 (outbound_calls_at_once); try again shortly.",
                access.calls_at_once
            )));
        };
        let late = || OutboundFailure::DeadlineExceeded("The time of the request is over (deadline).".to_owned());
        let time = asked_time.min(most_time).min(call_time.left().ok_or_else(late)?);
        let client = access
            .client
            .clone()
            .ok_or_else(|| OutboundFailure::NotGranted("This host sends no requests to servers outside.".to_owned()))?;
        Ok(Admitted { client, request, reach, permit, time })
    }

    /// The URL that is asked, and the servers that it may lead to.
    fn destination(&self, text: &str) -> Result<(Url, Reach), OutboundFailure> {
        if let Some(asked) = ConfiguredUrl::read(text) {
            return Ok((self.configured_url(&asked)?, Reach::Configured(format!("server:{}", asked.name))));
        }
        let url =
            Url::parse(text).map_err(|error| OutboundFailure::Rejected(format!("the URL cannot be read: {error}")))?;
        self.check_host(&url)?;
        Ok((url, Reach::Public))
    }

    /// The URL below the address that the operator wrote. The manifest must name the server.
    fn configured_url(&self, asked: &ConfiguredUrl<'_>) -> Result<Url, OutboundFailure> {
        let capabilities = &self.frame.capabilities;
        let is_named = |patterns: &[HostPattern]| patterns.iter().any(|pattern| pattern.is_configured(asked.name));
        if !is_named(capabilities.outbound_hosts()) {
            let name = asked.name.escape_debug();
            let sentence = format!("the manifest does not name server:{name} in its outbound-hosts");
            return Err(OutboundFailure::NotGranted(sentence));
        }
        let access = &capabilities.stores().outbound;
        let server = access
            .server(capabilities.component(), asked.name)
            .filter(|_| is_named(capabilities.given_hosts()))
            .ok_or_else(|| {
                OutboundFailure::ServerNotGiven(format!(
                    "the deployment has no address for server:{} in components.servers",
                    asked.name
                ))
            })?;
        server.url(asked).map_err(OutboundFailure::Rejected)
    }

    /// Reads an answer that comes: what is there, at most `most_bytes`, and nothing where none came within `wait`.
    pub async fn read(
        &mut self,
        incoming: &mut Incoming,
        most_bytes: usize,
        wait: Duration,
    ) -> Result<Option<Bytes>, OutboundFailure> {
        if let Some(sentence) = self.frame.open_transaction_refusal("read from another server") {
            return Err(OutboundFailure::Rejected(sentence));
        }
        if !(1..=MAX_READ_BYTES).contains(&most_bytes) {
            return Err(OutboundFailure::Rejected(format!(
                "one read gives 1 to {MAX_READ_BYTES} bytes, not {most_bytes}"
            )));
        }
        let late = || OutboundFailure::DeadlineExceeded("The time of the request is over (deadline).".to_owned());
        let wait = wait.min(self.frame.time.left().ok_or_else(late)?);
        let outcome = self.frame.time.asking_outside(incoming.answer.read(most_bytes, wait)).await;
        outcome.map_err(|error| failure(self.frame.component(), error))
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
            return Err(OutboundFailure::ServerNotGiven(format!(
                "the deployment does not give {server} to the component in components.outbound_http"
            )));
        }
        Ok(())
    }
}

fn check_length(url: &str) -> Result<(), OutboundFailure> {
    match url.len() > MAX_URL_BYTES {
        true => Err(OutboundFailure::Rejected(format!("the URL has {} bytes; it may have {MAX_URL_BYTES}", url.len()))),
        false => Ok(()),
    }
}

/// The request to `url`, if its form is good.
fn checked(request: GuestRequest, url: Url) -> Result<OutboundRequest, OutboundFailure> {
    let rejected = |sentence: String| Err(OutboundFailure::Rejected(sentence));
    if request.body.len() > MAX_BODY_BYTES {
        return Err(OutboundFailure::LimitExceeded(format!(
            "The request's body has {} bytes; it may have {MAX_BODY_BYTES}.",
            request.body.len()
        )));
    }
    if request.timeout.is_some_and(|time| time.is_zero()) {
        return rejected("a timeout is at least 1 millisecond".to_owned());
    }
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

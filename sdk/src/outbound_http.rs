//! Requests to servers outside. Needs the grant `OutboundHttp`, and each server's name in `outbound_hosts` of `plugin!`
//! and in the deployment's configuration.
//!
//! A component is loaded without a server that the deployment does not give; calls of it are [`OutboundFailure::ServerNotGiven`].
//! `server:NAME` is a server whose address the operator writes.
//!
//! `https` only, to public addresses only; redirects are not followed; a body is at most 1 MiB, an answer 2 MiB, a call
//! 10 s; 5 calls a request.
//!
//! ```no_run
//! use quarry_sdk::outbound_http::Outbound;
//!
//! # fn rates() -> Result<Vec<u8>, quarry_sdk::Problem> {
//! let answer = Outbound::get("https://api.example.org/rates").header("accept", "application/json").send()?;
//! # Ok(answer.body)
//! # }
//! ```

use crate::Problem;
use crate::bindings::quarry::plugin::outbound_http as wit;

pub use wit::{Method as OutboundMethod, OutboundFailure, OutboundResponse};

/// An answer that is read as it comes. One is open at a time; dropping it closes the connection.
///
/// ```no_run
/// use quarry_sdk::Secret;
/// use quarry_sdk::outbound_http::{IncomingAnswer, IncomingPiece, Outbound};
///
/// # fn answer(mut told: impl FnMut(&[u8])) -> Result<(), quarry_sdk::Problem> {
/// // `plugin! { outbound_hosts: ["server:model"], … }`
/// let request = Outbound::post("server:model/chat/completions", "application/json", "{}");
/// let key = Secret::configured("model_key")?;
/// let mut answer: IncomingAnswer = request.open_authorized("authorization", "Bearer ", &key)?;
/// let is_stream = answer.headers().iter().any(|(name, value)| name == "content-type" && value == "text/event-stream");
/// assert!(answer.status() == 200 && is_stream);
/// loop {
///     match answer.read(4_096, 15_000)? {
///         IncomingPiece::Bytes(bytes) => told(&bytes),
///         // Nothing came for 15 s: wait on, or give up by dropping the answer.
///         IncomingPiece::Nothing => break,
///         IncomingPiece::End => break,
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct IncomingAnswer {
    inner: wit::Incoming,
}

/// The outcome of one read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IncomingPiece {
    /// What has come; at least one byte.
    Bytes(Vec<u8>),
    /// Nothing came in the time that was given.
    Nothing,
    /// The answer is whole.
    End,
}

impl IncomingAnswer {
    /// The status as the server gave it.
    pub fn status(&self) -> u16 {
        self.inner.status()
    }

    /// The headers, with names in lowercase.
    pub fn headers(&self) -> Vec<(String, String)> {
        self.inner.headers()
    }

    /// Gives what has come, at most `most_bytes` (1 to 65,536), and waits for it for so many milliseconds.
    pub fn read(&mut self, most_bytes: u32, milliseconds: u32) -> Result<IncomingPiece, OutboundFailure> {
        Ok(match self.inner.read(most_bytes, milliseconds)? {
            Some(bytes) if bytes.is_empty() => IncomingPiece::Nothing,
            Some(bytes) => IncomingPiece::Bytes(bytes),
            None => IncomingPiece::End,
        })
    }
}

/// A request in the making.
#[derive(Debug, Clone)]
pub struct Outbound {
    inner: wit::OutboundRequest,
}

impl Outbound {
    /// A request of any method.
    pub fn new(method: OutboundMethod, url: impl Into<String>) -> Outbound {
        Outbound {
            inner: wit::OutboundRequest {
                method,
                url: url.into(),
                headers: Vec::new(),
                body: Vec::new(),
                timeout_milliseconds: None,
            },
        }
    }

    /// A `GET` request.
    pub fn get(url: impl Into<String>) -> Outbound {
        Outbound::new(OutboundMethod::Get, url)
    }

    /// `POST` with a body of this media type.
    pub fn post(url: impl Into<String>, content_type: &str, body: impl Into<Vec<u8>>) -> Outbound {
        Outbound::new(OutboundMethod::Post, url).header("content-type", content_type).body(body)
    }

    /// Adds a header; one that the host owns (`host`, `connection`, `proxy-…`) makes the call fail.
    pub fn header(mut self, name: &str, value: &str) -> Outbound {
        self.inner.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets the body.
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Outbound {
        self.inner.body = body.into();
        self
    }

    /// Gives it less time than the 10 s that a call may take.
    pub fn timeout_milliseconds(mut self, milliseconds: u32) -> Outbound {
        self.inner.timeout_milliseconds = Some(milliseconds);
        self
    }

    /// Sends it with one more header: `prefix` (`Bearer `) and a secret that was configured, or minted and kept. Needs the
    /// grant `Secrets` too.
    pub fn send_authorized(
        self,
        header_name: &str,
        prefix: &str,
        secret: &crate::Secret,
    ) -> Result<OutboundResponse, OutboundFailure> {
        wit::send_authorized(&self.inner, header_name, prefix, secret.handle())
    }

    /// Sends it and returns with the head of the answer, which has 10 s, or 60 s on a route with an event stream.
    pub fn open(self) -> Result<IncomingAnswer, OutboundFailure> {
        wit::open(&self.inner).map(|inner| IncomingAnswer { inner })
    }

    /// Opens it with the header of [`Outbound::send_authorized`].
    pub fn open_authorized(
        self,
        header_name: &str,
        prefix: &str,
        secret: &crate::Secret,
    ) -> Result<IncomingAnswer, OutboundFailure> {
        let opened = wit::open_authorized(&self.inner, header_name, prefix, secret.handle());
        opened.map(|inner| IncomingAnswer { inner })
    }

    /// Sends it and waits for the whole answer, whatever its status.
    pub fn send(self) -> Result<OutboundResponse, OutboundFailure> {
        wit::send(&self.inner)
    }
}

impl OutboundResponse {
    /// The first header of this lowercase name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A call that failed becomes the published error; a handler that knows better matches on the failure instead.
impl From<OutboundFailure> for Problem {
    fn from(failure: OutboundFailure) -> Problem {
        match failure {
            OutboundFailure::Unreachable(detail)
            | OutboundFailure::LimitExceeded(detail)
            | OutboundFailure::DeadlineExceeded(detail) => {
                crate::log::emit(crate::log::Level::Warn, &detail);
                Problem::new(
                    503,
                    "data_source_unavailable",
                    "A server that this operation asks did not answer as it should; try again shortly.",
                )
            }
            OutboundFailure::ServerNotGiven(detail) => {
                crate::log::emit(crate::log::Level::Warn, &detail);
                Problem::new(
                    503,
                    "data_source_unavailable",
                    "This deployment is not set up to ask the server that this operation needs.",
                )
            }
            OutboundFailure::NotGranted(detail)
            | OutboundFailure::Rejected(detail)
            | OutboundFailure::AddressRefused(detail) => Problem::refused_by_host(&detail),
        }
    }
}

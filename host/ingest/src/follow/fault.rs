//! The meaning of a failed question to a server, for the code that asked.

use std::time::Duration;

use alloy_json_rpc::{ErrorPayload, RpcError};
use alloy_transport::{TransportError, TransportErrorKind};

use super::endpoint::RpcEndpoint;
use super::transport::AnswerTooLong;

/// A question that got no usable answer.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// No connection, no answer in time, or a gateway that says so: it is tried again until it works.
    #[error("the server does not answer: {detail}")]
    Unreachable { detail: String },
    #[error("the server asks for fewer requests")]
    Busy { retry_after: Option<Duration> },
    /// An error of JSON-RPC, or a status 500: perhaps the range is too large, perhaps the block is broken there.
    #[error("the server refuses {method}: {detail}")]
    Refused { method: &'static str, detail: String },
    #[error("the server's answer to {method} is longer than 64 MiB")]
    TooLong { method: &'static str },
    #[error("the server's answer to {method} cannot be read: {detail}")]
    Unreadable { method: &'static str, detail: String },
    /// The head is higher, but the server has no such block.
    #[error("the server has no block {block}")]
    Missing { block: u64 },
    #[error("the server leaves out logs of block {block}: they do not give its bloom filter")]
    LogsLeftOut { block: u64 },
    #[error("the server gives two logs of block {block} under one index of one transaction")]
    OnePlace { block: u64 },
    #[error("the warehouse takes not all of the rows: {detail}")]
    Rejected { detail: String },
    /// The blocks that were read belong to different versions of the chain: it changed meanwhile.
    #[error("the chain changed while it was read, at block {block}")]
    Moved { block: u64 },
    /// The first block read is not a child of the stored block before it.
    #[error("block {block} does not follow the stored block before it")]
    Detached { block: u64 },
}

impl Fault {
    /// True when asking for fewer blocks, or leaving the block out, may help. Where the server itself is the trouble, it does
    /// not.
    pub(super) fn is_of_the_range(&self) -> bool {
        !matches!(self, Fault::Unreachable { .. } | Fault::Busy { .. } | Fault::Moved { .. } | Fault::Detached { .. })
    }

    /// The block that is the trouble, where it is one.
    pub(super) fn block(&self) -> Option<u64> {
        match self {
            Fault::Missing { block } | Fault::LogsLeftOut { block } | Fault::OnePlace { block } => Some(*block),
            _ => None,
        }
    }

    /// The word under which a gap is listed.
    pub(super) fn gap_reason(&self) -> &'static str {
        match self {
            Fault::Missing { .. } => "missing_block",
            Fault::LogsLeftOut { .. } => "incomplete_logs",
            Fault::OnePlace { .. } => "logs_of_one_place",
            Fault::Unreadable { .. } => "unreadable",
            Fault::Detached { .. } => "detached",
            Fault::Rejected { .. } => "rejected",
            _ => "refused",
        }
    }

    /// Reads what alloy's client says.
    pub(super) fn of(endpoint: &RpcEndpoint, method: &'static str, error: TransportError) -> Fault {
        match error {
            RpcError::ErrorResp(payload) if is_rate_limit(&payload) => Fault::Busy { retry_after: None },
            RpcError::ErrorResp(payload) => {
                let message = endpoint.redact(&payload.message);
                Fault::Refused { method, detail: format!("{message} (code {})", payload.code) }
            }
            RpcError::NullResp => Fault::Unreadable { method, detail: "it is null".to_owned() },
            RpcError::Transport(kind) => of_transport(endpoint, method, kind),
            RpcError::DeserError { err, .. } | RpcError::SerError(err) => {
                Fault::Unreadable { method, detail: endpoint.redact(&err.to_string()) }
            }
            other => Fault::Unreadable { method, detail: endpoint.redact(&other.to_string()) },
        }
    }
}

fn of_transport(endpoint: &RpcEndpoint, method: &'static str, kind: TransportErrorKind) -> Fault {
    if let TransportErrorKind::Custom(error) = &kind
        && error.is::<AnswerTooLong>()
    {
        return Fault::TooLong { method };
    }
    let retry_after = kind.retry_after();
    match kind.as_http_error().map(|error| error.status) {
        Some(429) => Fault::Busy { retry_after },
        Some(503) if retry_after.is_some() => Fault::Busy { retry_after },
        Some(413) => Fault::TooLong { method },
        Some(500) => Fault::Refused { method, detail: "status 500".to_owned() },
        Some(status) => Fault::Unreachable { detail: format!("status {status}") },
        None => Fault::Unreachable { detail: endpoint.redact(&innermost(&kind)) },
    }
}

/// The last cause says what happened, those around it which layer noticed.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

/// True when a refusal is about the number of requests. Some servers give the same code to ranges with too many results,
/// which waiting does not help.
fn is_rate_limit(payload: &ErrorPayload) -> bool {
    let message = payload.message.to_ascii_lowercase();
    let is_about_the_range =
        ["range", "results", "response size", "too large"].iter().any(|word| message.contains(word));
    payload.is_retry_err() && !is_about_the_range
}

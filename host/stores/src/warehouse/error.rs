//! Errors of the warehouse, sorted by what a caller does about them.

use super::row_binary::{AnswerError, DecodeError};
use crate::row_memory::{RowMemory, RowMemoryFull};
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// A statement that did not succeed. `Clone`, so that waiters of one shared query can all have it.
#[derive(Debug, Clone, thiserror::Error)]
pub enum WarehouseError {
    /// Down, refusing, full, or gone in the middle of the answer: the same statement may succeed later.
    #[error("The warehouse is unavailable: {reason}")]
    Unavailable { reason: String },
    /// The statement took longer than its deadline.
    #[error("The warehouse did not answer within {} ms", deadline.as_millis())]
    DeadlineExceeded { deadline: Duration },
    /// The statement needed more memory than it may have.
    #[error("The statement needs more memory than the warehouse gives it: {message}")]
    MemoryLimit { message: String },
    /// The answer has more rows or bytes than the caller takes.
    #[error("The answer is larger than its limit: {message}")]
    RowLimit { message: String },
    /// The rows need more memory of the host than their holder has left.
    #[error("The answer is larger than its reader may hold: {0}")]
    RowMemory(#[from] RowMemoryFull),
    /// The warehouse does not accept the statement: a defect of the statement or of its parameters.
    #[error("The warehouse rejected the statement with code {code}: {message}")]
    Rejected { code: i32, message: String },
    /// The answer is not what its header says, or has a type that the host does not read.
    #[error("The warehouse's answer cannot be read: {0}")]
    Decode(#[from] DecodeError),
    /// The data to insert could not be read; nothing of the current block is committed.
    #[error("The data to insert could not be read: {0}")]
    Body(Arc<io::Error>),
    /// The configured address cannot be used.
    #[error("The warehouse address {address} cannot be used: {reason}")]
    Address { address: String, reason: String },
}

impl From<AnswerError> for WarehouseError {
    fn from(error: AnswerError) -> WarehouseError {
        match error {
            AnswerError::Decode(error) => error.into(),
            AnswerError::RowMemory(full) => full.into(),
        }
    }
}

impl WarehouseError {
    /// The same for people who cannot change the statement: no word of the engine's, which the log has.
    pub fn sentence(&self) -> String {
        tracing::debug!(error = %self, "the warehouse failed");
        match self {
            WarehouseError::Unavailable { .. } => "the warehouse does not answer".to_owned(),
            WarehouseError::DeadlineExceeded { deadline } => {
                format!("the warehouse did not answer within {} s", deadline.as_secs())
            }
            WarehouseError::MemoryLimit { .. } => "the warehouse ran out of the memory that it may have".to_owned(),
            WarehouseError::RowLimit { .. } | WarehouseError::RowMemory(_) => {
                "the warehouse's answer was larger than its limit".to_owned()
            }
            WarehouseError::Rejected { code, .. } => format!("the warehouse refused a statement (code {code})"),
            WarehouseError::Decode(_) => "the warehouse's answer could not be read".to_owned(),
            WarehouseError::Body(error) => format!("the data could not be read ({error})"),
            WarehouseError::Address { address, .. } => format!("the warehouse's address {address} cannot be used"),
        }
    }

    /// True when the warehouse, and not the statement, is the reason: an endpoint answers 503 then.
    pub fn is_unavailable(&self) -> bool {
        matches!(self, WarehouseError::Unavailable { .. })
    }

    pub(super) fn unavailable(reason: impl std::fmt::Display) -> WarehouseError {
        WarehouseError::Unavailable { reason: reason.to_string() }
    }

    /// Tells the server's bound for an answer's bytes, which follows `memory`, from that for its rows.
    pub(super) fn of_bytes(self, memory: &RowMemory) -> WarehouseError {
        match self {
            WarehouseError::RowLimit { message } if message.contains("max bytes:") => memory.full().into(),
            other => other,
        }
    }

    /// Sorts the crate's error. `deadline` is the one that the statement had.
    pub(super) fn from_client(error: clickhouse::error::Error, deadline: Duration) -> WarehouseError {
        use clickhouse::error::Error;
        match error {
            Error::BadResponse(text) => WarehouseError::from_response(&text, deadline),
            Error::TimedOut => WarehouseError::DeadlineExceeded { deadline },
            Error::Network(source) => WarehouseError::unavailable(innermost(source.as_ref())),
            Error::Decompression(source) => WarehouseError::unavailable(source),
            other => WarehouseError::Rejected { code: 0, message: other.to_string() },
        }
    }

    /// Sorts an error text of the server (`Code: N. DB::Exception: …`), or of a proxy in front of it.
    pub(super) fn from_response(text: &str, deadline: Duration) -> WarehouseError {
        let code = text
            .split_once("Code: ")
            .and_then(|(_, rest)| rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok());
        let message = text.trim().to_owned();
        match code {
            Some(159 | 160) => WarehouseError::DeadlineExceeded { deadline },
            Some(241) => WarehouseError::MemoryLimit { message },
            Some(158 | 396) => WarehouseError::RowLimit { message },
            // Too many queries, network and timeouts inside, disk full, cancelled by a stop, read-only while recovering.
            Some(202 | 209 | 210 | 242 | 243 | 394) => WarehouseError::Unavailable { reason: message },
            Some(_) if message.contains("No space left on device") => WarehouseError::Unavailable { reason: message },
            Some(code) => WarehouseError::Rejected { code, message },
            // No ClickHouse error at all: something between the host and the server has answered.
            None => WarehouseError::Unavailable { reason: message },
        }
    }
}

/// The end of an error's chain of causes, which names the actual failure ("Connection refused").
pub(super) fn innermost(error: &(dyn std::error::Error + 'static)) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}

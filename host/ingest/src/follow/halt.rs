//! The reasons why a round of following ended early.

use std::time::Duration;

use super::super::error::IngestError;
use super::fault::Fault;

/// The reason.
pub(super) enum Halt {
    Stopped,
    Fault(Fault),
    Ingest(IngestError),
    WrongChain(u64),
    /// The stored block that the server has not, deeper than anything may be replaced.
    BelowFinality(u64),
}

impl From<IngestError> for Halt {
    fn from(error: IngestError) -> Halt {
        Halt::Ingest(error)
    }
}

impl Halt {
    /// The time for which the server asked to be left alone.
    pub(super) fn retry_after(&self) -> Option<Duration> {
        match self {
            Halt::Fault(Fault::Busy { retry_after }) => *retry_after,
            _ => None,
        }
    }
}

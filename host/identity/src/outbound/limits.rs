//! The bounds of a request to a server outside.

use std::time::Duration;

/// The limits of one request.
#[derive(Debug, Clone, Copy)]
pub struct OutboundLimits {
    /// All of it: name, connection, answer.
    pub time: Duration,
    pub max_answer_bytes: usize,
    pub longer: LongerAnswer,
}

/// The fate of an answer whose body has more bytes than are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LongerAnswer {
    /// It is refused.
    Refused,
    /// Its beginning is kept, and so it is of a body that breaks off or takes longer than a second: the status is what counts.
    Cut,
}

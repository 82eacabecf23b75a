//! The failures of calls of `objects`.

/// The reason why a call failed, in a sentence for the component's author or its clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObjectFailure {
    Unavailable(String),
    DeadlineExceeded(String),
    LimitExceeded(String),
    Rejected(String),
}

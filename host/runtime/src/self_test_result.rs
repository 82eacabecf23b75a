//! The result of a self-test.

use quarry_contract::Method;
use thiserror::Error;

/// The result of a self-test without a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tried {
    /// Each operation went to its end.
    Whole,
    /// The time was over, or a store did not answer.
    InPart,
}

/// A component that breaks down on its own example.
#[derive(Debug, Error)]
#[error("its self-test failed: {method} {path} {what}{said}")]
pub struct SelfTestFailure {
    pub(super) method: Method,
    pub(super) path: String,
    /// A sentence about the fault, with the limit's name where it was one.
    pub(super) what: String,
    /// The last line that it logged, if any.
    pub(super) said: String,
}

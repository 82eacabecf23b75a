//! The refusal of another try, for a while.

use thiserror::Error;

/// Too many wrong tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("too many wrong tries; the next may come in {retry_after_seconds} s")]
pub struct LockedOut {
    pub retry_after_seconds: u32,
}

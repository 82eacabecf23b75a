//! Refusals of what is closed.

use std::time::Duration;

/// The reason why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub what: Closed,
    /// The time after which another try is worthwhile.
    pub retry_after: Duration,
}

/// The thing that is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// The operation, for this caller.
    Caller,
    /// The operation, for this caller with the things of this tenant.
    CallerOfTenant,
    /// The operation, for this tenant.
    Tenant,
    /// The operation, for all.
    Operation,
    Component,
}

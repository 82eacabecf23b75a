//! What one component may use.

use jiff::Timestamp;
use std::time::Duration;

/// Limits of a component; over one of them the answer is a 503 that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentLimits {
    /// CPU time of the guest in one request, host calls not counted.
    pub cpu: Duration,
    /// Linear memory of one instance.
    pub memory_bytes: usize,
    /// JSON text that the guest itself writes in one answer.
    pub response_bytes: usize,
    /// Instances at once.
    pub instances: usize,
    /// Requests that may wait for an instance.
    pub queue_length: usize,
    /// How long one may wait.
    pub queue_wait: Duration,
    /// Lines in the host's log in one request; further ones are dropped and counted.
    pub log_lines: u32,
    /// Statements in one request.
    pub statements: u32,
    /// Event streams at once.
    pub event_streams: usize,
    /// Statements in one attempt of a job.
    pub job_statements: u32,
    /// CPU time of the guest in one attempt of a job.
    pub job_cpu: Duration,
    /// The time that the guest's clock shows and stands at; `None` is the machine's. For tests.
    pub clock: Option<Timestamp>,
}

impl ComponentLimits {
    /// The limits of an attempt of a job, which may take longer than a request.
    pub(super) fn of_a_job(&self) -> ComponentLimits {
        ComponentLimits { cpu: self.job_cpu, ..self.clone() }
    }
}

impl Default for ComponentLimits {
    fn default() -> Self {
        ComponentLimits {
            cpu: Duration::from_secs(2),
            memory_bytes: 64 << 20,
            response_bytes: 8 << 20,
            instances: 64,
            queue_length: 256,
            queue_wait: Duration::from_secs(5),
            log_lines: 100,
            statements: 50,
            job_statements: 10_000,
            job_cpu: Duration::from_secs(60),
            event_streams: 64,
            clock: None,
        }
    }
}

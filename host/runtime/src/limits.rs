//! Limits of one component.

use crate::capabilities::{COMPONENT_HELD_BYTES, CallShares};
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::time::Duration;

/// Limits of a component; over one of them the answer is a 503 that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentLimits {
    /// CPU time of the guest in one request, host calls not counted.
    pub cpu: Duration,
    /// One request, its host calls included; what the host gives to every request is the most.
    pub request: Duration,
    /// Linear memory of one instance.
    pub memory_bytes: usize,
    /// JSON text that the guest itself writes in one answer.
    pub response_bytes: usize,
    /// Instances at once.
    pub instances: usize,
    /// Requests that may wait for an instance.
    pub queue_length: usize,
    /// The longest wait of one call.
    pub queue_wait: Duration,
    /// Lines in the host's log in one request; further ones are dropped.
    pub log_lines: u32,
    /// Statements in one request.
    pub statements: u32,
    /// Rows that one statement may give.
    pub rows: u64,
    /// Bytes of the rows of all statements that the host holds for one request.
    pub held_bytes_per_request: usize,
    /// Bytes of the rows that it holds for all requests at once.
    pub held_bytes: usize,
    /// Bytes that its own tables may have in the app store, indexes included; none is no bound.
    pub table_bytes: Option<u64>,
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
        ComponentLimits { cpu: self.job_cpu, statements: self.job_statements, ..self.clone() }
    }

    /// Gives the shares that are counted in a call.
    pub(super) fn shares(&self) -> CallShares {
        CallShares {
            log_lines: self.log_lines,
            statements: self.statements,
            rows: self.rows,
            held_bytes: self.held_bytes_per_request,
            table_bytes: self.table_bytes,
        }
    }
}

impl Default for ComponentLimits {
    fn default() -> Self {
        let CallShares { log_lines, statements, rows, held_bytes, table_bytes } = CallShares::default();
        ComponentLimits {
            cpu: Duration::from_secs(2),
            request: Duration::from_secs(30),
            memory_bytes: 64 << 20,
            response_bytes: 8 << 20,
            instances: 64,
            queue_length: 256,
            queue_wait: Duration::from_secs(5),
            log_lines,
            statements,
            rows,
            held_bytes_per_request: held_bytes,
            held_bytes: COMPONENT_HELD_BYTES,
            table_bytes,
            job_statements: 10_000,
            job_cpu: Duration::from_secs(60),
            event_streams: 64,
            clock: None,
        }
    }
}

/// The limits of each component: those of all, or its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LimitsByComponent {
    pub all: ComponentLimits,
    /// Limits by component name.
    pub own: BTreeMap<String, ComponentLimits>,
}

impl LimitsByComponent {
    /// Those of the component of that name.
    pub fn of(&self, name: &str) -> &ComponentLimits {
        self.own.get(name).unwrap_or(&self.all)
    }

    /// The most memory that an instance of any component may have.
    pub fn most_memory_bytes(&self) -> usize {
        let own = self.own.values().map(|limits| limits.memory_bytes);
        own.fold(self.all.memory_bytes, usize::max)
    }
}

impl From<ComponentLimits> for LimitsByComponent {
    fn from(all: ComponentLimits) -> Self {
        LimitsByComponent { all, own: BTreeMap::new() }
    }
}

//! The work and the resources of the calls of one operation of a component.
//!
//! Counted where the call is, by operation; what a component used is the sum, made when somebody asks for it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The reason why a call failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It trapped.
    Trap,
    /// It used up its CPU time.
    Cpu,
    /// It asked for more memory than it may have.
    Memory,
    /// It did not end within the request's time.
    Deadline,
    /// It gave an answer that the host cannot use.
    Answer,
    /// No instance was free in time.
    Overloaded,
    /// It failed too often, and was not asked.
    Quarantined,
}

/// Their names as labels, in the order of the variants.
pub(super) const FAULTS: [&str; 7] = ["trap", "cpu", "memory", "deadline", "answer", "overloaded", "quarantined"];

/// The CPU time of so many requests of an operation is measured each, and of one in so many after them.
const SAMPLED_ONE_IN: u32 = 32;

/// One operation of a component, or one kind of job.
#[derive(Debug, Default)]
pub struct OperationUse {
    calls: AtomicU64,
    faults: [AtomicU64; FAULTS.len()],
    cpu_nanoseconds: AtomicU64,
    wait_nanoseconds: AtomicU64,
    statements: AtomicU64,
    rows: AtomicU64,
    warehouse_rows_read: AtomicU64,
    memory_peak_bytes: AtomicU64,
}

/// The counts until now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Used {
    pub(super) calls: u64,
    pub(super) faults: [u64; FAULTS.len()],
    pub(super) cpu: Duration,
    pub(super) wait: Duration,
    pub(super) statements: u64,
    pub(super) rows: u64,
    pub(super) warehouse_rows_read: u64,
    pub(super) memory_peak_bytes: u64,
}

impl OperationUse {
    /// Counts a call, and says for how many its CPU time is to stand: 0 where it is not measured. Each of the first 32 stands
    /// for itself, so that what is seldom asked is told as it is; after them each 32nd stands for 32.
    #[inline]
    pub fn begin(&self) -> u32 {
        match self.calls.fetch_add(1, Ordering::Relaxed) {
            before if before < SAMPLED_ONE_IN.into() => 1,
            before if before.is_multiple_of(SAMPLED_ONE_IN.into()) => SAMPLED_ONE_IN,
            _ => 0,
        }
    }

    /// A request had to wait this long for an instance.
    #[inline]
    pub fn waited(&self, time: Duration) {
        self.wait_nanoseconds.fetch_add(nanoseconds(time), Ordering::Relaxed);
    }

    /// Its calls used this much CPU time, what the host did for them on the same thread included.
    #[inline]
    pub fn used_cpu(&self, time: Duration) {
        self.cpu_nanoseconds.fetch_add(nanoseconds(time), Ordering::Relaxed);
    }

    /// A call ran so many statements, got so many rows, and had the warehouse read so many for them.
    #[inline]
    pub fn used_stores(&self, statements: u32, rows: u64, warehouse_rows_read: u64) {
        self.statements.fetch_add(statements.into(), Ordering::Relaxed);
        self.rows.fetch_add(rows, Ordering::Relaxed);
        self.warehouse_rows_read.fetch_add(warehouse_rows_read, Ordering::Relaxed);
    }

    /// A call had so much memory at its largest.
    #[inline]
    pub fn used_memory(&self, bytes: u64) {
        self.memory_peak_bytes.fetch_max(bytes, Ordering::Relaxed);
    }

    /// A call came to nothing.
    #[inline]
    pub fn fault(&self, fault: Fault) {
        self.faults[fault as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn used(&self) -> Used {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Used {
            calls: of(&self.calls),
            faults: std::array::from_fn(|fault| of(&self.faults[fault])),
            cpu: Duration::from_nanos(of(&self.cpu_nanoseconds)),
            wait: Duration::from_nanos(of(&self.wait_nanoseconds)),
            statements: of(&self.statements),
            rows: of(&self.rows),
            warehouse_rows_read: of(&self.warehouse_rows_read),
            memory_peak_bytes: of(&self.memory_peak_bytes),
        }
    }
}

impl Used {
    /// Together; of the memory peaks the larger one.
    pub(super) fn and(self, other: Used) -> Used {
        Used {
            calls: self.calls + other.calls,
            faults: std::array::from_fn(|fault| self.faults[fault] + other.faults[fault]),
            cpu: self.cpu + other.cpu,
            wait: self.wait + other.wait,
            statements: self.statements + other.statements,
            rows: self.rows + other.rows,
            warehouse_rows_read: self.warehouse_rows_read + other.warehouse_rows_read,
            memory_peak_bytes: self.memory_peak_bytes.max(other.memory_peak_bytes),
        }
    }

    /// True when nothing was counted.
    pub(super) fn is_nothing(&self) -> bool {
        self.calls == 0 && self.faults.iter().all(|count| *count == 0)
    }
}

#[inline]
fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

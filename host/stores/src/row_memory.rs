//! The memory of rows: counted while they arrive, and given back when they are dropped.
//!
//! Levels stand above each other: a call's, its component's, the host's. What a call takes is taken at each of them, or at none.
//! Always true here: a level has never given more than its limit.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

/// The bytes of rows that all components may hold together on a host, unless it is configured otherwise.
const HOST_BYTES: usize = 1 << 30;
/// The bytes that one statement of the host itself may give.
const OWN_STATEMENT_BYTES: usize = 256 << 20;
/// Bytes that are taken at a time while rows arrive. What is over at the end is given back.
const STEP: usize = 64 << 10;

/// A level of the memory that rows take. Clones are the same level.
#[derive(Debug, Clone)]
pub struct RowMemory(Arc<Level>);

#[derive(Debug)]
struct Level {
    holder: RowHolder,
    limit: usize,
    held: AtomicUsize,
    above: Option<RowMemory>,
}

/// The holder of rows at one level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowHolder {
    /// One statement of the host's own, or of a guard.
    Statement,
    /// One request or job.
    Call,
    /// All calls of a component.
    Component,
    /// All components.
    Host,
}

impl fmt::Display for RowHolder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            RowHolder::Statement => "one statement",
            RowHolder::Call => "one call",
            RowHolder::Component => "one component",
            RowHolder::Host => "all components",
        })
    }
}

/// A level had no room for more rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the rows need more than the {limit} bytes that {holder} may hold")]
pub struct RowMemoryFull {
    pub holder: RowHolder,
    /// Bytes.
    pub limit: usize,
}

impl RowMemory {
    /// The level of a host, of `limit` bytes.
    pub fn of_host(limit: usize) -> RowMemory {
        RowMemory::new(RowHolder::Host, limit, None)
    }

    /// A level below this one for a component, of `limit` bytes.
    pub fn of_component(&self, limit: usize) -> RowMemory {
        RowMemory::new(RowHolder::Component, limit, Some(self.clone()))
    }

    /// A level below this one for a call, of `limit` bytes.
    pub fn of_call(&self, limit: usize) -> RowMemory {
        RowMemory::new(RowHolder::Call, limit, Some(self.clone()))
    }

    /// A level below this one for one statement, of `limit` bytes.
    pub fn of_statement(&self, limit: usize) -> RowMemory {
        RowMemory::new(RowHolder::Statement, limit, Some(self.clone()))
    }

    /// The level of a statement that the host runs for itself: 256 MiB, counted by nobody else.
    pub fn of_own_statement() -> RowMemory {
        RowMemory::new(RowHolder::Statement, OWN_STATEMENT_BYTES, None)
    }

    fn new(holder: RowHolder, limit: usize, above: Option<RowMemory>) -> RowMemory {
        RowMemory(Arc::new(Level { holder, limit, held: AtomicUsize::new(0), above }))
    }

    /// The bytes that are held at this level.
    pub fn held(&self) -> usize {
        self.0.held.load(Ordering::Acquire)
    }

    /// The bytes that this level still has room for, whatever those above it have.
    pub fn left(&self) -> usize {
        self.0.limit.saturating_sub(self.held())
    }

    /// The refusal of this level.
    pub(crate) fn full(&self) -> RowMemoryFull {
        RowMemoryFull { holder: self.0.holder, limit: self.0.limit }
    }

    /// Rows that are about to arrive: none yet.
    pub fn hold(&self) -> HeldBytes {
        HeldBytes { memory: self.clone(), taken: 0, used: 0 }
    }

    fn take(&self, bytes: usize) -> Result<(), RowMemoryFull> {
        let Level { limit, held, above, .. } = &*self.0;
        let room = |now: usize| now.checked_add(bytes).filter(|then| then <= limit);
        held.fetch_update(Ordering::AcqRel, Ordering::Acquire, room).map_err(|_| self.full())?;
        let taken = above.as_ref().map_or(Ok(()), |above| above.take(bytes));
        if taken.is_err() {
            held.fetch_sub(bytes, Ordering::AcqRel);
        }
        taken
    }

    fn give_back(&self, bytes: usize) {
        self.0.held.fetch_sub(bytes, Ordering::AcqRel);
        if let Some(above) = &self.0.above {
            above.give_back(bytes);
        }
    }
}

impl Default for RowMemory {
    fn default() -> Self {
        RowMemory::of_host(HOST_BYTES)
    }
}

/// Bytes that rows take. Dropped, they are given back at every level.
#[derive(Debug)]
pub struct HeldBytes {
    memory: RowMemory,
    taken: usize,
    used: usize,
}

impl HeldBytes {
    /// Counts `bytes` more.
    pub(crate) fn add(&mut self, bytes: usize) -> Result<(), RowMemoryFull> {
        let used = self.used.saturating_add(bytes);
        if used > self.taken {
            let missing = used - self.taken;
            let taken = match self.memory.take(missing.max(STEP)) {
                Ok(()) => missing.max(STEP),
                // The last room may be less than a step.
                Err(_) => self.memory.take(missing).map(|()| missing)?,
            };
            self.taken += taken;
        }
        self.used = used;
        Ok(())
    }

    /// Counts `bytes` in the place of what was counted before.
    pub(crate) fn become_exactly(&mut self, bytes: usize) -> Result<(), RowMemoryFull> {
        match bytes.checked_sub(self.used) {
            Some(more) => self.add(more)?,
            None => self.used = bytes,
        }
        Ok(())
    }

    /// All rows are there: what was taken beyond them is given back.
    pub(crate) fn settle(&mut self) {
        self.memory.give_back(self.taken - self.used);
        self.taken = self.used;
    }
}

impl Drop for HeldBytes {
    fn drop(&mut self) {
        self.memory.give_back(self.taken);
    }
}

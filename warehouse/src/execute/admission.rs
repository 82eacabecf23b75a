//! The number of statements that run at once, and of those that may wait for their turn.

use crate::engine::failure::{EngineFailure, code};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Waiting statements for each running one.
const WAITING_PER_RUNNING: usize = 8;

/// Two bounds: everything admitted or waiting, and everything running.
pub(crate) struct Admission {
    present: Arc<Semaphore>,
    running: Arc<Semaphore>,
    max_running: usize,
}

/// The right to run one statement, given back when it is dropped.
pub(crate) struct Permit {
    _running: OwnedSemaphorePermit,
    _present: OwnedSemaphorePermit,
}

impl Admission {
    pub(crate) fn new(max_running: usize) -> Admission {
        Admission {
            present: Arc::new(Semaphore::new(max_running * (WAITING_PER_RUNNING + 1))),
            running: Arc::new(Semaphore::new(max_running)),
            max_running,
        }
    }

    /// Waits for a turn; fails at once when the queue is full or the warehouse stops.
    pub(crate) async fn admit(&self) -> Result<Permit, EngineFailure> {
        let present = self.present.clone().try_acquire_owned().map_err(|_| self.full())?;
        let running = self.running.clone().acquire_owned().await.map_err(|_| stopping())?;
        Ok(Permit { _running: running, _present: present })
    }

    /// Admits nothing any more.
    pub(crate) fn close(&self) {
        self.running.close();
    }

    /// True when nothing runs.
    pub(crate) fn is_idle(&self) -> bool {
        self.running.available_permits() == self.max_running
    }

    fn full(&self) -> EngineFailure {
        let sentence = format!("Too many simultaneous queries: {} run and the queue is full", self.max_running);
        EngineFailure::new(code::TOO_MANY_SIMULTANEOUS_QUERIES, "TOO_MANY_SIMULTANEOUS_QUERIES", sentence)
    }
}

fn stopping() -> EngineFailure {
    EngineFailure::new(code::QUERY_WAS_CANCELLED, "QUERY_WAS_CANCELLED", "The warehouse is stopping")
}

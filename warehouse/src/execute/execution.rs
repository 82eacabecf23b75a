//! The engine as requests use it: how many statements at once, and what each of them takes with it.

use super::admission::{Admission, Permit};
use super::cancellation::{Cancellation, cancel_all, pauses};
use crate::engine::failure::{EngineFailure, code};
use crate::engine::ffi::Parameters;
use crate::engine::{Engine, Session};
use crate::http::request::RequestHead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The engine and how much of it may be used at once.
pub(crate) struct Execution {
    pub(crate) engine: Arc<Engine>,
    admission: Admission,
    /// Set while stopping: a body that ends then may have been cut off, and is not committed.
    stopping: AtomicBool,
}

impl Execution {
    pub(crate) fn new(engine: Engine, max_concurrent_queries: usize) -> Execution {
        Execution {
            engine: Arc::new(engine),
            admission: Admission::new(max_concurrent_queries),
            stopping: AtomicBool::new(false),
        }
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// Admits a statement to the engine, once there is room for it.
    pub(super) async fn admit(&self, head: &RequestHead) -> Result<Job, EngineFailure> {
        let permit = self.admission.admit().await?;
        let tag = self.engine.new_tag();
        Ok(Job {
            session: head.session(tag.clone()),
            parameters: Parameters(head.parameters.clone()),
            cancellation: Cancellation::new(self.engine.clone(), tag),
            permit,
        })
    }

    /// Refuses new statements, cancels the running ones and waits for them, at most `patience`.
    pub(crate) async fn stop(&self, patience: Duration) {
        self.stopping.store(true, Ordering::Release);
        self.admission.close();
        let all_ended = async {
            for pause in pauses() {
                if self.ends_within(pause).await {
                    return;
                }
                let engine = self.engine.clone();
                let cancelled = tokio::task::spawn_blocking(move || cancel_all(&engine)).await;
                if let Err(error) = cancelled {
                    tracing::warn!(%error, "cancelling the running queries failed");
                }
            }
        };
        if tokio::time::timeout(patience, all_ended).await.is_err() {
            tracing::warn!("queries still run after {} s, stopping without them", patience.as_secs());
        }
    }

    /// Looks every ten milliseconds, so long at most, whether nothing runs.
    async fn ends_within(&self, patience: Duration) -> bool {
        let ended = async {
            while !self.admission.is_idle() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(patience, ended).await.is_ok()
    }
}

/// One admitted statement on its way into the engine.
pub(super) struct Job {
    pub(super) session: Session,
    pub(super) parameters: Parameters,
    pub(super) cancellation: Cancellation,
    pub(super) permit: Permit,
}

/// A blocking task that panicked, which is a defect of this process.
pub(super) fn worker_failed(error: tokio::task::JoinError) -> EngineFailure {
    EngineFailure::new(code::UNKNOWN_EXCEPTION, "UNKNOWN_EXCEPTION", format_args!("The worker failed: {error}"))
}

//! Ends a query whose client has left.
//!
//! The library has no call to cancel a query that runs on another thread, so the query carries a tag in `log_comment`, and
//! `KILL QUERY` on a connection of its own names that tag. A KILL may come before the query is in the process list, so it
//! is repeated until the worker says that it has ended. The first one waits a moment as well: most queries end by themselves
//! by then, and the library has crashed in a KILL whose query was ending.

use crate::engine::ffi::Parameters;
use crate::engine::{Engine, quote_text};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The pauses before one KILL and the next: each is twice the one before, up to a second.
pub(crate) fn pauses() -> impl Iterator<Item = Duration> {
    std::iter::successors(Some(FIRST_PAUSE), |pause| Some((*pause * 2).min(LONGEST_PAUSE)))
}

/// Held by the async side of a request: when it is dropped before the worker has ended, the query is cancelled.
pub(crate) struct Cancellation {
    engine: Arc<Engine>,
    tag: String,
    ended: Ended,
}

/// Set by the worker when its query has ended, one way or the other.
#[derive(Clone, Default)]
pub(crate) struct Ended(Arc<AtomicBool>);

impl Ended {
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

impl Cancellation {
    pub(crate) fn new(engine: Arc<Engine>, tag: String) -> Cancellation {
        Cancellation { engine, tag, ended: Ended::default() }
    }

    /// The worker's end of it.
    pub(crate) fn ended(&self) -> Ended {
        self.ended.clone()
    }

    /// The handle by which a blocking thread cancels this query.
    pub(crate) fn canceller(&self) -> Canceller {
        Canceller { engine: self.engine.clone(), tag: self.tag.clone(), ended: self.ended.clone() }
    }
}

impl Drop for Cancellation {
    fn drop(&mut self) {
        if self.ended.is_set() {
            return;
        }
        let canceller = self.canceller();
        let spawned = std::thread::Builder::new().name("cancel".to_owned()).spawn(move || canceller.until_ended());
        if let Err(error) = spawned {
            tracing::warn!(%error, "no thread to cancel a query: it runs to its end");
        }
    }
}

/// Cancels one query; its methods block.
pub(crate) struct Canceller {
    engine: Arc<Engine>,
    tag: String,
    ended: Ended,
}

impl Canceller {
    /// Repeats until the worker has ended.
    pub(crate) fn until_ended(&self) {
        self.repeat(|_| false);
    }

    /// Returns once the engine has marked the query as cancelled (it may still be running), or the worker has ended.
    pub(crate) fn until_marked(&self) {
        self.repeat(|matched| matched);
    }

    fn repeat(&self, is_enough: impl Fn(bool) -> bool) {
        for pause in pauses() {
            std::thread::sleep(pause);
            if self.ended.is_set() || is_enough(kill(&self.engine, &self.tag)) {
                return;
            }
        }
    }
}

/// Cancels every query of this process; blocks.
pub(crate) fn cancel_all(engine: &Engine) {
    kill(engine, engine.tag_prefix());
}

/// Marks the queries whose tag starts with `tag`; whether there was one.
fn kill(engine: &Engine, tag: &str) -> bool {
    let Some(connection) = engine.plain_connection() else { return false };
    let statement = format!("KILL QUERY WHERE startsWith(Settings['log_comment'], {}) ASYNC", quote_text(tag));
    let answer = connection.query(&statement, "TSV", &Parameters::default());
    match answer.error() {
        None => !answer.as_ref().is_empty(),
        Some(error) => {
            tracing::warn!(error, "KILL QUERY failed");
            false
        }
    }
}

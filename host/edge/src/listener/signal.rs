//! Signals of the listener to its connections: room is short, the listener drains, the listener closes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::watch;

/// The last thing said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// Serve.
    Serve,
    /// Somebody waits for a connection: those that have been idle for this long close.
    MakeRoom { idle: Duration },
    /// End what is going on and close.
    Close,
}

/// The listener's end.
#[derive(Debug)]
pub(super) struct Speaker {
    said: watch::Sender<Said>,
    is_draining: Arc<AtomicBool>,
}

/// A connection's end.
#[derive(Debug)]
pub(super) struct Ear {
    said: watch::Receiver<Said>,
    is_draining: Arc<AtomicBool>,
}

impl Speaker {
    pub(super) fn new() -> Speaker {
        Speaker { said: watch::channel(Said::Serve).0, is_draining: Arc::new(AtomicBool::new(false)) }
    }

    pub(super) fn ear(&self) -> Ear {
        Ear { said: self.said.subscribe(), is_draining: Arc::clone(&self.is_draining) }
    }

    pub(super) fn say(&self, said: Said) {
        self.said.send_replace(said);
    }

    /// From now on each answer asks its client to take another connection for the next request.
    pub(super) fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }
}

impl Ear {
    /// The next thing said. A listener that is gone has closed.
    pub(super) async fn hear(&mut self) -> Said {
        match self.said.changed().await {
            Ok(()) => *self.said.borrow_and_update(),
            Err(_) => Said::Close,
        }
    }

    pub(super) fn draining(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_draining)
    }
}

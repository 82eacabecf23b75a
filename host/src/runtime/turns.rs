//! Guests that compute for long take turns on half of the cores, so that the other half is always there for requests that
//! are short: however many guests loop, a neighbour never waits behind them. So do, from their first moment on, requests of an
//! operation that failed a moment ago: what comes after a trap (the report, the memory that is given back) takes longer than
//! most requests, and no guest runs meanwhile that could yield.
//!
//! A turn is a tick, by the clock: it is over whatever the guest does with it, so one that asks a store meanwhile holds
//! up nobody. The cores belong to the process, and so do the turns.

use crate::runtime::engine::TICK;
use std::sync::{Arc, LazyLock};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// One permit for each core that guests may compute on for long.
static TURNS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Arc::new(Semaphore::new((cores / 2).max(1)))
});

/// A turn that is over with its tick, or when it is dropped before.
pub(super) struct Turn {
    /// Dropped, it tells the one who waits for the tick.
    _ended: oneshot::Sender<()>,
}

/// Waits for the next turn, first come first served, and takes the whole of it.
pub(super) async fn next() {
    if let Some(turn) = acquire().await {
        tokio::spawn(async move {
            tokio::time::sleep(TICK).await;
            drop(turn);
        });
    }
}

/// Waits for the next turn, and takes as much of it as is needed.
pub(super) async fn begin() -> Turn {
    let turn = acquire().await;
    let (ended, end) = oneshot::channel();
    tokio::spawn(async move {
        // Which of the two it was is all the same.
        let _ = tokio::time::timeout(TICK, end).await;
        drop(turn);
    });
    Turn { _ended: ended }
}

/// The semaphore is never closed, so there always is one.
async fn acquire() -> Option<OwnedSemaphorePermit> {
    Arc::clone(&TURNS).acquire_owned().await.ok()
}

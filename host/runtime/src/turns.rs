//! Guests that compute for long take turns on half of the cores, so that the other half is always there for requests that are
//! short: however many guests loop, a neighbour never waits behind them. A caller who made the operation fail a moment ago
//! takes turns from the first moment of a request on: what comes after a trap (the report, the memory that is given back) takes
//! longer than most requests, and no guest runs meanwhile that could yield.
//!
//! A turn is a tick, by the clock: it is over whatever the guest does with it, so one that asks a store meanwhile holds
//! up nobody. The cores belong to the process, and so do the turns. Components get them one after the other, however many
//! instances each has waiting: one with a single long computation is not kept behind the sixty-four of another.

use crate::ticks::TICK;
use std::sync::{Arc, LazyLock};
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore, oneshot};

/// One permit for each core that guests may compute on for long; given in the order in which it was asked for.
static TURNS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Arc::new(Semaphore::new((cores / 2).max(1)))
});

/// The line in which the instances of one component wait: the first of them waits among the first of the others.
#[derive(Clone, Default)]
pub(super) struct Line(Arc<Mutex<()>>);

/// A turn that is over with its tick, or when it is dropped before.
pub(super) struct Turn {
    /// Dropped, it tells the one who waits for the tick.
    _ended: oneshot::Sender<()>,
}

impl Line {
    /// Waits for the next turn, and takes the whole of it.
    pub(super) async fn next(self) {
        if let Some(turn) = self.acquire().await {
            tokio::spawn(async move {
                tokio::time::sleep(TICK).await;
                drop(turn);
            });
        }
    }

    /// Waits for the next turn, and takes as much of it as is needed.
    pub(super) async fn begin(&self) -> Turn {
        let turn = self.acquire().await;
        let (ended, end) = oneshot::channel();
        tokio::spawn(async move {
            // Which of the two it was is all the same.
            let _ = tokio::time::timeout(TICK, end).await;
            drop(turn);
        });
        Turn { _ended: ended }
    }

    /// First come, first served. The semaphore is never closed, so there always is one.
    async fn acquire(&self) -> Option<OwnedSemaphorePermit> {
        let _first = self.0.lock().await;
        Arc::clone(&TURNS).acquire_owned().await.ok()
    }
}

//! Guests that compute for long take turns on half of the cores, so that the other half is always there for requests that
//! are short: however many guests loop, a neighbour never waits behind them.
//!
//! A turn is a tick, by the clock: it is over whatever the guest does with it, so one that asks a store meanwhile holds
//! up nobody. The cores belong to the process, and so do the turns.

use crate::runtime::engine::TICK;
use std::sync::LazyLock;
use tokio::sync::Semaphore;

/// One permit for each core that guests may compute on for long.
static TURNS: LazyLock<Semaphore> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Semaphore::new((cores / 2).max(1))
});

/// Waits for the next turn, first come first served.
pub(super) async fn next() {
    // It is never closed.
    if let Ok(turn) = TURNS.acquire().await {
        tokio::spawn(async move {
            tokio::time::sleep(TICK).await;
            drop(turn);
        });
    }
}

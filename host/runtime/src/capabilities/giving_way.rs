//! Transactions of third parties' components give way: where others wait for the one writer of SQLite, such a transaction has a
//! bounded time to end, and is undone then.
//!
//! Always true: a component of the service is never interrupted by it; others wait for one component's transactions no longer than
//! their patience with it lasts, which comes back slowly; a component that has used it up begins them one by one, with pauses; while
//! nobody waits, a transaction has the time that each has.

use quarry_stores::app;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

/// A transaction, for whoever ends it: the component that commits it, or the task that undoes it.
pub(super) type Slot = Arc<tokio::sync::Mutex<Option<app::Transaction>>>;

/// The time that a transaction always has after somebody has begun to wait: a short write is never undone.
const AT_LEAST: Duration = Duration::from_millis(25);
/// The time that others may have waited for a component's transactions before each has no more than that.
const PATIENCE: Duration = Duration::from_millis(300);
/// The part of the time that passes by which the patience comes back.
const COMES_BACK: f64 = 0.01;
/// The pause before each transaction of a component that has used it up.
const PAUSE: Duration = Duration::from_millis(250);

/// The time that others still wait for a component's transactions.
#[derive(Debug)]
pub(super) struct Patience {
    left: Mutex<Left>,
    /// Held through a pause.
    pausing: tokio::sync::Mutex<()>,
}

#[derive(Debug, Clone, Copy)]
struct Left {
    time: Duration,
    at: Instant,
}

impl Patience {
    pub(super) fn new(now: Instant) -> Patience {
        Patience { left: Mutex::new(Left { time: PATIENCE, at: now }), pausing: tokio::sync::Mutex::default() }
    }

    /// Waits, before a transaction begins, where the patience is used up.
    pub(super) async fn pause(&self) {
        if self.left(Instant::now()) == AT_LEAST {
            let _pausing = self.pausing.lock().await;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The time that a transaction has from now on, when somebody has begun to wait for it.
    fn left(&self, now: Instant) -> Duration {
        self.change(now, |time| time).max(AT_LEAST)
    }

    /// Counts that others have waited so long.
    fn take(&self, waited: Duration, now: Instant) {
        self.change(now, |time| time.saturating_sub(waited));
    }

    fn change(&self, now: Instant, change: impl FnOnce(Duration) -> Duration) -> Duration {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let came_back = now.saturating_duration_since(left.at).mul_f64(COMES_BACK);
        let time = change((left.time + came_back).min(PATIENCE));
        *left = Left { time, at: now };
        time
    }
}

/// The wait of others for one transaction, which is counted once.
#[derive(Debug)]
struct Wait {
    began: Mutex<Option<Instant>>,
    patience: Arc<Patience>,
}

impl Wait {
    fn begin(&self) -> Duration {
        let now = Instant::now();
        *self.began.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        self.patience.left(now)
    }

    fn end(&self) {
        if let Some(began) = self.began.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let now = Instant::now();
            self.patience.take(now.saturating_duration_since(began), now);
        }
    }
}

/// The task that undoes a transaction for which others wait too long. Dropped, it ends.
#[derive(Debug)]
pub(super) struct GivingWay {
    task: JoinHandle<()>,
    is_asked: watch::Receiver<bool>,
    wait: Arc<Wait>,
}

impl GivingWay {
    /// Watches over the transaction in `slot`, which is told of others by `contention`.
    pub(super) fn of(slot: &Slot, contention: Arc<Notify>, patience: &Arc<Patience>) -> GivingWay {
        let (ask, is_asked) = watch::channel(false);
        let wait = Arc::new(Wait { began: Mutex::default(), patience: Arc::clone(patience) });
        let task = {
            let (slot, wait) = (Arc::clone(slot), Arc::clone(&wait));
            tokio::spawn(async move {
                contention.notified().await;
                tokio::time::sleep(wait.begin()).await;
                ask.send_replace(true);
                let mut slot = slot.lock().await;
                // One that is about to last is not there any more, and counts to its end.
                if slot.is_some() {
                    undo(&mut slot).await;
                    wait.end();
                }
            })
        };
        GivingWay { task, is_asked, wait }
    }

    /// Returns when the transaction has to give way; never where it has not.
    pub(super) async fn asked(way: Option<&mut GivingWay>) {
        let asked = match way {
            Some(way) => way.is_asked.wait_for(|is_asked| *is_asked).await.is_ok(),
            None => false,
        };
        if !asked {
            std::future::pending().await
        }
    }
}

impl Drop for GivingWay {
    fn drop(&mut self) {
        self.task.abort();
        self.wait.end();
    }
}

/// Undoes the transaction where it is not at its end yet.
async fn undo(slot: &mut Option<app::Transaction>) {
    if let Some(transaction) = slot.take()
        && let Err(error) = transaction.roll_back().await
    {
        // Its connection is closed then, and the engine has undone it.
        tracing::debug!(%error, "a transaction that gave way ended with its connection");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_is_used_up_and_comes_back() {
        let start = Instant::now();
        let patience = Patience::new(start);
        assert_eq!(patience.left(start), PATIENCE);
        patience.take(Duration::from_millis(200), start);
        assert_eq!(patience.left(start), Duration::from_millis(100));
        patience.take(Duration::from_secs(5), start);
        assert_eq!(patience.left(start), AT_LEAST, "a short write is never undone");
        assert_eq!(patience.left(start + Duration::from_secs(10)), Duration::from_millis(100));
        assert_eq!(patience.left(start + Duration::from_secs(3600)), PATIENCE, "and no more than that");
    }
}

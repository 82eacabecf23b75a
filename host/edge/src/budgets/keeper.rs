//! Work that runs beside the requests: leases that lie idle go back, keys that nobody uses are forgotten, old counters are
//! removed, and other hosts hear that this one counts too.

use crate::budgets::Budgets;
use crate::budgets::hour::Hour;
use crate::budgets::key_budget::KeyBudget;
use quarry_stores::shutdown::Shutdown;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// A lease that was not touched for as long is returned.
const IDLE: Duration = Duration::from_secs(1);
const ROUND: Duration = Duration::from_millis(250);
/// A key that was not used for as long is forgotten.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10);
/// The time that a stopping host waits for the store to take back the requests in hand.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
const BEAT: Duration = Duration::from_secs(1);

impl Budgets {
    /// Runs until `shutdown`. What is in hand then still serves the requests in flight: [`Budgets::close`] returns it.
    pub async fn keep(&self, shutdown: Shutdown) {
        tokio::join!(self.keep_leases(shutdown.clone()), self.keep_presence(shutdown));
    }

    /// Returns all that is in hand and leaves the circle of hosts. Nothing may be spent after it.
    pub async fn close(&self) {
        let closing = async {
            self.return_idle(Duration::ZERO).await;
            self.inner.presence.leave(&self.inner.ledger.store).await;
        };
        if tokio::time::timeout(DRAIN_TIMEOUT, closing).await.is_err() {
            tracing::warn!("the application store did not take back every lease in time; they count as spent");
        }
    }

    /// Tells the other hosts that this one counts. Called before the first request, so that they know in time.
    pub async fn announce(&self) {
        self.inner.presence.beat(&self.inner.ledger.store).await;
    }

    /// Returns what was not touched for `idle`, one key after the other.
    pub async fn return_idle(&self, idle: Duration) {
        for shard in &self.inner.keys {
            let holding: Vec<Arc<KeyBudget>> = {
                let keys = shard.lock().unwrap_or_else(PoisonError::into_inner);
                keys.values().filter(|key| key.holds_something()).cloned().collect()
            };
            for key in holding {
                self.return_lease(&key, idle).await;
            }
        }
    }

    /// Never dropped halfway but at the end of the process: a return whose outcome is unknown must not be tried again.
    async fn return_lease(&self, key: &KeyBudget, idle: Duration) {
        let _turn = key.flight.lock().await;
        let Some(unspent) = key.begin_return(idle, Instant::now()) else { return };
        match self.inner.ledger.give_back(key.key_id, unspent).await {
            Ok(()) => key.returned(),
            Err(error) => {
                tracing::warn!(%error, key_id = key.key_id, requests = unspent.requests, "a lease was not returned");
                key.forget();
            }
        }
    }

    async fn keep_leases(&self, mut shutdown: Shutdown) {
        let mut cleaned: Option<Hour> = None;
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(ROUND) => {}
            }
            self.return_idle(IDLE).await;
            self.forget_unused();
            let hour = self.moment().hour;
            if cleaned != Some(hour) {
                cleaned = Some(hour);
                match self.inner.ledger.remove_old(hour).await {
                    Ok(removed) => tracing::debug!(removed, "old request counters were removed"),
                    Err(error) => tracing::warn!(%error, "old request counters could not be removed"),
                }
            }
        }
    }

    async fn keep_presence(&self, mut shutdown: Shutdown) {
        if self.inner.presence.is_alone() {
            return;
        }
        loop {
            self.announce().await;
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(BEAT) => {}
            }
        }
    }

    fn forget_unused(&self) {
        let now = Instant::now();
        for shard in &self.inner.keys {
            let mut keys = shard.lock().unwrap_or_else(PoisonError::into_inner);
            // A request takes its part of a key under this lock: who is alone with it here is alone.
            keys.retain(|_, key| {
                Arc::strong_count(key) > 1
                    || key.holds_something()
                    || now.saturating_duration_since(key.used_at()) < FORGOTTEN_AFTER
            });
        }
    }
}

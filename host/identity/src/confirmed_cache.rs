//! Keys and sessions that were looked up within the last second.
//!
//! A second is what a revocation may take to be felt, and how long a key or session is believed while the store is down.
//! Unknown ones are remembered too, so that a flood with one bad key asks the store once a second. What this host itself
//! changed is felt at once: what the store was asked before it is not believed any more, also where the answer comes later.

use moka::future::Cache;
use quarry_stores::app::AppStoreError;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const BELIEVED_FOR: Duration = Duration::from_secs(1);
const MAX_ENTRIES: u64 = 100_000;

/// The store's answers, by the hash of the presented key or token; `None` is an unknown one.
pub(super) struct ConfirmedCache<State> {
    entries: Cache<[u8; 32], Found<State>>,
    /// The number of times that everything was forgotten.
    forgotten: Arc<AtomicU64>,
}

struct Found<State> {
    state: Option<Arc<State>>,
    /// The time at which the store was asked, which is earlier than the time of its answer.
    asked_at: Instant,
    /// The number of times that everything had been forgotten at the time of the lookup.
    forgotten: u64,
}

impl<State: Send + Sync + 'static> ConfirmedCache<State> {
    pub(super) fn new() -> ConfirmedCache<State> {
        let entries = Cache::builder().max_capacity(MAX_ENTRIES).time_to_live(BELIEVED_FOR).build();
        ConfirmedCache { entries, forgotten: Arc::default() }
    }

    /// The answer for `hash` without asking the store; `None` where no answer is young enough.
    pub(super) async fn young(&self, hash: &[u8; 32]) -> Option<Option<Arc<State>>> {
        let found = self.entries.get(hash).await?;
        let is_young = found.asked_at.elapsed() < BELIEVED_FOR && found.forgotten == self.times_forgotten();
        is_young.then_some(found.state)
    }

    /// The answer for `hash`, from `load` where no answer is young enough. Requests that come with one key at the same time
    /// share one lookup.
    pub(super) async fn get<Loading>(
        &self,
        hash: [u8; 32],
        load: impl Fn() -> Loading,
    ) -> Result<Option<Arc<State>>, Arc<AppStoreError>>
    where
        Loading: Future<Output = Result<Option<State>, AppStoreError>>,
    {
        let (arrived_at, forgotten) = (Instant::now(), self.times_forgotten());
        if let Some(found) = self.entries.get(&hash).await
            && (arrived_at.duration_since(found.asked_at) >= BELIEVED_FOR || found.forgotten < forgotten)
        {
            self.entries.invalidate(&hash).await;
        }
        let found = self.entries.try_get_with(hash, self.ask(&load)).await?;
        if found.forgotten >= forgotten {
            return Ok(found.state);
        }
        // The lookup that was shared began before something changed here. The next one begins after it.
        self.entries.invalidate(&hash).await;
        Ok(self.entries.try_get_with(hash, self.ask(&load)).await?.state)
    }

    async fn ask<Loading>(&self, load: impl Fn() -> Loading) -> Result<Found<State>, AppStoreError>
    where
        Loading: Future<Output = Result<Option<State>, AppStoreError>>,
    {
        let (asked_at, forgotten) = (Instant::now(), self.times_forgotten());
        load().await.map(|state| Found { state: state.map(Arc::new), asked_at, forgotten })
    }

    fn times_forgotten(&self) -> u64 {
        self.forgotten.load(Ordering::Acquire)
    }

    /// Forgets everything: the next use of each asks the store.
    pub(super) fn forget(&self) {
        self.forgotten.fetch_add(1, Ordering::AcqRel);
        self.entries.invalidate_all();
    }
}

// Derived ones would ask the same of the state.
impl<State> Clone for ConfirmedCache<State> {
    fn clone(&self) -> ConfirmedCache<State> {
        ConfirmedCache { entries: self.entries.clone(), forgotten: Arc::clone(&self.forgotten) }
    }
}

impl<State> Clone for Found<State> {
    fn clone(&self) -> Found<State> {
        Found { state: self.state.clone(), asked_at: self.asked_at, forgotten: self.forgotten }
    }
}

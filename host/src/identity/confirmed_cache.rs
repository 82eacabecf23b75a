//! Keys and sessions that were looked up within the last second.
//!
//! A second is what a revocation may take to be felt, and how long a key or session is believed while the store is down.
//! Unknown ones are remembered too, so that a flood with one bad key asks the store once a second.

use crate::stores::app::AppStoreError;
use moka::future::Cache;
use std::sync::Arc;
use std::time::{Duration, Instant};

const BELIEVED_FOR: Duration = Duration::from_secs(1);
const MAX_ENTRIES: u64 = 100_000;

/// What the store said, by the hash of what was presented; none is an unknown one.
pub(super) struct ConfirmedCache<State> {
    entries: Cache<[u8; 32], Found<State>>,
}

struct Found<State> {
    state: Option<Arc<State>>,
    /// When the store was asked, which is earlier than when it answered.
    asked_at: Instant,
}

impl<State: Send + Sync + 'static> ConfirmedCache<State> {
    pub(super) fn new() -> ConfirmedCache<State> {
        ConfirmedCache { entries: Cache::builder().max_capacity(MAX_ENTRIES).time_to_live(BELIEVED_FOR).build() }
    }

    /// What is known of `hash` without asking the store; none where nothing young enough is.
    pub(super) async fn young(&self, hash: &[u8; 32]) -> Option<Option<Arc<State>>> {
        let found = self.entries.get(hash).await?;
        (found.asked_at.elapsed() < BELIEVED_FOR).then_some(found.state)
    }

    /// What is known of `hash`, by `load` where nothing young enough is. Requests that come with one key at the same time
    /// share one lookup.
    pub(super) async fn get(
        &self,
        hash: [u8; 32],
        load: impl Future<Output = Result<Option<State>, AppStoreError>>,
    ) -> Result<Option<Arc<State>>, Arc<AppStoreError>> {
        let arrived_at = Instant::now();
        if let Some(found) = self.entries.get(&hash).await
            && arrived_at.duration_since(found.asked_at) >= BELIEVED_FOR
        {
            self.entries.invalidate(&hash).await;
        }
        let found = self.entries.try_get_with(hash, async move {
            let asked_at = Instant::now();
            load.await.map(|state| Found { state: state.map(Arc::new), asked_at })
        });
        found.await.map(|found| found.state)
    }

    /// Forgets everything: the next use of each asks the store.
    pub(super) fn forget(&self) {
        self.entries.invalidate_all();
    }
}

// Derived ones would ask the same of the state.
impl<State> Clone for ConfirmedCache<State> {
    fn clone(&self) -> ConfirmedCache<State> {
        ConfirmedCache { entries: self.entries.clone() }
    }
}

impl<State> Clone for Found<State> {
    fn clone(&self) -> Found<State> {
        Found { state: self.state.clone(), asked_at: self.asked_at }
    }
}

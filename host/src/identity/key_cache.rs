//! Keys that were looked up within the last second.
//!
//! A second is what a revocation may take to be felt, and how long a key is believed while the store is down. Unknown
//! keys are remembered too, so that a flood with one bad key asks the store once a second.

use crate::identity::key_state::KeyState;
use crate::stores::app::AppStoreError;
use moka::future::Cache;
use std::sync::Arc;
use std::time::{Duration, Instant};

const BELIEVED_FOR: Duration = Duration::from_secs(1);
const MAX_KEYS: u64 = 100_000;

/// By the hash of the key; none is an unknown one.
#[derive(Clone)]
pub(super) struct KeyCache {
    entries: Cache<[u8; 32], Found>,
}

#[derive(Clone)]
struct Found {
    state: Option<Arc<KeyState>>,
    /// When the store was asked, which is earlier than when it answered.
    asked_at: Instant,
}

impl KeyCache {
    pub(super) fn new() -> KeyCache {
        KeyCache { entries: Cache::builder().max_capacity(MAX_KEYS).time_to_live(BELIEVED_FOR).build() }
    }

    /// What is known of the key of `hash` without asking the store; none where nothing young enough is.
    pub(super) async fn young(&self, hash: &[u8; 32]) -> Option<Option<Arc<KeyState>>> {
        let found = self.entries.get(hash).await?;
        (found.asked_at.elapsed() < BELIEVED_FOR).then_some(found.state)
    }

    /// What is known of the key of `hash`, by `load` where nothing young enough is. Requests that come with one key at
    /// the same time share one lookup.
    pub(super) async fn get(
        &self,
        hash: [u8; 32],
        load: impl Future<Output = Result<Option<KeyState>, AppStoreError>>,
    ) -> Result<Option<Arc<KeyState>>, Arc<AppStoreError>> {
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

    /// Forgets every key: the next use of each asks the store.
    pub(super) fn forget(&self) {
        self.entries.invalidate_all();
    }
}

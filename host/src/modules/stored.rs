//! The bytes that components have stored, as staff see them: measured when somebody looks, and good for a while.

use quarry_stores::app::AppStore;
use quarry_stores::stored::Stored;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// The time for which a measurement is shown: SQLite reads a component's tables for their size.
const GOOD_FOR: Duration = Duration::from_secs(30);

/// The last measurement. Who looks while it is made waits for it, so that many who look measure once.
#[derive(Default)]
pub(super) struct StoredLook(Mutex<Option<(Instant, BTreeMap<String, Stored>)>>);

impl StoredLook {
    /// The bytes of each of `components`, without those of which the store did not tell.
    pub(super) async fn of(&self, store: &AppStore, components: Vec<String>) -> BTreeMap<String, Stored> {
        let mut last = self.0.lock().await;
        if let Some((measured_at, stored)) = &*last
            && measured_at.elapsed() < GOOD_FOR
            && components.iter().all(|component| stored.contains_key(component))
        {
            return stored.clone();
        }
        let mut stored = BTreeMap::new();
        for component in components {
            match Stored::by(store, &component).await {
                Ok(bytes) => _ = stored.insert(component, bytes),
                Err(error) => tracing::debug!(%error, component, "what it has stored was not looked at"),
            }
        }
        *last = Some((Instant::now(), stored.clone()));
        stored
    }
}

//! Starts: looking at what components have stored, for the figures.

use crate::modules::Modules;
use quarry_stores::app::AppStore;
use quarry_stores::shutdown::Shutdown;
use quarry_stores::stored::Stored;
use quarry_telemetry::StoredFigures;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The time between two looks, the first of which comes after it: SQLite reads a component's tables for their size.
const INTERVAL: Duration = Duration::from_secs(300);

/// Shows what the loaded components have stored, until `shutdown`.
pub(super) async fn follow(modules: Arc<Modules>, app: AppStore, figures: Arc<StoredFigures>, mut shutdown: Shutdown) {
    loop {
        tokio::select! {
            () = shutdown.wait() => return,
            () = tokio::time::sleep(INTERVAL) => {}
        }
        let mut stored = BTreeMap::new();
        for component in modules.components() {
            match Stored::by(&app, &component.manifest().name).await {
                Ok(bytes) => _ = stored.insert(component.manifest().name.clone(), bytes),
                Err(error) => {
                    let component = component.manifest().name.as_str();
                    tracing::debug!(%error, component, "what it has stored was not looked at");
                }
            }
        }
        figures.show(stored);
    }
}

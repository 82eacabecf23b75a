//! Starts: the public status, with its first snapshot.

use crate::assembly::OpenStores;
use crate::status_probe::StatusProbe;
use quarry_stores::clock::Clock;
use quarry_stores::health::Health;
use std::sync::Arc;
use std::time::Duration;

/// The longest wait for the first status snapshot; the probe goes on without it.
const FIRST_PROBE: Duration = Duration::from_secs(3);

/// A probe that has looked once, if the stores answered in time.
pub(super) async fn looked_once(stores: &OpenStores, health: &Arc<Health>) -> StatusProbe {
    let probe = StatusProbe::new(stores.app.clone(), stores.warehouse.clone(), Clock::system())
        .with_objects(stores.objects.clone())
        .with_health(Arc::clone(health));
    match tokio::time::timeout(FIRST_PROBE, probe.look()).await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => tracing::warn!(%error, "no first status snapshot was made"),
        Err(_) => tracing::warn!("the first status snapshot is not ready yet"),
    }
    probe
}

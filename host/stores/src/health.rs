//! The liveness and readiness of the host, for load balancers and orchestrators.
//!
//! Always true: asking costs nothing. One task looks at the stores every [`PROBE_INTERVAL`], each look bounded by
//! [`PROBE_TIME`], and every question is answered with its last result.

use crate::app::AppStore;
use crate::shutdown::Shutdown;
use crate::warehouse::Warehouse;
use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// The time between two looks at the stores.
const PROBE_INTERVAL: Duration = Duration::from_secs(2);

/// The time that a store may take to answer a look.
const PROBE_TIME: Duration = Duration::from_secs(2);

/// The host's own state, as it knows it.
#[derive(Debug)]
pub struct Health {
    is_draining: AtomicBool,
    app_store_reachable: AtomicBool,
    warehouse_reachable: AtomicBool,
    /// Component files that are served, and that are not.
    loaded: AtomicUsize,
    left_out: AtomicUsize,
}

impl Health {
    /// A host whose stores answered when it started. `loaded` of its component files are served, `left_out` are not.
    pub fn new(loaded: usize, left_out: usize) -> Health {
        Health {
            is_draining: AtomicBool::new(false),
            app_store_reachable: AtomicBool::new(true),
            warehouse_reachable: AtomicBool::new(true),
            loaded: AtomicUsize::new(loaded),
            left_out: AtomicUsize::new(left_out),
        }
    }

    /// The host takes no more work: it is not ready from now on.
    pub fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Each store by name, and whether it answered the last look.
    pub fn stores(&self) -> [(&'static str, bool); 2] {
        [
            ("app_store", self.app_store_reachable.load(Ordering::Relaxed)),
            ("warehouse", self.warehouse_reachable.load(Ordering::Relaxed)),
        ]
    }

    /// The reasons why the host should get no requests; empty when it is ready. A component that was left out is not a reason,
    /// because the others serve. A host that serves no component is not ready.
    pub fn unready_because(&self) -> Vec<&'static str> {
        let [(_, app_store), (_, warehouse)] = self.stores();
        let (loaded, left_out) = self.components();
        let reasons = [
            (self.is_draining.load(Ordering::Relaxed), "draining"),
            (!app_store, "app_store_unreachable"),
            (!warehouse, "warehouse_unreachable"),
            (loaded == 0 && left_out > 0, "no_component_loaded"),
        ];
        reasons.into_iter().filter(|(applies, _)| *applies).map(|(_, reason)| reason).collect()
    }

    /// The numbers of component files that are served and that are not.
    pub fn components(&self) -> (usize, usize) {
        (self.loaded.load(Ordering::Relaxed), self.left_out.load(Ordering::Relaxed))
    }

    /// Component files come and go while the host serves.
    pub fn set_components(&self, loaded: usize, left_out: usize) {
        self.loaded.store(loaded, Ordering::Relaxed);
        self.left_out.store(left_out, Ordering::Relaxed);
    }

    /// Looks at the stores until `shutdown`.
    pub async fn follow(&self, app_store: AppStore, warehouse: Warehouse, mut shutdown: Shutdown) {
        loop {
            let app_store_answers = in_time(async { app_store.ping().await.is_ok() });
            let warehouse_answers = in_time(async { warehouse.ping().await.is_ok() });
            let (app_store_answers, warehouse_answers) = tokio::join!(app_store_answers, warehouse_answers);
            note(&self.app_store_reachable, app_store_answers, "app store");
            note(&self.warehouse_reachable, warehouse_answers, "warehouse");
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(PROBE_INTERVAL) => {}
            }
        }
    }
}

async fn in_time(answered: impl Future<Output = bool>) -> bool {
    tokio::time::timeout(PROBE_TIME, answered).await.unwrap_or(false)
}

fn note(reachable: &AtomicBool, now: bool, store: &str) {
    match (reachable.swap(now, Ordering::Relaxed), now) {
        (true, false) => tracing::warn!(store, "a store does not answer: the host is not ready"),
        (false, true) => tracing::info!(store, "a store answers again"),
        _ => {}
    }
}

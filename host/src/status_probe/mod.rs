//! The status probe: once a minute one host of the deployment asks each tier of the platform how it is (`measure`) and stores
//! the answers, which every host then shows (`GET /public/status`, the component `status`).
//!
//! Always true here: a snapshot is made a few seconds before the full minute from which it is shown and is not changed
//! after that, so all hosts show the same bytes and change over together; the lease lets one host probe at a time, and
//! a minute has one snapshot even where a lease was lost; a day's counts grow with the snapshot that they belong to,
//! in one transaction; nothing that is shown was not measured. What is stored is bounded: snapshots of an hour, single probes
//! of two days, counts of 91 days.

mod chain_heads;
mod error;
mod finding;
mod gaps;
mod lease;
mod measure;
mod periods;
mod snapshots;
mod tier_records;
mod tiers;
mod warehouse_answer;

pub use error::StatusProbeError;
use lease::Lease;
use measure::Platform;
use periods::MINUTE_MICROSECONDS;
use quarry_stores::app::AppStore;
use quarry_stores::clock::Clock;
use quarry_stores::health::Health;
use quarry_stores::objects::Objects;
use quarry_stores::shutdown::Shutdown;
use quarry_stores::warehouse::Warehouse;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time before its minute at which a snapshot is made: long enough for the probe to end.
const LEAD_MICROSECONDS: i64 = 15_000_000;
/// A snapshot that lies further ahead was made before a clock was set back.
const FURTHEST_AHEAD_MICROSECONDS: i64 = 5 * MINUTE_MICROSECONDS;
/// The time between two looks whether a snapshot is due.
const POLL: Duration = Duration::from_secs(2);

/// The probe of one host.
pub struct StatusProbe {
    platform: Platform,
    clock: Clock,
    lease: Lease,
    /// The time since which this host has found the app store down, in microseconds since the epoch.
    app_store_down_since: Mutex<Option<i64>>,
}

/// The result of a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// The snapshot for the coming minute is there.
    NotDue,
    /// Another host is at it.
    HeldElsewhere,
    /// This host has probed and stored.
    Probed,
}

impl StatusProbe {
    pub fn new(app: AppStore, warehouse: Warehouse, clock: Clock) -> StatusProbe {
        let lease = Lease::new(app.clone());
        let app_store_down_since = Mutex::new(None);
        let platform = Platform { app, warehouse, objects: None, health: None };
        StatusProbe { platform, clock, lease, app_store_down_since }
    }

    /// Asks the object store too.
    pub fn with_objects(mut self, objects: Objects) -> StatusProbe {
        self.platform.objects = Some(objects);
        self
    }

    /// Takes down how the host itself is.
    pub fn with_health(mut self, health: Arc<Health>) -> StatusProbe {
        self.platform.health = Some(health);
        self
    }

    /// Looks every two seconds until `shutdown`. While the app store is down the snapshots stay as they are.
    pub async fn follow(&self, mut shutdown: Shutdown) {
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(POLL) => {}
            }
            tokio::select! {
                () = shutdown.wait() => return,
                looked = self.look() => if let Err(error) = looked {
                    tracing::warn!(%error, "no status snapshot was made");
                },
            }
        }
    }

    /// Makes the snapshot that is due, if nobody else is at it: the coming minute's, or this one's where it has none.
    pub async fn look(&self) -> Result<Look, StatusProbeError> {
        let looked = self.try_look().await;
        let mut down_since = self.app_store_down_since.lock().unwrap_or_else(PoisonError::into_inner);
        match &looked {
            // Every failure of a look is one of the app store.
            Err(_) => *down_since = down_since.or(Some(self.clock.now().as_microsecond())),
            Ok(_) => *down_since = None,
        }
        drop(down_since);
        looked
    }

    async fn try_look(&self) -> Result<Look, StatusProbeError> {
        if self.due().await?.is_none() {
            return Ok(Look::NotDue);
        }
        if !self.lease.take(self.clock.now()).await? {
            return Ok(Look::HeldElsewhere);
        }
        // Another host may have stored it between the look and the lease.
        let Some(shown_from) = self.due().await? else {
            self.lease.give_back().await?;
            return Ok(Look::NotDue);
        };
        let down_since = *self.app_store_down_since.lock().unwrap_or_else(PoisonError::into_inner);
        let finding = self.platform.measure(shown_from, self.clock.now(), down_since).await;
        let reachable = finding.reachable;
        snapshots::store(&self.platform.app, finding).await?;
        self.lease.give_back().await?;
        tracing::debug!(reachable, shown_from, "the status snapshot was made");
        Ok(Look::Probed)
    }

    /// The minute that lacks its snapshot. After a start or a gap that is the minute that runs, so that there is
    /// something to show at once.
    async fn due(&self) -> Result<Option<i64>, StatusProbeError> {
        let now = self.clock.now().as_microsecond();
        let (current, coming) = (minute_of(now), minute_of(now.saturating_add(LEAD_MICROSECONDS)));
        let newest = snapshots::newest(&self.platform.app).await?;
        if newest.is_some_and(|newest| newest > coming + FURTHEST_AHEAD_MICROSECONDS) {
            tracing::warn!("status snapshots lie in the future: the clock was set back, and they are made anew");
            snapshots::remove_from(&self.platform.app, current).await?;
            return Ok(Some(current));
        }
        Ok(match newest {
            Some(newest) if newest >= coming => None,
            Some(newest) if newest >= current => Some(coming),
            _ => Some(current),
        })
    }
}

fn minute_of(microseconds: i64) -> i64 {
    microseconds - microseconds.rem_euclid(MINUTE_MICROSECONDS)
}

//! The platform's tiers, each asked.
//!
//! To add one: a variant of [`Tier`], and its finding where the probe measures.

use crate::status_probe::chain_heads::ChainHead;
use quarry_stores::app::AppStore;
use quarry_stores::health::Health;
use quarry_stores::objects::Objects;
use std::future::Future;
use std::time::{Duration, Instant};

/// A tier that needs longer than this is down for those who use it.
const DEADLINE: Duration = Duration::from_secs(4);
/// A follower that looked at its chain's head longer ago than this has stopped.
const SILENT_AFTER_MICROSECONDS: i64 = 300_000_000;
/// A followed chain that is further behind its head than this is late.
const LATE_AFTER_MICROSECONDS: i64 = 900_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tier {
    Api,
    AppStore,
    Ingest,
    Objects,
    Warehouse,
}

/// The state of a tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TierState {
    Operational,
    /// It works in part, or late.
    Degraded,
    Down,
    /// It cannot be told while another tier is down.
    Unknown,
    /// The deployment does not use it.
    Unused,
}

/// The finding of a tier's probe.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TierFinding {
    pub(super) tier: Tier,
    pub(super) state: TierState,
    /// `None` where nothing was asked.
    pub(super) response: Option<Duration>,
}

impl Tier {
    pub(super) fn name(self) -> &'static str {
        match self {
            Tier::Api => "api",
            Tier::AppStore => "app_store",
            Tier::Ingest => "ingest",
            Tier::Objects => "objects",
            Tier::Warehouse => "warehouse",
        }
    }
}

impl TierState {
    pub(super) fn name(self) -> &'static str {
        match self {
            TierState::Operational => "operational",
            TierState::Degraded => "degraded",
            TierState::Down => "down",
            TierState::Unknown => "unknown",
            TierState::Unused => "unused",
        }
    }

    /// True when a probe with this result counts in the history.
    pub(super) fn counts(self) -> bool {
        !matches!(self, TierState::Unknown | TierState::Unused)
    }
}

/// Asks the app store for one row. One that is down stores no snapshot: those probes are counted by the next one.
pub(super) async fn app_store(app: &AppStore) -> TierFinding {
    timed(Tier::AppStore, async { app.ping().await.is_ok() }).await
}

/// Writes an object, reads it back and compares.
pub(super) async fn objects(objects: &Objects) -> TierFinding {
    timed(Tier::Objects, async {
        objects.probe().await.inspect_err(|error| tracing::warn!(%error, "the object store fails the probe")).is_ok()
    })
    .await
}

/// The host itself: its components, and whether it takes requests.
pub(super) fn api(health: &Health) -> TierFinding {
    let (loaded, left_out) = health.components();
    let state = match (loaded, left_out, health.unready_because().is_empty()) {
        (0, 1.., _) => TierState::Down,
        (_, 0, true) => TierState::Operational,
        _ => TierState::Degraded,
    };
    TierFinding { tier: Tier::Api, state, response: None }
}

/// The followers: whether they look at their chains' heads, and are not late. `chains` is `None` while the warehouse, to
/// which they report, does not answer.
pub(super) fn ingest(chains: Option<&[ChainHead]>, now: i64) -> TierFinding {
    let state = match chains {
        None => TierState::Unknown,
        Some(chains) => {
            let followed: Vec<_> = chains.iter().filter_map(|chain| Some((chain, chain.followed.as_ref()?))).collect();
            let silent = followed.iter().filter(|(_, head)| now - head.seen_at > SILENT_AFTER_MICROSECONDS).count();
            let is_late =
                followed.iter().any(|(chain, head)| head.block_at - chain.latest_block_at > LATE_AFTER_MICROSECONDS);
            match (followed.len(), silent) {
                (0, _) => TierState::Unused,
                (all, silent) if all == silent => TierState::Down,
                (_, 0) if !is_late => TierState::Operational,
                _ => TierState::Degraded,
            }
        }
    };
    TierFinding { tier: Tier::Ingest, state, response: None }
}

async fn timed(tier: Tier, works: impl Future<Output = bool>) -> TierFinding {
    let started = Instant::now();
    let state = match tokio::time::timeout(DEADLINE, works).await {
        Ok(true) => TierState::Operational,
        Ok(false) | Err(_) => TierState::Down,
    };
    TierFinding { tier, state, response: Some(started.elapsed()) }
}

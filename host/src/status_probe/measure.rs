//! One probe: every tier asked at the same time, and what the warehouse tells of the chains.

use crate::status_probe::chain_heads::{self, ChainHead};
use crate::status_probe::finding::Finding;
use crate::status_probe::gaps::{self, CompletenessGap};
use crate::status_probe::tiers::{self, Tier, TierFinding, TierState};
use jiff::Timestamp;
use quarry_stores::app::AppStore;
use quarry_stores::health::Health;
use quarry_stores::objects::Objects;
use quarry_stores::warehouse::{Warehouse, WarehouseError};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Counting recent logs of all chains may take so long; those that are not counted by then are unknown.
const COVERAGE_TIME: Duration = Duration::from_secs(5);

/// The tiers of the platform, to be asked.
pub(super) struct Platform {
    pub(super) app: AppStore,
    pub(super) warehouse: Warehouse,
    pub(super) objects: Option<Objects>,
    pub(super) health: Option<Arc<Health>>,
}

struct WarehouseFinding {
    tier: TierFinding,
    /// `None` when it was not reachable.
    chains: Option<Vec<ChainHead>>,
    gaps: Vec<CompletenessGap>,
}

impl Platform {
    /// Asks all tiers, for the snapshot that is shown from then on.
    pub(super) async fn measure(&self, shown_from: i64, now: Timestamp, app_store_down_since: Option<i64>) -> Finding {
        let checked_at = to_second(now);
        let objects = async {
            match &self.objects {
                Some(objects) => Some(tiers::objects(objects).await),
                None => None,
            }
        };
        let (warehouse, app_store, objects) = tokio::join!(self.ask_warehouse(), tiers::app_store(&self.app), objects);
        let ingest = tiers::ingest(warehouse.chains.as_deref(), checked_at.as_microsecond());
        let api = self.health.as_deref().map(tiers::api);
        Finding {
            shown_from,
            checked_at,
            reachable: warehouse.chains.is_some(),
            chains: warehouse.chains.unwrap_or_default(),
            gaps: warehouse.gaps,
            tiers: [api, Some(app_store), Some(ingest), objects, Some(warehouse.tier)].into_iter().flatten().collect(),
            app_store_down_since,
        }
    }

    /// A warehouse that answers with a refusal is reachable: its chains are unknown then.
    async fn ask_warehouse(&self) -> WarehouseFinding {
        let started = Instant::now();
        let heads = chain_heads::read(&self.warehouse).await;
        let response = Some(started.elapsed());
        let tier = |state| TierFinding { tier: Tier::Warehouse, state, response };
        match heads {
            Ok(mut chains) => {
                let counting = async {
                    for head in &mut chains {
                        chain_heads::count_coverage(&self.warehouse, head).await;
                    }
                };
                if tokio::time::timeout(COVERAGE_TIME, counting).await.is_err() {
                    tracing::warn!("recent logs of some chains could not be counted in time");
                }
                let gaps = gaps::read(&self.warehouse).await.unwrap_or_else(|error| {
                    tracing::warn!(%error, "the gaps of followed chains could not be read");
                    Vec::new()
                });
                WarehouseFinding { tier: tier(TierState::Operational), chains: Some(chains), gaps }
            }
            Err(error @ (WarehouseError::Unavailable { .. } | WarehouseError::DeadlineExceeded { .. })) => {
                tracing::info!(%error, "the status probe did not reach the warehouse");
                WarehouseFinding { tier: tier(TierState::Down), chains: None, gaps: Vec::new() }
            }
            Err(error) => {
                tracing::error!(%error, "the status probe was answered with a failure; its chains are unknown");
                WarehouseFinding { tier: tier(TierState::Degraded), chains: Some(Vec::new()), gaps: Vec::new() }
            }
        }
    }
}

fn to_second(time: Timestamp) -> Timestamp {
    Timestamp::from_second(time.as_second()).unwrap_or(time)
}

//! Results of keyed writes that were sent with an `Idempotency-Key`, and of those of signed-in people with a `request_key`, kept in the app
//! store for 24 hours: the same request again gets the same answer and does nothing.
//!
//! Always true here: one request at a time holds a claim, on whatever host; only the holder of the claim stores an outcome; a
//! claim whose host died can be taken over after `claim::CLAIM_LEASE`, never earlier. Outcomes are kept beside the write and not in
//! its transaction: a host that dies between the two leaves a claim, and the write may then be made a second time. The bytes of what is
//! kept are counted for the organization whose keys make the writes, and bounded.

mod bytes;
mod claim;

use crate::{Claim, IdempotencyKey, IdempotencyRecords, KeptOutcome};
use futures_util::future::BoxFuture;
use quarry_contract::{Problem, SilentStore};
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::clock::Clock;
use quarry_stores::result_set::Value;
use quarry_stores::shutdown::Shutdown;
use std::time::Duration;

/// The time between two removals of expired rows, and the number of rows that one statement removes.
const PRUNE_INTERVAL: Duration = Duration::from_secs(60);
const PRUNED_AT_ONCE: i64 = 1_000;

/// The records of a deployment.
#[derive(Clone)]
pub struct Idempotency {
    store: AppStore,
    clock: Clock,
}

impl Idempotency {
    pub fn new(store: AppStore, clock: Clock) -> Idempotency {
        Idempotency { store, clock }
    }

    /// Removes what has expired, until `shutdown`.
    pub async fn keep_small(&self, mut shutdown: Shutdown) {
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(PRUNE_INTERVAL) => {}
            }
            if let Err(error) = self.prune_all().await {
                tracing::warn!(%error, "expired idempotency keys were not removed");
            }
        }
    }

    /// Removes expired records step by step until none is left: a minute may bring more than one step takes away.
    async fn prune_all(&self) -> Result<(), AppStoreError> {
        while self.prune().await? >= PRUNED_AT_ONCE.unsigned_abs() {}
        bytes::remove_expired(&self.store, self.clock.now(), PRUNED_AT_ONCE).await
    }

    /// Removes up to a thousand expired records of each table; tells how many.
    pub async fn prune(&self) -> Result<u64, AppStoreError> {
        let mut removed = 0;
        for (table, holder) in [("idempotency_keys", "api_key_id"), ("request_keys", "tenant")] {
            let sql = format!(
                "DELETE FROM {table} WHERE ({holder}, key) IN
                 (SELECT {holder}, key FROM {table} WHERE expires_at <= $1 LIMIT $2)"
            );
            let values = [Value::Timestamp(self.clock.now().as_microsecond()), Value::Int64(PRUNED_AT_ONCE)];
            removed += self.store.execute(&sql, &values).await?;
        }
        Ok(removed)
    }
}

impl IdempotencyRecords for Idempotency {
    fn claim<'a>(&'a self, key: &'a IdempotencyKey) -> BoxFuture<'a, Result<Claim, Problem>> {
        Box::pin(async move { claim::take(&self.store, key, self.clock.now()).await.map_err(unavailable) })
    }

    fn keep<'a>(
        &'a self,
        key: &'a IdempotencyKey,
        claimed_at: i64,
        outcome: &'a KeptOutcome,
    ) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move {
            let kept = claim::keep_outcome(&self.store, key, claimed_at, outcome, self.clock.now()).await;
            kept.map_err(unavailable)
        })
    }

    fn release<'a>(&'a self, key: &'a IdempotencyKey, claimed_at: i64) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move { claim::drop_claim(&self.store, key, claimed_at).await.map_err(unavailable) })
    }
}

fn unavailable(error: AppStoreError) -> Problem {
    // Here, because the reason is lost on the way into the published form.
    tracing::error!(%error, "an idempotency key could not be looked up or kept");
    Problem::data_source_unavailable(
        "The application store is not reachable at the moment, so the key of the request could not be looked up; \
         try again shortly.",
    )
    .of_store(SilentStore::AppStore)
}

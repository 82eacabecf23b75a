//! Takes endpoints to which something is due, and delivers to each until nothing is, or one attempt failed.

use crate::attempt;
use crate::outcome::Next;
use crate::queue::{Health, Queue};
use futures_util::future::join_all;
use quarry_identity::outbound::OutboundClient;
use quarry_identity::secrets::SecretKeys;
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::clock::Clock;
use quarry_stores::shutdown::Shutdown;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

/// The time between two looks at what is due.
const POLL: Duration = Duration::from_millis(250);
/// The time that a look waits after the store failed.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);
/// The time that a stopping host waits for attempts.
const DRAIN: Duration = Duration::from_secs(5);
/// Endpoints that one host delivers to at once, each up to ten seconds where it hangs.
const AT_ONCE: usize = 384;
/// Those of them that failed before: they leave room for the others.
const FAILING_AT_ONCE: usize = 64;

/// Delivers this host's share of the deployment's events.
pub struct DeliveryWorker {
    inner: Arc<Inner>,
}

struct Inner {
    queue: Queue,
    client: OutboundClient,
    keys: SecretKeys,
    clock: Clock,
}

impl DeliveryWorker {
    pub fn new(store: AppStore, client: OutboundClient, keys: SecretKeys, clock: Clock) -> DeliveryWorker {
        DeliveryWorker { inner: Arc::new(Inner { queue: Queue::new(store), client, keys, clock }) }
    }

    /// Delivers until `shutdown`; attempts that are under way then have a few seconds. Another host makes those again that do not end.
    pub async fn run(self, mut shutdown: Shutdown) {
        let (mut good, mut failing) = (JoinSet::new(), JoinSet::new());
        loop {
            while good.try_join_next().is_some() || failing.try_join_next().is_some() {}
            let looked = async {
                self.inner.take(Health::Good, &mut good, AT_ONCE, &shutdown).await?;
                self.inner.take(Health::Failing, &mut failing, FAILING_AT_ONCE, &shutdown).await
            };
            let pause = match looked.await {
                Ok(()) => POLL,
                Err(error) => {
                    tracing::warn!(%error, "the deliveries to webhook endpoints cannot be read");
                    AFTER_A_FAILURE
                }
            };
            tokio::select! {
                () = shutdown.wait() => break,
                () = tokio::time::sleep(pause) => {}
            }
        }
        let ending = async { while good.join_next().await.is_some() || failing.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(DRAIN, ending).await;
    }
}

impl Inner {
    /// Takes endpoints while there is room for them.
    async fn take(
        self: &Arc<Inner>,
        health: Health,
        running: &mut JoinSet<()>,
        most: usize,
        shutdown: &Shutdown,
    ) -> Result<(), AppStoreError> {
        let room = most.saturating_sub(running.len());
        if room == 0 {
            return Ok(());
        }
        for id in self.queue.claim(health, room, self.clock.now()).await? {
            let (inner, shutdown) = (Arc::clone(self), shutdown.clone());
            running.spawn(async move {
                if let Err(error) = inner.deliver(id, &shutdown).await {
                    // The lease runs out, and what was not written down is delivered again.
                    tracing::warn!(%error, endpoint_id = id, "deliveries to a webhook endpoint could not be written down");
                }
            });
        }
        Ok(())
    }

    async fn deliver(&self, id: i64, shutdown: &Shutdown) -> Result<(), AppStoreError> {
        while !shutdown.is_fired() {
            let now = self.clock.now();
            let Some(endpoint) = self.queue.renew(id, now).await? else { break };
            let due = self.queue.due(&endpoint, now).await?;
            if due.is_empty() {
                break;
            }
            let attempts =
                due.iter().map(|delivery| attempt::make(&self.client, &self.keys, &endpoint, delivery, &self.clock));
            let attempts = join_all(attempts).await;
            if self.queue.record(&endpoint, &attempts, self.clock.now()).await? == Next::Wait {
                break;
            }
        }
        self.queue.release(id).await
    }
}

//! Takes endpoints to which something is due, and delivers to each until nothing is, or one attempt failed.

use crate::attempt;
use crate::outcome::{Next, Round};
use crate::queue::{Endpoint, Health, Queue};
use crate::recorder::Recorder;
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
/// The same while there was more than room for.
const POLL_WHEN_FULL: Duration = Duration::from_millis(25);
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
    queue: Queue,
    client: OutboundClient,
    keys: SecretKeys,
    clock: Clock,
}

struct Inner {
    queue: Queue,
    recorder: Recorder,
    client: OutboundClient,
    keys: SecretKeys,
    clock: Clock,
}

impl DeliveryWorker {
    pub fn new(store: AppStore, client: OutboundClient, keys: SecretKeys, clock: Clock) -> DeliveryWorker {
        DeliveryWorker { queue: Queue::new(store), client, keys, clock }
    }

    /// Delivers until `shutdown`; attempts that are under way then have a few seconds. Another host makes those again that do not end.
    pub async fn run(self, mut shutdown: Shutdown) {
        let DeliveryWorker { queue, client, keys, clock } = self;
        let (recorder, recording) = Recorder::new(queue.clone(), clock.clone());
        let recording = tokio::spawn(recording);
        let inner = Arc::new(Inner { queue, recorder, client, keys, clock });
        let (mut good, mut failing) = (JoinSet::new(), JoinSet::new());
        loop {
            while good.try_join_next().is_some() || failing.try_join_next().is_some() {}
            let looked = async {
                let is_full = inner.take(Health::Good, &mut good, AT_ONCE, &shutdown).await?;
                inner.take(Health::Failing, &mut failing, FAILING_AT_ONCE, &shutdown).await?;
                Ok(is_full)
            };
            let looked: Result<bool, AppStoreError> = looked.await;
            let pause = match looked {
                Ok(true) => POLL_WHEN_FULL,
                Ok(false) => POLL,
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
        good.shutdown().await;
        failing.shutdown().await;
        // The outcomes of the attempts so far are written down.
        drop(inner);
        let _ = tokio::time::timeout(DRAIN, recording).await;
    }
}

impl Inner {
    /// Takes endpoints while there is room for them; true where there may be more than that.
    async fn take(
        self: &Arc<Inner>,
        health: Health,
        running: &mut JoinSet<()>,
        most: usize,
        shutdown: &Shutdown,
    ) -> Result<bool, AppStoreError> {
        let room = most.saturating_sub(running.len());
        if room == 0 {
            return Ok(true);
        }
        let claimed = self.queue.claim(health, room, self.clock.now()).await?;
        let is_full = claimed.len() >= room;
        for endpoint in claimed {
            let (inner, shutdown) = (Arc::clone(self), shutdown.clone());
            running.spawn(async move {
                let id = endpoint.id;
                if let Err(error) = inner.deliver(endpoint, &shutdown).await {
                    // The lease runs out, and another look delivers.
                    tracing::warn!(%error, endpoint_id = id, "what is due to a webhook endpoint could not be read");
                }
            });
        }
        Ok(is_full)
    }

    async fn deliver(&self, mut endpoint: Endpoint, shutdown: &Shutdown) -> Result<(), AppStoreError> {
        let id = endpoint.id;
        while !shutdown.is_fired() {
            let due = self.queue.due(&endpoint, self.clock.now()).await?;
            if due.is_empty() {
                break;
            }
            let attempts =
                due.iter().map(|delivery| attempt::make(&self.client, &self.keys, &endpoint, delivery, &self.clock));
            let attempts = join_all(attempts).await;
            let is_more_due = i64::try_from(due.len()).is_ok_and(|count| count >= endpoint.at_once());
            match self.recorder.record(Round { endpoint, attempts, is_more_due }).await {
                Some(Next::GoOn) => {}
                Some(Next::Gone) => break,
                // An outcome that was not written down keeps its lease until that runs out, and the event is delivered again.
                Some(Next::Released) | None => return Ok(()),
            }
            let Some(renewed) = self.queue.renew(id, self.clock.now()).await? else { break };
            endpoint = renewed;
        }
        self.queue.release(id).await
    }
}

//! Writes down what came of attempts, those of many endpoints in one transaction: on SQLite each transaction waits for the disk, and hundreds
//! of endpoints are told of an event at once.

use crate::outcome::{Next, Round};
use crate::queue::Queue;
use quarry_stores::app::AppStoreError;
use quarry_stores::clock::Clock;
use tokio::sync::{mpsc, oneshot};

/// Rounds that one transaction writes.
const MOST_AT_ONCE: usize = 64;

/// Takes rounds to be written.
#[derive(Clone)]
pub(crate) struct Recorder {
    sender: mpsc::Sender<(Round, oneshot::Sender<Next>)>,
}

impl Recorder {
    /// The recorder, and its work, which ends when every clone is gone.
    pub(crate) fn new(queue: Queue, clock: Clock) -> (Recorder, impl Future<Output = ()> + Send) {
        let (sender, mut rounds) = mpsc::channel(MOST_AT_ONCE);
        let work = async move {
            let mut batch = Vec::with_capacity(MOST_AT_ONCE);
            while rounds.recv_many(&mut batch, MOST_AT_ONCE).await > 0 {
                write(&queue, &clock, std::mem::take(&mut batch)).await;
            }
        };
        (Recorder { sender }, work)
    }

    /// Writes a round; `None` where it could not be written, so that its lease runs out and it is delivered again.
    pub(crate) async fn record(&self, round: Round) -> Option<Next> {
        let (told, next) = oneshot::channel();
        self.sender.send((round, told)).await.ok()?;
        next.await.ok()
    }
}

/// Writes all of them, or, where that fails, each by itself: one that cannot be written is nobody else's loss.
async fn write(queue: &Queue, clock: &Clock, batch: Vec<(Round, oneshot::Sender<Next>)>) {
    let (rounds, told): (Vec<Round>, Vec<oneshot::Sender<Next>>) = batch.into_iter().unzip();
    let written = match together(queue, clock, &rounds).await {
        Ok(written) => written.into_iter().map(Some).collect(),
        Err(_) => {
            let mut alone = Vec::with_capacity(rounds.len());
            for round in &rounds {
                let written = together(queue, clock, std::slice::from_ref(round)).await;
                if let Err(error) = &written {
                    let endpoint_id = round.endpoint.id;
                    tracing::warn!(%error, endpoint_id, "deliveries to a webhook endpoint could not be written down");
                }
                alone.push(written.ok().and_then(|written| written.first().copied()));
            }
            alone
        }
    };
    for (next, told) in written.into_iter().zip(told) {
        // A delivery that is not told is made again; one whose waiter has gone needs no telling.
        if let Some(next) = next {
            let _ = told.send(next);
        }
    }
}

async fn together(queue: &Queue, clock: &Clock, rounds: &[Round]) -> Result<Vec<Next>, AppStoreError> {
    let now = clock.now();
    let mut transaction = queue.store.begin().await?;
    let mut next = Vec::with_capacity(rounds.len());
    for round in rounds {
        next.push(queue.record(&mut transaction, round, now).await?);
    }
    transaction.commit().await?;
    Ok(next)
}

//! Starts: what runs beside the listener until the host stops.

use quarry_stores::shutdown::Shutdown;
use std::any::type_name;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

/// The time that all of them have to end; deliveries take up to ten seconds of it.
const END_WITHIN: Duration = Duration::from_secs(20);

/// The tasks beside the listener.
pub(super) struct Background {
    shutdown: Shutdown,
    /// Each with the name of what it runs.
    tasks: Vec<(&'static str, JoinHandle<()>)>,
}

impl Background {
    /// Nothing yet; each task is told of `shutdown`.
    pub(super) fn new(shutdown: Shutdown) -> Background {
        Background { shutdown, tasks: Vec::new() }
    }

    /// Runs a task that ends when the host stops.
    pub(super) fn run<Running>(&mut self, task: impl FnOnce(Shutdown) -> Running)
    where
        Running: Future<Output = ()> + Send + 'static,
    {
        self.tasks.push((type_name::<Running>(), tokio::spawn(task(self.shutdown.clone()))));
    }

    /// Waits for the end of each task, and aborts those that a store holds up. A store has the whole of a write or nothing of it.
    pub(super) async fn end(self) {
        let end = Instant::now() + END_WITHIN;
        for (name, mut task) in self.tasks {
            match timeout_at(end, &mut task).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::error!(%error, name, "a task of the host failed while it stopped"),
                Err(_) => {
                    tracing::warn!(name, "a task of the host did not end in time and is left");
                    task.abort();
                }
            }
        }
    }
}

/// Waits for the end of a task.
pub(super) async fn ended(task: JoinHandle<()>) {
    if let Err(error) = task.await {
        tracing::error!(%error, "a task of the host failed while it stopped");
    }
}

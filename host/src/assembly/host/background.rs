//! Starts: what runs beside the listener until the host stops.

use quarry_stores::shutdown::Shutdown;
use tokio::task::JoinHandle;

/// The tasks beside the listener.
pub(super) struct Background {
    shutdown: Shutdown,
    tasks: Vec<JoinHandle<()>>,
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
        self.tasks.push(tokio::spawn(task(self.shutdown.clone())));
    }

    /// Waits for the end of each.
    pub(super) async fn end(self) {
        for task in self.tasks {
            ended(task).await;
        }
    }
}

/// Waits for the end of a task.
pub(super) async fn ended(task: JoinHandle<()>) {
    if let Err(error) = task.await {
        tracing::error!(%error, "a task of the host failed while it stopped");
    }
}

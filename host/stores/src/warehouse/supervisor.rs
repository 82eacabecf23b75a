//! Keeps the embedded warehouse alive: starts `quarry-warehouse`, starts it again when it dies, stops it with the host.
//!
//! Always true: one child at a time; the host holds the child's standard input, so that a host that ends in any way ends
//! the child too; a child that cannot start until somebody changes something (exit codes 10 to 19) is not started again, and
//! its sentence is the error. While no child serves, the socket refuses, and queries fail at once.

mod child;
mod options;

use self::child::Child;
use self::options::READY_PATIENCE;
pub use self::options::{EmbeddedError, EmbeddedOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// The child cancels its queries within 5 s and ends itself after 15.
const STOP_PATIENCE: Duration = Duration::from_secs(20);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A child that served this long was healthy: its successor starts without a long pause.
const HEALTHY_AFTER: Duration = Duration::from_secs(60);

/// The state that the supervisor sees.
#[derive(Debug, Clone)]
pub enum EmbeddedState {
    Serving {
        pid: u32,
    },
    /// Down, and about to be started again.
    Restarting,
    /// Down until somebody acts on the sentence.
    Failed(EmbeddedError),
}

/// The supervised child. Dropping it without [`EmbeddedWarehouse::stop`] stops the child too, without waiting for it.
pub struct EmbeddedWarehouse {
    socket: PathBuf,
    state: watch::Receiver<EmbeddedState>,
    stop: oneshot::Sender<()>,
    supervision: JoinHandle<()>,
}

impl EmbeddedWarehouse {
    /// Starts the child and waits until it serves, at most a minute.
    pub async fn start(options: EmbeddedOptions) -> Result<EmbeddedWarehouse, EmbeddedError> {
        let child = Child::start(&options, READY_PATIENCE).await?;
        let socket = options.socket.clone();
        let (state_sender, state) = watch::channel(EmbeddedState::Serving { pid: child.pid() });
        let (stop, stop_requested) = oneshot::channel();
        let supervision = tokio::spawn(supervise(options, child, state_sender, stop_requested));
        Ok(EmbeddedWarehouse { socket, state, stop, supervision })
    }

    /// The socket at which the warehouse serves; the same for its whole life.
    pub fn socket(&self) -> &Path {
        &self.socket
    }

    /// The newest state; `changed()` on a clone waits for the next.
    pub fn state(&self) -> watch::Receiver<EmbeddedState> {
        self.state.clone()
    }

    /// Lets running queries be cancelled and the child end cleanly; kills it when that takes more than 20 s.
    pub async fn stop(self) {
        // An error means that the supervision has ended: there is nothing to stop.
        let _ = self.stop.send(());
        if let Err(error) = self.supervision.await {
            tracing::error!(%error, "the supervision of the warehouse failed");
        }
    }
}

async fn supervise(
    options: EmbeddedOptions,
    mut child: Child,
    state: watch::Sender<EmbeddedState>,
    mut stop_requested: oneshot::Receiver<()>,
) {
    let mut pause = FIRST_PAUSE;
    loop {
        let served_since = Instant::now();
        let end = tokio::select! {
            end = child.ended() => end,
            _ = &mut stop_requested => return child.stop(STOP_PATIENCE).await,
        };
        tracing::error!(status = %end.status, sentence = end.sentence, "the warehouse ended, starting it again");
        state.send_replace(EmbeddedState::Restarting);
        if served_since.elapsed() > HEALTHY_AFTER {
            pause = FIRST_PAUSE;
        }
        child = loop {
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                _ = &mut stop_requested => return,
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
            let started = tokio::select! {
                started = Child::start(&options, READY_PATIENCE) => started,
                _ = &mut stop_requested => return,
            };
            match started {
                Ok(child) => break child,
                Err(error) if error.is_permanent() => {
                    tracing::error!(%error, "the warehouse cannot be started again");
                    state.send_replace(EmbeddedState::Failed(error));
                    return;
                }
                Err(error) => tracing::error!(%error, "the warehouse did not start, trying again"),
            }
        };
        tracing::info!(pid = child.pid(), "the warehouse serves again");
        state.send_replace(EmbeddedState::Serving { pid: child.pid() });
    }
}

//! A circuit breaker: a server that hangs is waited for by nobody who has somebody waiting for them.
//!
//! Work that has waited for a second has the server asked whether it answers at all, over the same transport and without a
//! statement (`/ping`). While it answers, a statement takes the time that it has, however slow it is and however many there are.
//! Where two such questions in a row have no answer, the work fails, and so does all that comes until one is answered.
//!
//! Always true here: one question at a time, and none while nobody waits and the server answers; neither a statement that fails
//! nor one that is slow opens the breaker.

use super::error::WarehouseError;
use super::insert_client::InsertClient;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::watch;

/// The time that work waits before the server is asked whether it answers.
const SILENCE: Duration = Duration::from_secs(1);
/// The time that the answer to such a question may take.
const QUESTION_DEADLINE: Duration = Duration::from_millis(1_500);
/// Questions in a row without an answer that mean that the server hangs: one alone may be a connection that was lost.
const UNANSWERED: u32 = 2;
/// The pause after a question that was answered, while work still waits.
const PAUSE: Duration = Duration::from_secs(1);
/// The pause after one that was not, once the server hangs.
const PAUSE_WHILE_HANGING: Duration = Duration::from_millis(250);

/// What clones of a warehouse know of its server.
#[derive(Clone, Default)]
pub(super) struct Breaker(Arc<Shared>);

#[derive(Default)]
struct Shared {
    is_open: AtomicBool,
    /// True once it is open, for those who wait.
    opened: watch::Sender<bool>,
    watch: Mutex<Watch>,
}

#[derive(Default)]
struct Watch {
    /// Work that has waited for long.
    waiting: usize,
    /// A task asks the server.
    is_asking: bool,
}

/// Work that waits; dropped, it does not any more.
struct Waiting<'a>(&'a Shared);

impl Breaker {
    /// Does work that asks `server`, unless that hangs or comes to hang meanwhile.
    pub(super) async fn unless_open<T, E: From<WarehouseError>>(
        &self,
        server: &InsertClient,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let hangs = || Err(E::from(WarehouseError::unavailable("it takes no questions at the moment")));
        if self.0.is_open.load(Ordering::Relaxed) {
            return hangs();
        }
        tokio::select! {
            biased;
            done = work => done,
            () = self.opens(server) => hangs(),
        }
    }

    /// Waits until the server hangs.
    async fn opens(&self, server: &InsertClient) {
        tokio::time::sleep(SILENCE).await;
        let mut opened = self.0.opened.subscribe();
        let _waiting = self.begin_waiting(server);
        // The sender lives as long as this breaker.
        let _ = opened.wait_for(|is_open| *is_open).await;
    }

    fn begin_waiting(&self, server: &InsertClient) -> Waiting<'_> {
        let mut watch = self.0.watch();
        watch.waiting += 1;
        if !watch.is_asking {
            watch.is_asking = true;
            tokio::spawn(ask_on(Arc::downgrade(&self.0), server.clone()));
        }
        Waiting(&self.0)
    }
}

impl Shared {
    fn watch(&self) -> MutexGuard<'_, Watch> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_open(&self, is_open: bool) {
        match (self.is_open.swap(is_open, Ordering::Relaxed), is_open) {
            (false, true) => tracing::error!("the warehouse hangs: it is asked nothing until it answers"),
            (true, false) => tracing::info!("the warehouse answers again"),
            _ => {}
        }
        self.opened.send_replace(is_open);
    }

    /// Ends the asking where nobody waits.
    fn is_done(&self) -> bool {
        let mut watch = self.watch();
        watch.is_asking = watch.waiting > 0;
        !watch.is_asking
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.watch().waiting -= 1;
    }
}

/// Asks until the server answers and nobody waits.
async fn ask_on(shared: Weak<Shared>, server: InsertClient) {
    let mut unanswered = 0;
    loop {
        let answers = matches!(tokio::time::timeout(QUESTION_DEADLINE, server.ping()).await, Ok(Ok(())));
        unanswered = if answers { 0 } else { unanswered + 1 };
        let Some(shared) = shared.upgrade() else { return };
        if answers {
            shared.set_open(false);
            if shared.is_done() {
                return;
            }
        } else if unanswered >= UNANSWERED {
            shared.set_open(true);
        }
        drop(shared);
        match unanswered {
            0 => tokio::time::sleep(PAUSE).await,
            1 => {}
            _ => tokio::time::sleep(PAUSE_WHILE_HANGING).await,
        }
    }
}

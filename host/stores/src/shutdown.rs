//! The signal to stop: one trigger, any number of listeners.

use tokio::sync::watch;

/// Fires the signal.
#[derive(Debug, Clone)]
pub struct ShutdownTrigger(watch::Sender<bool>);

/// Waits for the signal.
#[derive(Debug, Clone)]
pub struct Shutdown(watch::Receiver<bool>);

/// A trigger and what waits for it.
pub fn shutdown_signal() -> (ShutdownTrigger, Shutdown) {
    let (sender, receiver) = watch::channel(false);
    (ShutdownTrigger(sender), Shutdown(receiver))
}

impl ShutdownTrigger {
    /// Tells every [`Shutdown`] to stop; once said it stays said.
    pub fn fire(&self) {
        self.0.send_replace(true);
    }
}

impl Shutdown {
    /// Over once the trigger fired, or once it was dropped: nobody could fire it then.
    pub async fn wait(&mut self) {
        // An error means that the trigger is gone, which stops as well.
        let _ = self.0.wait_for(|fired| *fired).await;
    }

    /// True once the trigger fired.
    pub fn is_fired(&self) -> bool {
        *self.0.borrow()
    }
}

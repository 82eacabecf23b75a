//! Modules that this host switches, for its listeners.

use quarry_identity::module_switches::ModuleSwitch;
use tokio::sync::broadcast;

/// Changes that may wait for a listener; there are fewer modules.
const CHANGES_WAITING: usize = 64;

/// A module that this host has switched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleChange {
    pub key: String,
    pub enabled: bool,
}

/// Tells of them.
pub(super) struct Changes(broadcast::Sender<ModuleChange>);

impl Changes {
    pub(super) fn new() -> Changes {
        Changes(broadcast::channel(CHANGES_WAITING).0)
    }

    pub(super) fn listen(&self) -> broadcast::Receiver<ModuleChange> {
        self.0.subscribe()
    }

    /// Tells what differs between two readings of the switches.
    pub(super) fn tell(&self, before: &[ModuleSwitch], now: &[ModuleSwitch]) {
        let was = |key: &str| before.iter().find(|state| state.key == key).map(|state| state.enabled);
        for state in now.iter().filter(|state| was(&state.key) != Some(state.enabled)) {
            // Nobody may listen.
            let _ = self.0.send(ModuleChange { key: state.key.clone(), enabled: state.enabled });
        }
    }
}

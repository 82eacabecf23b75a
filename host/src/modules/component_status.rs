//! The states of the components of this host, as staff and the log are told.

use jiff::Timestamp;
use quarry_contract::Manifest;
use quarry_runtime::quarantine::ClosedForTenant;
use quarry_telemetry::ComponentFigures;
use std::sync::Arc;

/// The state of a component on this host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComponentState {
    /// It answers.
    Serving,
    /// All of its modules are off, so it takes no memory.
    Unloaded,
    /// It, or some of its operations, failed too often for several tenants: they are refused to all for a time.
    Quarantined,
    /// Its file does not load, and there is no other version of it.
    Refused,
}

impl ComponentState {
    /// `serving`, `unloaded`, `quarantined` or `refused`.
    pub fn name(self) -> &'static str {
        match self {
            ComponentState::Serving => "serving",
            ComponentState::Unloaded => "unloaded",
            ComponentState::Quarantined => "quarantined",
            ComponentState::Refused => "refused",
        }
    }
}

/// One component of the folder.
#[derive(Debug, Clone)]
pub struct ComponentStatus {
    /// Of its manifest; of a file that does not load, the file's.
    pub name: String,
    /// Empty where the file does not load; so is the digest (SHA-256, lowercase hex).
    pub version: String,
    pub digest: String,
    /// None of a file that does not load.
    pub manifest: Option<Arc<Manifest>>,
    /// One for each of its routes: the key of the module that covers it, if one does.
    pub routes: Vec<Option<String>>,
    pub state: ComponentState,
    /// The time at which this state began on this host.
    pub since: Timestamp,
    /// The ids of operations that are closed for all.
    pub quarantined_operations: Vec<String>,
    pub quarantined_for: Vec<ClosedForTenant>,
    /// The reason why the file, or a newer one than the one that serves, was refused or taken back.
    pub sentence: Option<String>,
    /// Its work and resources since the start.
    pub figures: Arc<ComponentFigures>,
}

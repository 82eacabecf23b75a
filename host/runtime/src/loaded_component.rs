//! A component that serves: what it holds, and what its neighbours may ask of it.

use crate::capabilities::Capabilities;
use crate::declared_answers::DeclaredAnswers;
use crate::exports::CheckedExports;
use crate::quarantine::Quarantine;
use crate::self_test_result::Tried;
use crate::turns::Line;
use crate::{ComponentLimits, Runtime};
use quarry_contract::{Family, Manifest};
use quarry_stores::shutdown::{Shutdown, ShutdownTrigger};
use quarry_telemetry::ComponentFigures;
use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Weak};
use tokio::sync::Semaphore;

/// A component that serves. Clones share all they hold.
#[derive(Clone)]
pub struct LoadedComponent {
    pub(super) runtime: Runtime,
    pub(super) exports: CheckedExports,
    pub(super) capabilities: Arc<Capabilities>,
    pub(super) limits: ComponentLimits,
    /// One permit an instance.
    pub(super) permits: Arc<Semaphore>,
    /// Requests that wait for a permit.
    pub(super) waiting: Arc<AtomicUsize>,
    /// The line in which its instances wait for their turn to compute for long.
    pub(super) line: Line,
    /// One permit an event stream.
    pub(super) stream_permits: Arc<Semaphore>,
    /// The part of each operation's declaration that its requests need, by the operation's id.
    pub(super) answers: Arc<HashMap<String, DeclaredAnswers>>,
    pub(super) figures: Arc<ComponentFigures>,
    pub(super) quarantine: Arc<Quarantine>,
    /// Ends its event streams.
    pub(super) stream_end: ShutdownTrigger,
    pub(super) stream_ends: Shutdown,
    /// A token that lives as long as any clone of it is in use.
    pub(super) life: Arc<()>,
    pub(super) manifest: Arc<Manifest>,
    pub(super) family: Family,
    pub(super) digest: String,
    pub(super) unmade_tables: bool,
    pub(super) tried: Tried,
}

impl LoadedComponent {
    pub fn manifest(&self) -> &Arc<Manifest> {
        &self.manifest
    }

    /// Gives its work and its use since the start.
    pub fn figures(&self) -> Arc<ComponentFigures> {
        Arc::clone(&self.figures)
    }

    /// Gives the operations that it is kept from because it failed.
    pub fn quarantine(&self) -> &Quarantine {
        &self.quarantine
    }

    /// Ends with the last clone: when the component has drained, and its memory is given back.
    pub fn life(&self) -> Weak<()> {
        Arc::downgrade(&self.life)
    }

    /// Ends the event streams that it still writes.
    pub fn stream_end(&self) -> ShutdownTrigger {
        self.stream_end.clone()
    }

    /// Tells that a store in memory was asked about its statements, because tables of its own are not there yet.
    pub fn has_unmade_tables(&self) -> bool {
        self.unmade_tables
    }

    /// Tells that an operation's self-test had no end, so that nothing is known of it.
    pub fn has_untried_operations(&self) -> bool {
        self.tried == Tried::InPart
    }

    /// Gives its capabilities; they stay good while the component is not in memory.
    pub fn capabilities(&self) -> Arc<Capabilities> {
        Arc::clone(&self.capabilities)
    }

    /// SHA-256 of the file, in lowercase hex.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

//! One component of the folder, as it stands.

use crate::modules::folder::ComponentFile;
use crate::modules::{ComponentState, ComponentStatus};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use quarry_contract::{Handler, Manifest, Problem, Request, Route, Served as Answered};
use quarry_edge::Registration;
use quarry_identity::module_switches::ModuleSwitch;
use quarry_runtime::LoadedComponent;
use quarry_runtime::capabilities::{Capabilities, PublishedDataset};
use quarry_runtime::quarantine::Quarantine;
use quarry_telemetry::ComponentFigures;
use std::sync::Arc;
use std::time::Instant;

/// A file that nothing serves, and why.
#[derive(Debug, Clone)]
pub(super) struct Refused {
    pub(super) file: ComponentFile,
    /// One sentence.
    pub(super) sentence: String,
    pub(super) since: Timestamp,
    /// The time at which the same file is worth another try; `None` where only another file can help.
    pub(super) retry_at: Option<Instant>,
}

impl Refused {
    pub(super) fn new(file: ComponentFile, sentence: String) -> Refused {
        Refused { file, sentence, since: Timestamp::now(), retry_at: None }
    }

    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.retry_at.is_some_and(|at| at <= now)
    }
}

/// A component whose file passed every check.
pub(super) struct Served {
    pub(super) file: ComponentFile,
    pub(super) manifest: Arc<Manifest>,
    pub(super) digest: String,
    /// Those of the manifest, shared by every table.
    routes: Vec<Arc<Route>>,
    /// `None` while all of its modules are off.
    pub(super) loaded: Option<Arc<LoadedComponent>>,
    /// Stands for it meanwhile.
    unloaded: Arc<dyn Handler>,
    figures: Arc<ComponentFigures>,
    /// With its statements, for what is done without it.
    pub(super) capabilities: Arc<Capabilities>,
    /// The time at which the state began.
    pub(super) since: Timestamp,
    /// The version that it replaced, until it has proved itself.
    pub(super) before: Option<Before>,
    /// A newer file that was refused, or taken back.
    pub(super) refused: Option<Refused>,
}

/// The version before, ready to serve again.
pub(super) struct Before {
    pub(super) component: Arc<LoadedComponent>,
    pub(super) file: ComponentFile,
    pub(super) until: Instant,
}

impl Served {
    pub(super) fn new(file: ComponentFile, component: Arc<LoadedComponent>, now: Timestamp) -> Served {
        let manifest = Arc::clone(component.manifest());
        Served {
            file,
            digest: component.digest().to_owned(),
            figures: component.figures(),
            capabilities: component.capabilities(),
            routes: manifest.routes.iter().cloned().map(Arc::new).collect(),
            unloaded: Arc::new(Unloaded { name: manifest.name.clone() }),
            loaded: Some(component),
            manifest,
            since: now,
            before: None,
            refused: None,
        }
    }

    /// The versions that are in memory.
    pub(super) fn held(&self) -> impl Iterator<Item = Arc<LoadedComponent>> {
        let before = self.before.as_ref().map(|before| Arc::clone(&before.component));
        self.loaded.clone().into_iter().chain(before)
    }

    /// True when the folder has the version that serves, so that it can be loaded again.
    pub(super) fn is_in_folder(&self) -> bool {
        self.refused.as_ref().is_none_or(|refused| refused.file == self.file)
    }

    /// Gives its operations another chance.
    pub(super) fn lift_quarantine(&self) {
        if let Some(component) = &self.loaded {
            component.quarantine().lift();
        }
    }

    /// True when a route or a dataset of it is covered by one of these modules.
    pub(super) fn is_covered_by(&self, modules: &[&str]) -> bool {
        self.modules().flatten().any(|module| modules.contains(&module))
    }

    /// True when any of its modules is on. A component without routes and datasets, or with one of no module, is always wanted.
    pub(super) fn is_wanted(&self, states: &[ModuleSwitch]) -> bool {
        let mut modules = self.modules().peekable();
        modules.peek().is_none() || modules.any(|module| is_module_on(module, states))
    }

    /// The module of each route and dataset.
    fn modules(&self) -> impl Iterator<Item = Option<&str>> {
        let datasets = self.manifest.datasets.iter().map(|dataset| dataset.module.as_deref());
        self.routes.iter().map(|route| route.module.as_deref()).chain(datasets)
    }

    /// Its datasets, without those whose module is off.
    pub(super) fn datasets(&self, states: &[ModuleSwitch]) -> Vec<PublishedDataset> {
        let Some(component) = &self.loaded else { return Vec::new() };
        let capabilities = component.capabilities();
        capabilities.published().filter(|published| is_module_on(published.dataset.module.as_deref(), states)).collect()
    }

    /// Its lines of a routing table.
    pub(super) fn registrations(&self, states: &[ModuleSwitch]) -> impl Iterator<Item = Registration> {
        let handler = match &self.loaded {
            Some(component) => Arc::clone(component) as Arc<dyn Handler>,
            None => Arc::clone(&self.unloaded),
        };
        self.routes.iter().map(move |route| Registration {
            enabled: self.loaded.is_some() && is_on(route, states),
            route: Arc::clone(route),
            handler: Arc::clone(&handler),
        })
    }

    /// Its standing, for staff.
    pub(super) fn status(&self) -> ComponentStatus {
        let quarantine = self.loaded.as_ref().map(|component| component.quarantine());
        let state = match quarantine {
            None => ComponentState::Unloaded,
            Some(quarantine) if quarantine.is_closed() => ComponentState::Quarantined,
            Some(_) => ComponentState::Serving,
        };
        ComponentStatus {
            name: self.manifest.name.clone(),
            version: self.manifest.version.clone(),
            digest: self.digest.clone(),
            manifest: Some(Arc::clone(&self.manifest)),
            routes: self.routes.iter().map(|route| route.module.clone()).collect(),
            state,
            since: self.since,
            quarantined_operations: quarantine.map(Quarantine::closed_operations).unwrap_or_default(),
            quarantined_for: quarantine
                .map(|quarantine| quarantine.closed_for_tenants(Instant::now()))
                .unwrap_or_default(),
            sentence: self.refused.as_ref().map(|refused| refused.sentence.clone()),
            figures: Arc::clone(&self.figures),
        }
    }
}

/// True when the module that covers a route is on. A module without a switch is off: nothing is served that staff cannot see.
pub(super) fn is_on(route: &Route, states: &[ModuleSwitch]) -> bool {
    is_module_on(route.module.as_deref(), states)
}

/// True when that module is on; without one it always is.
fn is_module_on(module: Option<&str>, states: &[ModuleSwitch]) -> bool {
    module.is_none_or(|key| states.iter().any(|state| state.key == key && state.enabled))
}

/// The handler of a component's routes while it is not loaded. The module stage answers before it is asked.
struct Unloaded {
    name: String,
}

impl Handler for Unloaded {
    fn handle(&self, _request: Request) -> BoxFuture<'_, Answered> {
        let problem = Problem::plugin_failed(format!("The component {} is not loaded; try again shortly.", self.name));
        Box::pin(async { Err(problem) })
    }
}

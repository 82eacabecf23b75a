//! The components of this host and the table they make.

use crate::modules::changes::Changes;
use crate::modules::folder::{ComponentFile, FileStamp};
use crate::modules::lifts::Lifts;
use crate::modules::retired::Retired;
use crate::modules::served::{Refused, Served, is_on};
use crate::modules::stored::StoredLook;
use crate::modules::verdicts::Verdicts;
use crate::modules::{
    ComponentState, ComponentStatus, FolderError, KeptNames, ModuleChange, SigningKeys, component_files,
};
use quarry_contract::{Handler, Manifest, Route};
use quarry_edge::{Registration, RoutingError, RoutingTable, RoutingTablePublisher};
use quarry_identity::module_switches::ModuleSwitch;
use quarry_runtime::capabilities::{Given, Stores};
use quarry_runtime::quarantine::QuarantineSettings;
use quarry_runtime::{LimitsByComponent, LoadedComponent, Runtime};
use quarry_stores::app::AppStore;
use quarry_stores::health::Health;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast;

/// The deployment's settings for components.
#[derive(Debug, Clone)]
pub struct ComponentPolicy {
    /// The folder of the components that are served.
    pub folder: PathBuf,
    /// The folder into which `quarry plugin install` puts components, each with its record; it may not exist.
    pub installed_folder: PathBuf,
    /// The keys of which one must have signed each installed component.
    pub signing_keys: SigningKeys,
    /// The names that certain files alone may have.
    pub names: KeptNames,
    /// What the configuration gives to files of `folder`, by the component's name.
    pub given: BTreeMap<String, Given>,
    pub limits: LimitsByComponent,
    pub quarantine: QuarantineSettings,
    /// The time for which the version before is kept, to serve again if the new one is quarantined; zero: not at all.
    pub roll_back_within: Duration,
}

impl ComponentPolicy {
    /// True when a component's file was installed.
    pub(crate) fn is_installed(&self, file: &Path) -> bool {
        file.parent() == Some(&self.installed_folder)
    }

    /// Every component file, those that were put there first.
    pub fn files(&self) -> Result<Vec<ComponentFile>, FolderError> {
        let mut files = component_files(&self.folder)?;
        if self.installed_folder.is_dir() && self.installed_folder != self.folder {
            files.extend(component_files(&self.installed_folder)?);
        }
        Ok(files)
    }
}

/// The modules that this host serves.
pub struct Modules {
    pub(super) runtime: Runtime,
    pub(super) stores: Arc<Stores>,
    pub(super) policy: ComponentPolicy,
    pub(super) verdicts: Verdicts,
    pub(super) retired: Retired,
    pub(super) changes: Changes,
    /// Held while what was unloaded is loaded again, so that two who ask for it load it once.
    pub(super) reloading: tokio::sync::Mutex<()>,
    /// Held while the switches are read and followed, so that what was read later is never followed by what was read before.
    pub(super) following: tokio::sync::Mutex<()>,
    /// The bytes that components have stored, as somebody saw them last.
    pub(super) stored: StoredLook,
    pub(super) state: Mutex<State>,
    /// Operations that the host itself serves.
    pub(super) native: Vec<(Arc<Route>, Arc<dyn Handler>)>,
    pub(super) publisher: RoutingTablePublisher,
    pub(super) health: Arc<Health>,
}

/// The state that the published table is built from, and the known state of the folder.
#[derive(Default)]
pub(super) struct State {
    /// The components by path.
    pub(super) served: BTreeMap<PathBuf, Served>,
    /// Files that nothing serves.
    pub(super) refused: BTreeMap<PathBuf, Refused>,
    /// Files that changed at the last look: they are loaded once they are still.
    pub(super) unsettled: BTreeMap<PathBuf, FileStamp>,
    pub(super) switches: Vec<ModuleSwitch>,
    /// As this host followed them.
    pub(super) lifts: Lifts,
}

impl Modules {
    /// The components that are loaded.
    pub fn components(&self) -> Vec<Arc<LoadedComponent>> {
        self.state().served.values().filter_map(|served| served.loaded.clone()).collect()
    }

    /// Tells of every module that this host switches from now on.
    pub fn changes(&self) -> broadcast::Receiver<ModuleChange> {
        self.changes.listen()
    }

    /// Every component of the folder, as it stands on this host.
    pub fn statuses(&self) -> Vec<ComponentStatus> {
        let state = self.state();
        let refused = state.refused.values().map(|refused| ComponentStatus {
            name: refused.file.path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            version: String::new(),
            digest: String::new(),
            manifest: None,
            routes: Vec::new(),
            state: ComponentState::Refused,
            since: refused.since,
            quarantined_operations: Vec::new(),
            quarantined_for: Vec::new(),
            sentence: Some(refused.sentence.clone()),
            figures: Arc::default(),
        });
        state.served.values().map(Served::status).chain(refused).collect()
    }

    /// Component files that could not be loaded, by name, each with the sentence why.
    pub(super) fn left_out(&self) -> Vec<(String, String)> {
        let statuses = self.statuses().into_iter().filter(|status| status.state == ComponentState::Refused);
        statuses.map(|status| (status.name, status.sentence.unwrap_or_default())).collect()
    }

    pub(super) fn store(&self) -> &AppStore {
        &self.stores.app
    }

    /// Checks that a component fits beside those that are served: before anything of it reaches a store.
    pub(super) fn check_fit(&self, path: &Path, manifest: &Manifest) -> Result<(), String> {
        let state = self.state();
        refuse_namesake(&state, path, &manifest.name)?;
        let others = state.served.iter().filter(|(other, _)| *other != path);
        let others = others.flat_map(|(_, served)| &served.manifest.routes);
        let native = self.native.iter().map(|(route, _)| &**route);
        RoutingTable::check_places(native.chain(others).chain(&manifest.routes)).map_err(|error| error.to_string())
    }

    /// Serves `served` in the place of what stood at its path, unless it does not fit the others: then all stays as it is.
    pub(super) fn adopt(&self, mut served: Served) -> Result<(), String> {
        let mut state = self.state();
        let path = served.file.path.clone();
        refuse_namesake(&state, &path, &served.manifest.name)?;
        if !served.is_wanted(&state.switches) {
            served.loaded = None;
        }
        let before = state.served.insert(path.clone(), served);
        match table(&state, &self.native, &self.publisher.current()) {
            Ok(table) => {
                self.publisher.swap(table);
                state.refused.remove(&path);
                self.retire_all_but(&state, before.iter().flat_map(Served::held));
                self.report(&state);
                Ok(())
            }
            Err(error) => {
                match before {
                    Some(before) => state.served.insert(path, before),
                    None => state.served.remove(&path),
                };
                Err(error.to_string())
            }
        }
    }

    /// Publishes what `change` made of the state, and retires what is no longer in it.
    pub(super) fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        let before: Vec<Arc<LoadedComponent>> = state.served.values().flat_map(Served::held).collect();
        change(&mut state);
        match table(&state, &self.native, &self.publisher.current()) {
            Ok(table) => self.publisher.swap(table),
            // Less than what made a table makes one.
            Err(error) => tracing::error!(%error, "the components make no routing table; the old one stays"),
        }
        self.retire_all_but(&state, before.into_iter());
        self.report(&state);
    }

    /// Follows those of `before` to their end that `state` no longer holds.
    fn retire_all_but(&self, state: &State, before: impl Iterator<Item = Arc<LoadedComponent>>) {
        for component in before {
            let mut held = state.served.values().flat_map(Served::held);
            if !held.any(|held| Arc::ptr_eq(&held, &component)) {
                self.retired.add(&component);
            }
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn report(&self, state: &State) {
        self.health.set_components(state.served.len(), state.refused.len());
    }

    /// Notes why a file does not serve; the version that did goes on.
    pub(super) fn refuse(&self, refused: Refused) {
        tracing::error!(file = %refused.file.path.display(), "the component is left out: {}", refused.sentence);
        let mut state = self.state();
        match state.served.get_mut(&refused.file.path) {
            Some(served) => served.refused = Some(refused),
            None => {
                state.refused.insert(refused.file.path.clone(), refused);
            }
        }
        self.report(&state);
    }
}

/// A name is one file's.
fn refuse_namesake(state: &State, path: &Path, name: &str) -> Result<(), String> {
    let same_name = |other: &&Served| other.manifest.name == name && other.file.path != path;
    match state.served.values().find(same_name) {
        Some(other) => Err(taken(name, &other.file.path)),
        None => Ok(()),
    }
}

/// The sentence for a file whose name is another one's.
pub(crate) fn taken(name: &str, by: &Path) -> String {
    format!("the component {name} is the one of {} already", by.display())
}

/// The table of everything that is served.
pub(super) fn table(
    state: &State,
    native: &[(Arc<Route>, Arc<dyn Handler>)],
    before: &RoutingTable,
) -> Result<RoutingTable, RoutingError> {
    let native = native.iter().map(|(route, handler)| Registration {
        enabled: is_on(route, &state.switches),
        route: Arc::clone(route),
        handler: Arc::clone(handler),
    });
    let served = state.served.values().flat_map(|served| served.registrations(&state.switches));
    RoutingTable::build_after(before, native.chain(served).collect())
}

//! The loaded components and the table they make.

use crate::capabilities::{Given, Stores};
use crate::contract::Route;
use crate::edge::publish_routes;
use crate::edge::{
    Handler, Registration, RoutingError, RoutingTable, RoutingTablePublisher, RoutingTableView, Shutdown,
};
use crate::modules::{FolderError, ModuleState, component_files, switch};
use crate::runtime::{ComponentLimits, LoadedComponent, Runtime};
use crate::stores::app::{AppStore, AppStoreError};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// How often the switches are looked at; a change reaches every host within a second.
const POLL: Duration = Duration::from_millis(500);

/// What the deployment says about components.
#[derive(Debug, Clone)]
pub struct ComponentPolicy {
    pub folder: PathBuf,
    /// By component name.
    pub given: BTreeMap<String, Given>,
    pub limits: ComponentLimits,
}

/// The components cannot be served.
#[derive(Debug, Error)]
pub enum ModulesError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("the module switches cannot be read: {0}")]
    Switches(#[from] AppStoreError),
    #[error("the routes of the components do not fit together: {0}")]
    Routing(#[from] RoutingError),
}

/// What this host serves.
pub struct Modules {
    components: Vec<Arc<LoadedComponent>>,
    left_out: usize,
    /// Operations that the host itself serves.
    native: Vec<(Arc<Route>, Arc<dyn Handler>)>,
    stores: Arc<Stores>,
    publisher: RoutingTablePublisher,
    /// What the published table was built from.
    states: Mutex<Vec<ModuleState>>,
    looking: tokio::sync::Mutex<()>,
}

impl Modules {
    /// Loads every component of the folder and publishes the first table.
    pub async fn start(
        runtime: &Runtime,
        stores: Arc<Stores>,
        policy: &ComponentPolicy,
        native: Vec<(Arc<Route>, Arc<dyn Handler>)>,
    ) -> Result<(Modules, RoutingTableView), ModulesError> {
        let (mut components, mut left_out) = (Vec::new(), 0);
        for file in component_files(&policy.folder)? {
            match load(runtime, &stores, policy, &file.path).await {
                Ok(component) => components.push(Arc::new(component)),
                Err(sentence) => {
                    left_out += 1;
                    tracing::error!(file = %file.path.display(), "the component is left out: {sentence}");
                }
            }
        }
        let states = switch::list(&stores.app).await?;
        let (publisher, view) = publish_routes(table(&components, &native, &states)?);
        Ok((
            Modules {
                components,
                left_out,
                native,
                stores,
                publisher,
                states: Mutex::new(states),
                looking: tokio::sync::Mutex::default(),
            },
            view,
        ))
    }

    /// Follows the switches until `shutdown`. While the app store is down the last known state stays.
    pub async fn follow(&self, mut shutdown: Shutdown) {
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(POLL) => {}
            }
            match self.look().await {
                Ok(()) => {}
                Err(error) => tracing::warn!(%error, "the module switches cannot be read; the last known ones stay"),
            }
        }
    }

    /// Follows the switches once, now. One at a time, so that what was read later is never followed by what was read before.
    pub(super) async fn look(&self) -> Result<(), AppStoreError> {
        let _turn = self.looking.lock().await;
        self.publish(switch::list(&self.stores.app).await?);
        Ok(())
    }

    pub(super) fn store(&self) -> &AppStore {
        &self.stores.app
    }

    /// Swaps the table when a switch has changed.
    fn publish(&self, states: Vec<ModuleState>) {
        let mut known = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        if *known == states {
            return;
        }
        match table(&self.components, &self.native, &states) {
            Ok(table) => {
                self.publisher.swap(table);
                let off: Vec<&str> =
                    states.iter().filter(|state| !state.enabled).map(|state| state.key.as_str()).collect();
                tracing::info!(modules_off = off.join(","), "the module switches changed");
                *known = states;
            }
            Err(error) => tracing::error!(%error, "the changed switches make no routing table; the old one stays"),
        }
    }

    pub fn components(&self) -> &[Arc<LoadedComponent>] {
        &self.components
    }

    /// Component files that could not be loaded.
    pub fn left_out(&self) -> usize {
        self.left_out
    }
}

/// Reads and loads one file; the error is one sentence.
pub(crate) async fn load(
    runtime: &Runtime,
    stores: &Arc<Stores>,
    policy: &ComponentPolicy,
    path: &std::path::Path,
) -> Result<LoadedComponent, String> {
    let bytes = tokio::fs::read(path).await.map_err(|error| format!("it cannot be read: {error}"))?;
    let given = |name: &str| policy.given.get(name).cloned().unwrap_or_default();
    let loaded = runtime.load(bytes, policy.limits.clone(), stores.clone(), given).await;
    let component = loaded.map_err(|error| error.to_string())?;
    tracing::info!(
        component = component.manifest().name,
        version = component.manifest().version,
        digest = component.digest(),
        routes = component.manifest().routes.len(),
        "a component was loaded"
    );
    Ok(component)
}

fn table(
    components: &[Arc<LoadedComponent>],
    native: &[(Arc<Route>, Arc<dyn Handler>)],
    states: &[ModuleState],
) -> Result<RoutingTable, RoutingError> {
    let switches: HashMap<&str, bool> = states.iter().map(|state| (state.key.as_str(), state.enabled)).collect();
    // A module without a switch is off: nothing is served that staff cannot see.
    let enabled = |route: &Route| route.module.as_deref().is_none_or(|key| switches.get(key).copied().unwrap_or(false));
    let mut registrations = Vec::new();
    for (route, handler) in native {
        registrations.push(Registration { enabled: enabled(route), route: route.clone(), handler: handler.clone() });
    }
    for component in components {
        for route in &component.manifest().routes {
            registrations.push(Registration {
                enabled: enabled(route),
                route: Arc::new(route.clone()),
                handler: component.clone(),
            });
        }
    }
    RoutingTable::build(registrations)
}

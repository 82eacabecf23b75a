//! The start: every component of the folder is loaded, and the first table published.

use crate::modules::changes::Changes;
use crate::modules::registry::{State, table};
use crate::modules::retired::Retired;
use crate::modules::stored::StoredLook;
use crate::modules::verdicts::Verdicts;
use crate::modules::{ComponentPolicy, FolderError, Modules, lifts};
use quarry_contract::{Handler, Route};
use quarry_edge::{RoutingError, RoutingTable, RoutingTableView, publish_routes};
use quarry_identity::module_switches;
use quarry_runtime::Runtime;
use quarry_runtime::capabilities::Stores;
use quarry_stores::app::AppStoreError;
use quarry_stores::health::Health;
use std::sync::{Arc, Mutex};
use thiserror::Error;

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

impl Modules {
    /// Loads every component of the folder and publishes the first table. What does not load is left out and says why.
    pub async fn start(
        runtime: &Runtime,
        stores: Arc<Stores>,
        policy: &ComponentPolicy,
        native: Vec<(Arc<Route>, Arc<dyn Handler>)>,
        health: Arc<Health>,
    ) -> Result<(Modules, RoutingTableView), ModulesError> {
        let switches = module_switches::list(&stores.app).await?;
        let lifts = lifts::read(&stores.app).await?;
        let state = State { switches, lifts, ..State::default() };
        let (publisher, view) = publish_routes(table(&state, &native, &RoutingTable::default())?);
        let modules = Modules {
            runtime: runtime.clone(),
            verdicts: Verdicts::new(stores.app.clone()),
            stores,
            policy: policy.clone(),
            retired: Retired::default(),
            changes: Changes::new(),
            reloading: tokio::sync::Mutex::default(),
            following: tokio::sync::Mutex::default(),
            stored: StoredLook::default(),
            state: Mutex::new(state),
            native,
            publisher,
            health,
        };
        for file in policy.files()? {
            modules.bring_in(file).await;
        }
        Ok((modules, view))
    }
}

//! A serving host.

use crate::assembly::authenticator::KeyAuthenticator;
use crate::assembly::key_budgets::KeyBudgets;
use crate::assembly::{Installation, OpenStores, policy};
use crate::budgets::{Budgets, Hosts, system_clock};
use crate::capabilities::Stores;
use crate::config::{Configuration, EnvironmentName};
use crate::contract::Route;
use crate::edge::cursor::{CursorKey, CursorKeys};
use crate::edge::{Edge, EdgeConfiguration, Handler, ShutdownTrigger, serve, shutdown_signal};
use crate::identity::{Environment, Keys};
use crate::modules::{Modules, ModulesError};
use crate::runtime::{EngineError, Runtime, RuntimeOptions};
use crate::stores::app::{AppStoreDialect, AppStoreError};
use jiff::Timestamp;
use std::net::SocketAddr;
use std::sync::Arc;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Why the host does not serve.
#[derive(Debug, Error)]
pub enum HostError {
    #[error("cannot listen on {address}: {source}")]
    Listen { address: SocketAddr, source: std::io::Error },
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Grants(#[from] policy::UnknownGrant),
    #[error(transparent)]
    Modules(#[from] ModulesError),
    #[error("the secrets of the deployment cannot be read: {0}")]
    Secrets(#[source] AppStoreError),
    #[error("the application store gave no key for cursors")]
    NoCursorKey,
}

/// What runs once [`Host::start`] has returned.
pub struct Host {
    address: SocketAddr,
    trigger: ShutdownTrigger,
    serving: JoinHandle<()>,
    following: JoinHandle<()>,
    keeping: JoinHandle<()>,
    modules: Arc<Modules>,
    budgets: Budgets,
}

/// The environment whose keys work here.
impl From<EnvironmentName> for Environment {
    fn from(name: EnvironmentName) -> Environment {
        match name {
            EnvironmentName::Production => Environment::Production,
            EnvironmentName::Sandbox => Environment::Sandbox,
        }
    }
}

impl Host {
    /// Loads the components and listens. The stores must have been migrated.
    pub async fn start(
        configuration: &Configuration,
        installation: &Installation,
        stores: &OpenStores,
        native: Vec<(Arc<Route>, Arc<dyn Handler>)>,
    ) -> Result<Host, HostError> {
        let address = configuration.server.listen;
        // Before the components are loaded: a taken port is told at once.
        let listener = TcpListener::bind(address).await.map_err(|source| HostError::Listen { address, source })?;
        let address = listener.local_addr().map_err(|source| HostError::Listen { address, source })?;
        let budgets = budgets(stores);
        // Before the components are loaded, so that other hosts have noticed once this one serves.
        budgets.announce().await;
        let runtime = Runtime::new(&RuntimeOptions {
            max_instances: configuration.limits.instances,
            max_memory_bytes: configuration.limits.memory_bytes,
            cache_folder: configuration.paths.data_dir.join("cache").join("components"),
        })?;
        let shared = Arc::new(Stores { app: stores.app.clone(), warehouse: stores.warehouse.clone() });
        let policy = policy::components(configuration, installation.components.clone())?;
        let (modules, routes) = Modules::start(&runtime, shared, &policy, native).await?;
        let modules = Arc::new(modules);
        let keys = Keys::new(stores.app.clone(), configuration.server.environment.into());
        let cursor_keys = cursor_keys(stores).await?;
        let origin = &configuration.server.public_url;
        let edge = Edge::new(
            EdgeConfiguration {
                base_path: configuration.server.base_path.clone(),
                public_origin: (!origin.is_empty()).then(|| origin.trim_end_matches('/').to_owned()),
                limits: policy::requests(configuration),
                cursor_keys,
                trusted_proxies: configuration.server.trusted_proxies.0.clone().into(),
                address_limits: policy::addresses(configuration),
            },
            routes,
            Arc::new(KeyAuthenticator::new(keys)),
            Arc::new(KeyBudgets::new(budgets.clone())),
        );
        let (trigger, shutdown) = shutdown_signal();
        let limits = policy::listener(configuration);
        let until = shutdown.clone();
        let serving = tokio::spawn(async move {
            let drained = serve(listener, Arc::new(edge), limits, until).await;
            if drained.cut_connections > 0 {
                tracing::warn!(cut_connections = drained.cut_connections, "the drain's time was over");
            }
        });
        let keeping = tokio::spawn({
            let (budgets, until) = (budgets.clone(), shutdown.clone());
            async move { budgets.keep(until).await }
        });
        let following = tokio::spawn({
            let modules = modules.clone();
            async move { modules.follow(shutdown).await }
        });
        tracing::info!(%address, components = modules.components().len(), "serving");
        Ok(Host { address, trigger, serving, following, keeping, modules, budgets })
    }

    /// Where it listens; the real port when 0 was asked for.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn modules(&self) -> &Modules {
        &self.modules
    }

    /// Takes no new connection, lets the requests in flight end, and returns once all is still.
    pub async fn stop(self) {
        self.trigger.fire();
        for task in [self.serving, self.following, self.keeping] {
            if let Err(error) = task.await {
                tracing::error!(%error, "a task of the host failed while it stopped");
            }
        }
        self.budgets.close().await;
    }
}

/// An embedded store is one host's; of another one there may be several.
fn budgets(stores: &OpenStores) -> Budgets {
    let hosts = match stores.app.dialect() {
        AppStoreDialect::Sqlite => Hosts::One,
        AppStoreDialect::Postgres => Hosts::Several,
    };
    Budgets::new(stores.app.for_counters(), hosts, system_clock())
}

/// The cursor keys that all hosts of the deployment share, the newest to sign with.
async fn cursor_keys(stores: &OpenStores) -> Result<CursorKeys, HostError> {
    let secrets = stores.app.deployment_secrets("cursor", Timestamp::now()).await.map_err(HostError::Secrets)?;
    let mut keys = secrets.iter().map(CursorKey::new);
    let current = keys.next().ok_or(HostError::NoCursorKey)?;
    Ok(CursorKeys { current, previous: keys.collect() })
}

//! A serving host: the row of steps that starts it, each in the file that says what it starts.

mod accounts;
mod admin_listener;
mod alert_rules;
mod background;
mod cursors;
mod engine;
mod error;
mod followers;
mod front;
mod jobs;
mod own_routes;
mod probe;
mod sockets;
mod space_rules;
mod stored;

pub use error::HostError;

use crate::assembly::{Installation, OpenStores, key_budgets, mail, open_files, people, policy};
use crate::modules::Modules;
use crate::openapi::{Contract, Service};
use accounts::HostAccounts;
use admin_listener::AdminListener;
use background::{Background, ended};
use followers::Followed;
use front::FrontParts;
use quarry_config::Configuration;
use quarry_contract::{Handler, Route};
use quarry_edge::budgets::Budgets;
use quarry_edge::idempotency_records::Idempotency;
use quarry_stores::clock::Clock;
use quarry_stores::health::Health;
use quarry_stores::shutdown::{ShutdownTrigger, shutdown_signal};
use quarry_telemetry::Figures;
use sockets::Sockets;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::task::JoinHandle;

/// A host that serves.
pub struct Host {
    address: SocketAddr,
    is_tls: bool,
    trigger: ShutdownTrigger,
    serving: JoinHandle<()>,
    background: Background,
    admin: Option<AdminListener>,
    modules: Arc<Modules>,
    health: Arc<Health>,
    budgets: Budgets,
}

impl Host {
    /// Loads the components and listens. The stores must have been migrated.
    pub async fn start(
        configuration: &Configuration,
        installation: &Installation,
        stores: &OpenStores,
        native: Vec<(Arc<Route>, Arc<dyn Handler>)>,
    ) -> Result<Host, HostError> {
        let Sockets { main, admin, tls } = Sockets::bind(configuration).await?;
        let mail = mail::delivery(configuration)?;
        open_files::make_room(configuration.server.max_connections + configuration.limits.cable_connections);
        let budgets = key_budgets::of_deployment(stores);
        // Before the components are loaded, so that other hosts have noticed once this one serves.
        budgets.announce().await;
        alert_rules::keep(configuration, &stores.app).await.map_err(HostError::AlertRules)?;
        space_rules::keep(configuration, &stores.app).await.map_err(HostError::SpaceRules)?;
        let runtime = engine::start(configuration)?;
        let policy = policy::components(configuration, installation)?;
        let service = service(configuration);
        let public_origin = service.public_origin.clone();
        let accounts = HostAccounts::open(configuration, stores, &service.base_path).await?;
        let shared = accounts.component_stores(configuration, stores)?;
        let cable = people::cable(configuration, &stores.app, &accounts.sessions).await?;

        let contract = Arc::new(Contract::new(service));
        let native = own_routes::routes(native, &contract, &accounts, &cable, stores);
        let health = Arc::new(Health::new(0, 0));
        let (modules, routes) =
            Modules::start(&runtime, Arc::clone(&shared), &policy, native, Arc::clone(&health)).await?;
        let modules = Arc::new(modules);
        contract.describe(routes.clone());
        accounts.ask_components(&modules, &shared, stores).await?;

        let figures = Arc::new(Figures::new(runtime.figures(), Arc::clone(&health)).with_cable(cable.figures()));
        let idempotency = Idempotency::new(stores.app.clone(), Clock::system());
        let parts = FrontParts {
            public_origin,
            cursor_keys: cursors::cursor_keys(stores).await?,
            routes,
            stores,
            accounts: &accounts,
            budgets: &budgets,
            pages: own_routes::pages(configuration, installation, contract)?,
            cable: &cable,
            idempotency: &idempotency,
            figures: &figures,
            health: &health,
        };
        let edge = front::edge(configuration, parts);
        let probe = probe::looked_once(stores, &health).await;

        let (trigger, shutdown) = shutdown_signal();
        let mut background = Background::new(shutdown.clone());
        let runner = jobs::runner(stores, &modules, mail, &accounts);
        let deliveries = accounts.deliveries(configuration, stores);
        let alert_letters = accounts.alert_letters(configuration, stores);
        let followed = Followed {
            modules: Arc::clone(&modules),
            budgets: budgets.clone(),
            health: Arc::clone(&health),
            probe,
            idempotency,
            runner,
            deliveries,
            alert_letters,
            cable,
            key_values: shared.key_values.clone(),
            new_accounts: accounts.new_accounts,
            sessions: accounts.sessions,
        };
        let (of_components, app, shown) = (Arc::clone(&modules), stores.app.clone(), Arc::clone(&figures.stored));
        background.run(|shutdown| stored::follow(of_components, app, shown, shutdown));
        followed.start(stores, &mut background);
        let (address, is_tls) = (main.address, tls.is_some());
        let serving = front::listen(configuration, main, tls, edge, &figures, shutdown, &mut background);
        let admin = admin.map(|socket| admin_listener::start(socket, figures, Arc::clone(&health)));
        tracing::info!(%address, components = modules.components().len(), "serving");
        Ok(Host { address, is_tls, trigger, serving, background, admin, modules, health, budgets })
    }

    /// The address that it listens on; the real port when 0 was asked for.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the admin listener, if there is one.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref().map(|admin| admin.address)
    }

    /// Tells whether it speaks TLS.
    pub fn is_tls(&self) -> bool {
        self.is_tls
    }

    pub fn modules(&self) -> &Modules {
        &self.modules
    }

    /// Says that it is not ready, takes no new connection, lets the requests in flight end, and returns once all is still.
    pub async fn stop(self) {
        self.health.drain();
        self.trigger.fire();
        ended(self.serving).await;
        self.background.end().await;
        self.budgets.close().await;
        if let Some(admin) = self.admin {
            // Only now: the admin listener goes on until the main one is still.
            admin.trigger.fire();
            ended(admin.serving).await;
        }
    }
}

/// The service as its documents name it.
fn service(configuration: &Configuration) -> Service {
    let origin = configuration.server.public_url.trim_end_matches('/');
    Service {
        base_path: configuration.server.base_path.trim_end_matches('/').to_owned(),
        public_origin: (!configuration.server.public_url.is_empty()).then(|| origin.to_owned()),
    }
}

//! A serving host.

use crate::admin::Admin;
use crate::assembly::authenticator::StoreAuthenticator;
use crate::assembly::key_budgets::KeyBudgets;
use crate::assembly::{
    CapabilityStoresError, Installation, OpenStores, capability_stores, mail, open_files, people, policy,
};
use crate::console::Console;
use crate::modules::{Modules, ModulesError};
use crate::openapi::{self, Contract, DocumentationPages, Reader, ReaderError, Service};
use crate::session_operations::SessionOperations;
use crate::status_probe::StatusProbe;
use jiff::Timestamp;
use quarry_config::Configuration;
use quarry_contract::{Handler, Route};
use quarry_edge::budgets::{Budgets, Hosts, system_clock};
use quarry_edge::cursor::{CursorKey, CursorKeys};
use quarry_edge::idempotency_records::Idempotency;
use quarry_edge::{Edge, EdgeConfiguration, Listener, Pages, TlsError, TlsIdentity, follow_certificate};
use quarry_identity::jobs::{HostJob, JobComponents, Runner};
use quarry_identity::mail::MailError;
use quarry_identity::object_links::{ObjectLinks, link_route, upload_route};
use quarry_identity::personal_data::{ComponentsData, ExportJob, PersonalData};
use quarry_identity::secrets::SecretKeys;
use quarry_identity::{
    AccountComponents, Keys, NewAccounts, Organizations, Passwords, PreparationError, RecoveryLetters, SingleSignOn,
};
use quarry_runtime::capabilities::{Accounts, ModuleDesk, StoreUse, Stores};
use quarry_runtime::{EngineError, Runtime, RuntimeOptions};
use quarry_stores::app::{AppStoreDialect, AppStoreError};
use quarry_stores::clock::Clock;
use quarry_stores::health::Health;
use quarry_stores::shutdown::{ShutdownTrigger, shutdown_signal};
use quarry_telemetry::Figures;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// How long the start waits for the first status snapshot; the probe goes on without it.
const FIRST_PROBE: Duration = Duration::from_secs(3);

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
    CapabilityStores(#[from] CapabilityStoresError),
    #[error(transparent)]
    Modules(#[from] ModulesError),
    #[error(transparent)]
    Reader(#[from] ReaderError),
    #[error("the secrets of the deployment cannot be read: {0}")]
    Secrets(#[source] AppStoreError),
    #[error("accounts could not be prepared for the components: {0}")]
    Accounts(#[from] PreparationError),
    #[error("the application store gave no key for cursors")]
    NoCursorKey,
    #[error(transparent)]
    People(#[from] people::PeopleError),
    #[error(transparent)]
    Mail(#[from] MailError),
    #[error(transparent)]
    Tls(#[from] TlsError),
    #[error("server.tls needs both certificate and key, or neither")]
    HalfTls,
}

/// What runs once [`Host::start`] has returned.
pub struct Host {
    address: SocketAddr,
    admin_address: Option<SocketAddr>,
    is_tls: bool,
    trigger: ShutdownTrigger,
    /// The admin listener goes on until the main one is still.
    admin_trigger: ShutdownTrigger,
    serving: JoinHandle<()>,
    /// What runs beside it.
    following: Vec<JoinHandle<()>>,
    admin: Option<JoinHandle<()>>,
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
        // Before the components are loaded: a taken port is told at once.
        let (listener, address) = bind(configuration.server.listen).await?;
        let admin_socket = match configuration.admin.listen {
            Some(address) => Some(bind(address).await?),
            None => None,
        };
        let tls = tls_identity(configuration)?;
        let mail = mail::delivery(configuration)?;
        open_files::make_room(configuration.server.max_connections + configuration.limits.cable_connections);
        let budgets = budgets(stores);
        // Before the components are loaded, so that other hosts have noticed once this one serves.
        budgets.announce().await;
        let runtime = Runtime::new(&RuntimeOptions {
            max_instances: configuration.limits.instances,
            max_event_streams: configuration.limits.event_streams,
            max_memory_bytes: policy::limits(configuration).most_memory_bytes(),
            cache_folder: configuration.paths.data_dir.join("cache").join("components"),
        })?
        .with_compiler(policy::compiler(configuration));
        let policy = policy::components(configuration, installation)?;
        let origin = &configuration.server.public_url;
        let public_origin = (!origin.is_empty()).then(|| origin.trim_end_matches('/').to_owned());
        let base_path = configuration.server.base_path.trim_end_matches('/').to_owned();
        let object_links = object_links(stores, &base_path).await?;
        let (secret_keys, passwords) = (secret_keys(stores).await?, Passwords::default());
        let keys = Keys::new(stores.app.clone(), policy::environment(configuration));
        let letters = people::letters(configuration);
        let providers = people::providers(configuration, &stores.app, secret_keys.clone())?;
        let sign_in =
            people::sign_in(configuration, &stores.app, providers.clone(), passwords.clone(), secret_keys.clone());
        let new_accounts = NewAccounts::default();
        let sign_in = sign_in.await?.with_new_accounts(new_accounts.clone());
        let sessions = sign_in.sessions().clone();
        let personal_data = PersonalData::new(
            stores.app.clone(),
            stores.objects.clone(),
            object_links.clone(),
            letters.clone(),
            sessions.clone(),
        );
        let reached = capability_stores(configuration, stores)?;
        let shared = Arc::new(Stores {
            people: Some(people::people(configuration, &stores.app, &sessions, &keys)),
            at_load: StoreUse::Serve,
            single_sign_on: SingleSignOn::new(stores.app.clone(), providers, reached.names.clone()),
            organizations: Organizations::new(stores.app.clone(), keys.clone(), letters.clone()),
            object_links: object_links.clone(),
            secret_keys,
            passwords,
            accounts: Some(Accounts { sign_in: sign_in.clone(), personal_data: personal_data.clone() }),
            ..reached
        });
        let key_values = shared.key_values.clone();
        let contract = Arc::new(Contract::new(Service { base_path, public_origin: public_origin.clone() }));
        let cable = people::cable(configuration, &stores.app, &sessions).await?;
        let native = native
            .into_iter()
            .chain(openapi::documents(&contract))
            .chain([
                link_route(object_links.clone(), stores.objects.clone(), Clock::system()),
                upload_route(object_links, stores.objects.clone(), Clock::system()),
            ])
            .chain(SessionOperations::new(sign_in, cable.clone(), Clock::system()).routes())
            .collect();
        let health = Arc::new(Health::new(0, 0));
        let (modules, routes) =
            Modules::start(&runtime, Arc::clone(&shared), &policy, native, Arc::clone(&health)).await?;
        contract.describe(routes.clone());
        let client = configuration.sign_in.service_clients.0.first().map_or("", String::as_str);
        let console = Console::new(configuration.server.base_path.trim_end_matches('/'), client);
        let documentation = DocumentationPages::new(contract, Reader::open(&installation.reader)?);
        let pages: Vec<Box<dyn Pages>> = vec![Box::new(documentation), Box::new(console)];
        let modules = Arc::new(modules);
        shared.modules.set(&(Arc::clone(&modules) as Arc<dyn ModuleDesk>));
        personal_data.ask_components(&(Arc::clone(&modules) as Arc<dyn ComponentsData>));
        let account_components = Arc::clone(&modules) as Arc<dyn AccountComponents>;
        new_accounts.ask_components(&account_components);
        for component in account_components.names() {
            new_accounts.catch_up(&stores.app, &component).await?;
        }
        let cursor_keys = cursor_keys(stores).await?;
        let idempotency = Idempotency::new(stores.app.clone(), Clock::system());
        let figures = Arc::new(Figures::new(runtime.figures(), Arc::clone(&health)).with_cable(cable.figures()));
        let mut edge = Edge::new(
            EdgeConfiguration {
                base_path: configuration.server.base_path.clone(),
                public_origin,
                limits: policy::requests(configuration),
                cursor_keys,
                trusted_proxies: configuration.server.trusted_proxies.0.clone().into(),
                address_limits: policy::addresses(configuration),
            },
            routes,
            Arc::new(StoreAuthenticator::new(keys, sessions.clone())),
            Arc::new(KeyBudgets::new(budgets.clone())),
        )
        .with_pages(Arc::new(pages))
        .with_live_updates(Arc::new(cable.clone()))
        .with_service_clients(configuration.sign_in.service_clients.0.clone())
        .with_idempotency(Arc::new(idempotency.clone()))
        .with_response_cache(&policy::response_cache(configuration), Clock::system())
        .with_telemetry(&figures, Arc::clone(&health));
        let probe = StatusProbe::new(stores.app.clone(), stores.warehouse.clone(), Clock::system())
            .with_objects(stores.objects.clone())
            .with_health(Arc::clone(&health));
        match tokio::time::timeout(FIRST_PROBE, probe.look()).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => tracing::warn!(%error, "no first status snapshot was made"),
            Err(_) => tracing::warn!("the first status snapshot is not ready yet"),
        }
        let jobs = Arc::clone(&modules) as Arc<dyn JobComponents>;
        let recovery = RecoveryLetters::new(stores.app.clone(), letters);
        let host_jobs: Vec<Arc<dyn HostJob>> =
            vec![Arc::new(mail), Arc::new(recovery), Arc::new(ExportJob::new(personal_data))];
        let runner = Runner::new(stores.app.clone(), jobs, host_jobs, Clock::system());
        let (trigger, shutdown) = shutdown_signal();
        let mut listener =
            Listener::new(listener, policy::listener(configuration)).with_figures(Arc::clone(&figures.connections));
        let mut following = vec![
            tokio::spawn({
                let (modules, shutdown) = (Arc::clone(&modules), shutdown.clone());
                async move { modules.follow(shutdown).await }
            }),
            tokio::spawn({
                let (health, shutdown) = (Arc::clone(&health), shutdown.clone());
                let (app_store, warehouse) = (stores.app.clone(), stores.warehouse.clone());
                async move { health.follow(app_store, warehouse, shutdown).await }
            }),
            tokio::spawn({
                let shutdown = shutdown.clone();
                async move { probe.follow(shutdown).await }
            }),
            tokio::spawn({
                let shutdown = shutdown.clone();
                async move { idempotency.keep_small(shutdown).await }
            }),
            tokio::spawn(runner.run(shutdown.clone())),
            tokio::spawn({
                let (changes, shutdown) = (modules.changes(), shutdown.clone());
                async move { cable.follow(shutdown, changes).await }
            }),
            tokio::spawn({
                let shutdown = shutdown.clone();
                async move { key_values.keep_small(shutdown).await }
            }),
            tokio::spawn(stores.objects.clone().keep_small(shutdown.clone())),
            tokio::spawn(super::chains::follow(stores.warehouse.clone(), shutdown.clone())),
            tokio::spawn(new_accounts.follow(stores.app.clone(), shutdown.clone())),
            tokio::spawn({
                let shutdown = shutdown.clone();
                async move { sessions.keep_small(shutdown).await }
            }),
            tokio::spawn({
                let (budgets, shutdown) = (budgets.clone(), shutdown.clone());
                async move { budgets.keep(shutdown).await }
            }),
        ];
        let is_tls = tls.is_some();
        if let Some(identity) = tls {
            edge = edge.with_https();
            listener = listener.with_tls(Arc::clone(&identity));
            following.push(tokio::spawn(follow_certificate(identity, shutdown.clone())));
        }
        let edge = Arc::new(edge.with_shutdown(shutdown.clone()));
        let serving = tokio::spawn(async move {
            let drained = listener.serve(edge, shutdown).await;
            if drained.cut_connections > 0 {
                tracing::warn!(cut_connections = drained.cut_connections, "the drain's time was over");
            }
        });
        let (admin_trigger, admin_shutdown) = shutdown_signal();
        let admin_address = admin_socket.as_ref().map(|(_, address)| *address);
        let admin = admin_socket.map(|(socket, _)| {
            let admin = Arc::new(Admin::new(figures, Arc::clone(&health)));
            tokio::spawn(async move {
                Listener::new(socket, policy::admin_listener()).serve(admin, admin_shutdown).await;
            })
        });
        tracing::info!(%address, components = modules.components().len(), "serving");
        Ok(Host {
            address,
            admin_address,
            is_tls,
            trigger,
            admin_trigger,
            serving,
            following,
            admin,
            modules,
            health,
            budgets,
        })
    }

    /// Where it listens; the real port when 0 was asked for.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where the admin listener listens, if there is one.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin_address
    }

    /// Whether it speaks TLS.
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
        for task in std::iter::once(self.serving).chain(self.following) {
            ended(task).await;
        }
        self.budgets.close().await;
        self.admin_trigger.fire();
        if let Some(admin) = self.admin {
            ended(admin).await;
        }
    }
}

async fn ended(task: JoinHandle<()>) {
    if let Err(error) = task.await {
        tracing::error!(%error, "a task of the host failed while it stopped");
    }
}

/// A listening socket and its real address.
async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), HostError> {
    let failed = |source| HostError::Listen { address, source };
    let socket = TcpListener::bind(address).await.map_err(failed)?;
    let address = socket.local_addr().map_err(failed)?;
    Ok((socket, address))
}

/// The configured certificate.
fn tls_identity(configuration: &Configuration) -> Result<Option<Arc<TlsIdentity>>, HostError> {
    let section = &configuration.server.tls;
    match (section.certificate.as_os_str().is_empty(), section.key.as_os_str().is_empty()) {
        (true, true) => Ok(None),
        (false, false) => Ok(Some(Arc::new(TlsIdentity::read(&section.certificate, &section.key)?))),
        _ => Err(HostError::HalfTls),
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

/// What components' secrets are sealed and found with, on every host of the deployment.
async fn secret_keys(stores: &OpenStores) -> Result<SecretKeys, HostError> {
    let secrets = stores.app.deployment_secrets("component-secrets", Timestamp::now()).await;
    Ok(SecretKeys::new(secrets.map_err(HostError::Secrets)?))
}

/// Makes and opens signed links, as every host of the deployment does.
async fn object_links(stores: &OpenStores, base_path: &str) -> Result<ObjectLinks, HostError> {
    let secrets = stores.app.deployment_secrets("object-link", Timestamp::now()).await.map_err(HostError::Secrets)?;
    Ok(ObjectLinks::new(&secrets, base_path))
}

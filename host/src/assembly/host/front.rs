//! Starts: the edge, and the listener in front of it.

use crate::assembly::data_versions::StoreDataVersions;
use crate::assembly::host::accounts::HostAccounts;
use crate::assembly::host::background::Background;
use crate::assembly::host::sockets::Socket;
use crate::assembly::{KeyBudgets, OpenStores, StoreAuthenticator, policy};
use crate::cable::Cable;
use quarry_config::Configuration;
use quarry_edge::budgets::Budgets;
use quarry_edge::cursor::CursorKeys;
use quarry_edge::idempotency_records::Idempotency;
use quarry_edge::{Edge, EdgeConfiguration, Listener, Pages, RoutingTableView, TlsIdentity, follow_certificate};
use quarry_stores::clock::Clock;
use quarry_stores::health::Health;
use quarry_stores::shutdown::Shutdown;
use quarry_telemetry::Figures;
use std::sync::Arc;
use tokio::task::JoinHandle;

/// The parts that the edge asks and serves.
pub(super) struct FrontParts<'a> {
    pub(super) public_origin: Option<String>,
    pub(super) cursor_keys: CursorKeys,
    pub(super) routes: RoutingTableView,
    pub(super) stores: &'a OpenStores,
    pub(super) accounts: &'a HostAccounts,
    pub(super) budgets: &'a Budgets,
    pub(super) pages: Vec<Box<dyn Pages>>,
    pub(super) cable: &'a Cable,
    pub(super) idempotency: &'a Idempotency,
    pub(super) figures: &'a Arc<Figures>,
    pub(super) health: &'a Arc<Health>,
}

/// The edge, which answers requests.
pub(super) fn edge(configuration: &Configuration, parts: FrontParts<'_>) -> Edge {
    let FrontParts { public_origin, cursor_keys, routes, stores, accounts, budgets, pages, cable, idempotency, .. } =
        parts;
    Edge::new(
        EdgeConfiguration {
            base_path: configuration.server.base_path.clone(),
            public_origin,
            limits: policy::requests(configuration),
            cursor_keys,
            trusted_proxies: configuration.server.trusted_proxies.0.clone().into(),
            address_limits: policy::addresses(configuration),
        },
        routes,
        Arc::new(StoreAuthenticator::new(accounts.keys.clone(), accounts.sessions.clone())),
        Arc::new(KeyBudgets::new(budgets.clone())),
    )
    .with_pages(Arc::new(pages))
    .with_live_updates(Arc::new(cable.clone()))
    .with_service_clients(configuration.sign_in.service_clients.0.clone())
    .with_person_limits(policy::people(configuration))
    .with_idempotency(Arc::new(idempotency.clone()))
    .with_response_cache(&policy::response_cache(configuration), Clock::system())
    .with_data_versions(Arc::new(StoreDataVersions::new(stores.app.clone(), stores.warehouse.clone())))
    .with_telemetry(parts.figures, Arc::clone(parts.health))
}

/// Serves the edge on its socket until the host stops.
pub(super) fn listen(
    configuration: &Configuration,
    socket: Socket,
    tls: Option<Arc<TlsIdentity>>,
    mut edge: Edge,
    figures: &Figures,
    shutdown: Shutdown,
    background: &mut Background,
) -> JoinHandle<()> {
    let mut listener =
        Listener::new(socket.listener, policy::listener(configuration)).with_figures(Arc::clone(&figures.connections));
    if let Some(identity) = tls {
        edge = edge.with_https();
        listener = listener.with_tls(Arc::clone(&identity));
        background.run(|shutdown| follow_certificate(identity, shutdown));
    }
    let edge = Arc::new(edge.with_shutdown(shutdown.clone()));
    tokio::spawn(async move {
        let drained = listener.serve(edge, shutdown).await;
        if drained.cut_connections > 0 {
            tracing::warn!(cut_connections = drained.cut_connections, "the drain's time was over");
        }
    })
}

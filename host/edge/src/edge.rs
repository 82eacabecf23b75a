//! The parts of a host's edge, which the stages share.

use crate::authenticate::Authenticator;
use crate::client_network::ClientNetworks;
use crate::configuration::EdgeConfiguration;
use crate::idempotency::IdempotencyRecords;
use crate::live_updates::LiveUpdates;
use crate::page::Pages;
use crate::rate_limit::{PersonLimits, RateLimits, RequestBudgets};
use crate::request_body::{BodyChecks, LargeBodies};
use crate::response_cache::{DataVersions, ResponseCache, ResponseCacheSettings};
use crate::router::RoutingTableView;
use quarry_stores::clock::Clock;
use quarry_stores::health::Health;
use quarry_stores::shutdown::Shutdown;
use quarry_telemetry::{CacheFigures, Figures, RequestFigures};
use std::sync::Arc;

/// The request pipeline of a host.
pub struct Edge {
    pub(super) configuration: Arc<EdgeConfiguration>,
    pub(super) routes: RoutingTableView,
    pub(super) authenticator: Arc<dyn Authenticator>,
    pub(super) rate_limits: RateLimits,
    pub(super) response_cache: ResponseCache,
    pub(super) idempotency: Option<Arc<dyn IdempotencyRecords>>,
    pub(super) pages: Option<Arc<dyn Pages>>,
    pub(super) live_updates: Option<Arc<dyn LiveUpdates>>,
    pub(super) figures: Arc<RequestFigures>,
    pub(super) cache_figures: Arc<CacheFigures>,
    pub(super) health: Option<Arc<Health>>,
    /// True when clients reach the host over TLS, its own or a proxy's.
    pub(super) is_https: bool,
    /// Ends event streams.
    pub(super) shutdown: Option<Shutdown>,
    /// The deployment's own applications.
    pub(super) service_clients: Vec<String>,
    pub(super) client_networks: ClientNetworks,
    pub(super) body_checks: BodyChecks,
    pub(super) large_bodies: LargeBodies,
}

impl Edge {
    pub fn new(
        mut configuration: EdgeConfiguration,
        routes: RoutingTableView,
        authenticator: Arc<dyn Authenticator>,
        budgets: Arc<dyn RequestBudgets>,
    ) -> Edge {
        let without_slash = configuration.base_path.trim_end_matches('/').len();
        configuration.base_path.truncate(without_slash);
        let is_https = configuration.public_origin.as_deref().is_some_and(|origin| origin.starts_with("https://"));
        Edge {
            routes,
            authenticator,
            rate_limits: RateLimits::new(configuration.address_limits, budgets),
            response_cache: ResponseCache::new(&ResponseCacheSettings::default(), Clock::system()),
            idempotency: None,
            pages: None,
            live_updates: None,
            figures: Arc::default(),
            cache_figures: Arc::default(),
            health: None,
            is_https,
            shutdown: None,
            service_clients: Vec::new(),
            client_networks: ClientNetworks::default(),
            body_checks: BodyChecks::default(),
            large_bodies: LargeBodies::default(),
            configuration: Arc::new(configuration),
        }
    }

    /// Sets how answers are kept, and the clock that they age by.
    pub fn with_response_cache(mut self, settings: &ResponseCacheSettings, clock: Clock) -> Edge {
        self.response_cache = ResponseCache::new(settings, clock);
        self
    }

    /// Lets kept answers stand while their data do, as `versions` tells; without it they stand for their time. After
    /// [`Edge::with_response_cache`].
    pub fn with_data_versions(mut self, versions: Arc<dyn DataVersions>) -> Edge {
        self.response_cache = self.response_cache.with_data_versions(versions);
        self
    }

    /// Makes keyed writes that bring an `Idempotency-Key` once; without it the header says nothing.
    pub fn with_idempotency(mut self, records: Arc<dyn IdempotencyRecords>) -> Edge {
        self.idempotency = Some(records);
        self
    }

    /// Counts the requests of signed-in people; without it they are as many as they like.
    pub fn with_person_limits(mut self, limits: PersonLimits) -> Edge {
        self.rate_limits.limit_people(limits);
        self
    }

    /// Serves `pages` outside the base path.
    pub fn with_pages(mut self, pages: Arc<dyn Pages>) -> Edge {
        self.pages = Some(pages);
        self
    }

    /// Lets connections leave HTTP for `live_updates`.
    pub fn with_live_updates(mut self, live_updates: Arc<dyn LiveUpdates>) -> Edge {
        self.live_updates = Some(live_updates);
        self
    }

    /// Counts requests there, and answers probes from what `health` knows.
    pub fn with_telemetry(mut self, figures: &Figures, health: Arc<Health>) -> Edge {
        self.figures = Arc::clone(&figures.requests);
        self.cache_figures = Arc::clone(&figures.cache);
        self.health = Some(health);
        self
    }

    /// Lets these applications of the deployment sign people in; without it none does.
    pub fn with_service_clients(mut self, service_clients: Vec<String>) -> Edge {
        self.service_clients = service_clients;
        self
    }

    /// Tells browsers to come back over TLS only, as an `https` public origin does.
    pub fn with_https(mut self) -> Edge {
        self.is_https = true;
        self
    }

    /// Ends event streams when the host stops; without it they end by themselves.
    pub fn with_shutdown(mut self, shutdown: Shutdown) -> Edge {
        self.shutdown = Some(shutdown);
        self
    }
}

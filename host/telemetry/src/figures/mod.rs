//! Figures for Prometheus: counted while requests are served, written as OpenMetrics text when they are asked for.
//!
//! Counting is an atomic addition on a figure that was looked up before; nothing is formatted, hashed or locked on a
//! request's way. Labels are bounded: operations and components of the routing table, classes of status, named reasons.
//!
//! To add a figure: count it in the struct of its subject, write it in that struct's `Collector`, and describe it in
//! docs/operations.md.

mod cable;
mod components;
mod connections;
mod durations;
mod operation_use;
mod process;
mod requests;
mod response_cache;
mod stored;
mod stores;

pub use cable::{CableEnd, CableFigures, CableRefusal, OpenCable};
pub use components::{CallFigures, ComponentFigureSet, ComponentFigures, ComponentSnapshot};
pub use connections::{ConnectionEnd, ConnectionFigures};
pub use operation_use::{Fault, OperationUse};
pub use requests::{OperationFigures, RequestFigures};
pub use response_cache::{CacheFigures, CacheOutcome};
pub use stored::StoredFigures;

use components::Components;
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use quarry_stores::health::Health;
use std::sync::Arc;

/// The media type of [`Figures::text`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// All figures of a host.
pub struct Figures {
    pub requests: Arc<RequestFigures>,
    pub connections: Arc<ConnectionFigures>,
    pub cache: Arc<CacheFigures>,
    pub stored: Arc<StoredFigures>,
    registry: Registry,
}

impl Figures {
    /// The figures of a host that runs `components` on the stores that `health` looks at.
    pub fn new(components: Arc<ComponentFigureSet>, health: Arc<Health>) -> Figures {
        let (requests, connections, cache) =
            (Arc::<RequestFigures>::default(), Arc::<ConnectionFigures>::default(), Arc::<CacheFigures>::default());
        let mut registry = Registry::with_prefix("quarry");
        let version = [("version", env!("CARGO_PKG_VERSION"))];
        registry.register("build", "The program that is running", prometheus_client::metrics::info::Info::new(version));
        registry.register_collector(Box::new(Arc::clone(&requests)));
        registry.register_collector(Box::new(Arc::clone(&connections)));
        registry.register_collector(Box::new(Arc::clone(&cache)));
        let stored = Arc::<StoredFigures>::default();
        registry.register_collector(Box::new(Components(components)));
        registry.register_collector(Box::new(Arc::clone(&stored)));
        registry.register_collector(Box::new(stores::Stores(health)));
        registry.register_collector(Box::new(process::Process));
        Figures { requests, connections, cache, stored, registry }
    }

    /// With those of the live updates that the host serves.
    pub fn with_cable(mut self, cable: Arc<CableFigures>) -> Figures {
        self.registry.register_collector(Box::new(cable));
        self
    }

    /// Every figure as OpenMetrics text; an error only when a figure cannot be written.
    pub fn text(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::with_capacity(16 * 1024);
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

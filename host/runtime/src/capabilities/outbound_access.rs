//! The client of a host for servers outside, and the servers that each component may ask.

use crate::capabilities::{ConfiguredServer, HostPattern};
use quarry_identity::outbound::OutboundClient;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// The client of a host, and which servers each component may ask.
#[derive(Clone, Default)]
pub struct OutboundAccess {
    /// The client; none where nothing may be asked.
    pub(super) client: Option<Arc<OutboundClient>>,
    /// The hosts that the deployment gives, by component.
    hosts: BTreeMap<String, Vec<HostPattern>>,
    /// The addresses of `server:NAME`, by component and name.
    servers: Arc<BTreeMap<String, BTreeMap<String, ConfiguredServer>>>,
    pub(super) calls_at_once: usize,
    /// One semaphore a component, for as long as the host runs: a component that is loaded anew shares its old one.
    permits: Arc<Mutex<HashMap<String, Arc<Semaphore>>>>,
}

impl OutboundAccess {
    /// Nobody may ask anything.
    pub fn closed() -> OutboundAccess {
        OutboundAccess::default()
    }

    /// Makes the access without a client: for commands that only read declarations.
    pub fn unconnected(hosts: BTreeMap<String, Vec<HostPattern>>) -> OutboundAccess {
        OutboundAccess { hosts, ..OutboundAccess::default() }
    }

    /// `hosts` by component name; each component has up to `calls_at_once` calls in flight.
    pub fn new(
        client: OutboundClient,
        hosts: BTreeMap<String, Vec<HostPattern>>,
        calls_at_once: usize,
    ) -> OutboundAccess {
        OutboundAccess { client: Some(Arc::new(client)), hosts, calls_at_once, ..OutboundAccess::default() }
    }

    /// The same with the addresses of servers that the operator wrote, by component and name.
    pub fn with_servers(self, servers: BTreeMap<String, BTreeMap<String, ConfiguredServer>>) -> OutboundAccess {
        OutboundAccess { servers: Arc::new(servers), ..self }
    }

    /// The same for the load of one component that is given `hosts`, whatever the configuration gives to its name.
    pub fn giving(&self, component: &str, hosts: Vec<HostPattern>) -> OutboundAccess {
        let mut all = self.hosts.clone();
        all.insert(component.to_owned(), hosts);
        OutboundAccess { hosts: all, ..self.clone() }
    }

    /// Gives the hosts that the deployment lets `component` ask.
    pub fn hosts(&self, component: &str) -> Vec<HostPattern> {
        self.hosts.get(component).cloned().unwrap_or_default()
    }

    /// Gives the address of the server that the operator named so for `component`.
    pub(super) fn server(&self, component: &str, name: &str) -> Option<&ConfiguredServer> {
        self.servers.get(component)?.get(name)
    }

    pub(super) fn permits(&self, component: &str) -> Arc<Semaphore> {
        let mut permits = self.permits.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = || Arc::new(Semaphore::new(self.calls_at_once));
        Arc::clone(permits.entry(component.to_owned()).or_insert_with(fresh))
    }
}

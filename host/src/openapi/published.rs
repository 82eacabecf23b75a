//! The published interface: the operations that are served now, and the documents made of them.

use crate::openapi::{document, llms, reference};
use arc_swap::ArcSwapOption;
use quarry_contract::{Family, Route};
use quarry_edge::{RoutingTable, RoutingTableView, is_session_path};
use serde_json::Value as Json;
use std::sync::{Arc, OnceLock};

/// The two interfaces, each with a document of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interface {
    /// Keyed and public operations.
    Api,
    /// The interface for the web application of signed-in people: `/session` and `/auth`.
    Session,
}

impl Interface {
    /// The interface that a path, relative to the base path, belongs to.
    pub fn of(path: &str) -> Interface {
        match is_session_path(path) {
            true => Interface::Session,
            false => Interface::Api,
        }
    }
}

/// One operation as the documents show it.
#[derive(Debug, Clone)]
pub struct PublishedOperation {
    pub route: Arc<Route>,
    /// The family that it belongs to; the operations about the service itself have none.
    pub family: Option<Family>,
}

/// The addresses of a deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    /// The beginning of every path, without a slash at its end: `/api/v1`.
    pub base_path: String,
    /// Scheme and authority as clients see them; absolute paths are written without it.
    pub public_origin: Option<String>,
}

impl Service {
    /// The address of the API: `https://api.example.org/api/v1`, or `/api/v1` where the origin is not configured.
    pub fn base_url(&self) -> String {
        format!("{}{}", self.public_origin.as_deref().unwrap_or_default(), self.base_path)
    }
}

/// The texts made of one routing table.
pub(super) struct Documents {
    /// The table that they were made of, to see whether they are still right.
    table: Arc<RoutingTable>,
    pub(super) api: String,
    pub(super) session: String,
    pub(super) reference: String,
    pub(super) llms: String,
}

/// The documents of what a host serves, made anew when the routing table was swapped.
pub struct Contract {
    view: OnceLock<RoutingTableView>,
    service: Service,
    made: ArcSwapOption<Documents>,
}

impl Contract {
    pub fn new(service: Service) -> Contract {
        Contract { view: OnceLock::new(), service, made: ArcSwapOption::empty() }
    }

    /// Says what is served. The operations that answer the documents are part of it, so it is known only after they
    /// were made; until then the documents are of nothing.
    pub fn describe(&self, served: RoutingTableView) {
        self.view.get_or_init(|| served);
    }

    pub(super) fn service(&self) -> &Service {
        &self.service
    }

    /// The documents of the table in force. Two requests that meet a new table at once may both make them.
    pub(super) fn documents(&self) -> Arc<Documents> {
        let table = self.view.get().map(RoutingTableView::current).unwrap_or_default();
        if let Some(made) = &*self.made.load()
            && Arc::ptr_eq(&made.table, &table)
        {
            return Arc::clone(made);
        }
        let operations = published(&table);
        let text = |interface| document(&operations, interface, &self.service).to_string();
        let made = Arc::new(Documents {
            api: text(Interface::Api),
            session: text(Interface::Session),
            reference: reference::reference(&operations, &self.service).to_string(),
            llms: llms::text(&operations, &self.service),
            table,
        });
        self.made.store(Some(Arc::clone(&made)));
        made
    }
}

/// The operations of a table that are switched on: the families' in the order in which they were loaded, then those of
/// the service itself.
fn published(table: &RoutingTable) -> Vec<PublishedOperation> {
    let on = table.operations().iter().filter(|operation| operation.route.module.is_none() || operation.enabled);
    let mut operations: Vec<PublishedOperation> = on
        .map(|operation| PublishedOperation {
            route: Arc::clone(&operation.route),
            family: operation.handler.family().cloned(),
        })
        .collect();
    // Stable: the order within a family is the declared one.
    operations.sort_by_key(|operation| operation.family.is_none());
    operations
}

/// JSON that a declaration carries as text. A component whose texts are not JSON is refused at load.
pub(super) fn declared_json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_default()
}

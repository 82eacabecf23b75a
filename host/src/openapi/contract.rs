//! The documents of what a host serves.

use crate::openapi::{Interface, PublishedOperation, Service, document, llms, reference};
use arc_swap::ArcSwapOption;
use quarry_edge::{RoutingTable, RoutingTableView};
use std::sync::{Arc, OnceLock};

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

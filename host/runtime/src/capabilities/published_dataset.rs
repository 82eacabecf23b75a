//! The datasets of components that serve.

use crate::capabilities::Capabilities;
use quarry_contract::Dataset;
use std::sync::Arc;

/// A dataset of a component that serves.
#[derive(Clone)]
pub struct PublishedDataset {
    pub dataset: Arc<Dataset>,
    /// The tables of the warehouse that its statement reads.
    pub tables: Vec<String>,
    /// Those of the component that declared it.
    pub capabilities: Arc<Capabilities>,
}

impl Capabilities {
    /// The datasets that the component declares.
    pub fn published(self: &Arc<Capabilities>) -> impl Iterator<Item = PublishedDataset> {
        self.datasets().iter().map(|checked| PublishedDataset {
            dataset: Arc::clone(&checked.dataset),
            tables: checked.tables.clone(),
            capabilities: Arc::clone(self),
        })
    }
}

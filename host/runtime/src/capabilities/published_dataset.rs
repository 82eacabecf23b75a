//! The datasets of components that serve.

use crate::capabilities::StatementSet;
use quarry_contract::Dataset;
use std::sync::Arc;

/// A dataset of a component that serves.
#[derive(Clone)]
pub struct PublishedDataset {
    pub dataset: Arc<Dataset>,
    /// The tables of the warehouse that its statement reads.
    pub tables: Vec<String>,
    /// The name of the component that declared it.
    pub component: String,
    /// The statements of that component.
    pub statements: Arc<StatementSet>,
}

//! The ways in which the sample content cannot be loaded.

use crate::event_registry::EventRegistryError;
use quarry_stores::app::AppStoreError;
use quarry_stores::objects::ObjectsError;
use quarry_stores::warehouse::WarehouseError;
use thiserror::Error;

/// The sample content could not be loaded.
#[derive(Debug, Error)]
pub enum SampleContentError {
    #[error("the sample events cannot be loaded: {0}")]
    Events(#[from] EventRegistryError),
    #[error("the sample content has a time that cannot be read: {0}")]
    Time(#[from] jiff::Error),
    #[error("a sample event is no JSON: {0}")]
    Malformed(#[from] serde_json::Error),
    #[error("the warehouse cannot say what the sample content is of: {0}")]
    Anchors(#[from] WarehouseError),
    #[error("the files of the sample cannot be stored: {0}")]
    Files(#[from] ObjectsError),
    #[error("the picture of the sample cannot be drawn: {0}")]
    Picture(#[from] std::io::Error),
    #[error("the sample posts and pages cannot be written: {0}")]
    Posts(#[from] AppStoreError),
}

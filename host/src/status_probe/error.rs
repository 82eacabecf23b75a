//! The reasons why a snapshot was not made.

use quarry_stores::app::AppStoreError;
use thiserror::Error;

/// A snapshot that could not be made.
#[derive(Debug, Error)]
pub enum StatusProbeError {
    #[error("the newest status snapshot cannot be read: {0}")]
    Read(#[source] AppStoreError),
    #[error("the lease of the status probe cannot be taken: {0}")]
    Lease(#[source] AppStoreError),
    #[error("the status snapshot cannot be stored: {0}")]
    Store(#[source] AppStoreError),
}

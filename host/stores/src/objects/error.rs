//! Errors of objects.

use crate::app::AppStoreError;
use crate::objects::MAX_OBJECT_BYTES;
use std::path::PathBuf;
use thiserror::Error;

/// A failure of the object store. Its text may name places of the deployment: it is for the log.
#[derive(Debug, Error)]
pub enum ObjectsError {
    #[error("objects.url is \"{url}\": it is s3://bucket/prefix, or empty for a folder of the data directory")]
    Address { url: String },
    #[error("the settings of the object store cannot be used: {0}")]
    Settings(#[source] object_store::Error),
    #[error("the folder for objects {folder} cannot be used: {source}")]
    Folder { folder: PathBuf, source: std::io::Error },
    #[error("the object store failed ({operation}): {source}")]
    Store { operation: &'static str, source: object_store::Error },
    #[error("the record of an object could not be read or written: {0}")]
    Record(#[from] AppStoreError),
    #[error("an earlier write of this upload failed: begin it again")]
    BrokenUpload,
    #[error("the object store gave other bytes than it was given")]
    OtherBytes,
    /// `is_same`: it has the same bytes and the same media type.
    #[error("the key has an object already")]
    AlreadyThere { is_same: bool },
    #[error("an object has at most {MAX_OBJECT_BYTES} bytes")]
    TooLarge,
    #[error("the component has {quota} objects, which is all it may (objects_per_component): remove some")]
    ObjectsUsedUp { quota: u64 },
    #[error(
        "the component would store more than the {quota} bytes that it may (object_bytes_per_component): remove some; what \
         was removed or replaced counts until it is deleted, two hours later"
    )]
    BytesUsedUp { quota: u64 },
}

impl ObjectsError {
    pub(super) fn store(operation: &'static str) -> impl Fn(object_store::Error) -> ObjectsError {
        move |source| ObjectsError::Store { operation, source }
    }
}

//! Objects: named bytes of any size up to [`MAX_OBJECT_BYTES`], in a local folder or in an S3-compatible store.
//!
//! The bytes lie under a location that is never used twice; their properties (key, size, SHA-256, media type, times) are a row
//! of the app store. So an object appears, is replaced and disappears in one transaction, and a reader that has begun goes on
//! reading the same bytes. Always true here: bytes stream through in pieces, so that memory does not grow with an object; a row
//! names bytes that are complete; bytes that no row names have a row in `object_removals` and are deleted once it is due,
//! whatever became of the process that wrote them; no component stores more than its quota (`usage`); an empty object has no bytes
//! anywhere, so replacing it leaves none.
//!
//! To support another kind of store: an arm in `open`, where the URL's scheme is read.

mod error;
mod open;
mod probe;
mod quota;
mod read;
mod records;
mod removal;
mod upload;
mod usage;

pub use error::ObjectsError;
pub use open::{Objects, ObjectsSettings};
pub use quota::{ObjectQuota, ObjectQuotas};
pub use read::ObjectStream;
pub use upload::Upload;

use jiff::Timestamp;

/// The most bytes of one object.
pub const MAX_OBJECT_BYTES: u64 = 1 << 30;

/// The properties of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectInfo {
    pub key: String,
    pub size_bytes: u64,
    /// The digest of all its bytes.
    pub sha256: [u8; 32],
    pub content_type: String,
    pub created_at: Timestamp,
    /// `None`: kept until it is removed.
    pub expires_at: Option<Timestamp>,
    /// The place of the bytes; another one for each put.
    location: String,
}

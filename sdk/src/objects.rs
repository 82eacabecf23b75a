//! Named bytes that outlive a request. Needs the grant `Objects`.
//!
//! ```no_run
//! use quarry_sdk::objects;
//!
//! # fn store(pages: Vec<Vec<u8>>) -> Result<String, quarry_sdk::Problem> {
//! let mut upload = objects::Upload::begin("exports/17.csv", "text/csv", Some(7 * 86_400))?;
//! for rows in pages {
//!     upload.write(&rows)?;
//! }
//! let stored = upload.finish()?;
//! let link = objects::sign_link(&stored.key, "prices.csv", 3_600)?;
//! # Ok(link)
//! # }
//! ```

use crate::bindings::quarry::plugin::objects;
use crate::schema::Schema;
use crate::{Problem, log};
use serde_json::{Value as Json, json};

pub use objects::{ObjectFailure, ObjectInfo};

/// The most bytes that the host takes and gives at once.
const PIECE_BYTES: usize = 1 << 20;

/// A value that names an object: its key, or its [`ObjectInfo`].
///
/// ```no_run
/// use quarry_sdk::objects::{self, ObjectName};
///
/// fn is_there(object: &impl ObjectName) -> Result<bool, quarry_sdk::Problem> {
///     Ok(objects::head(object.key())?.is_some())
/// }
/// ```
pub trait ObjectName {
    /// The key that it is stored under.
    fn key(&self) -> &str;
}

impl ObjectName for ObjectInfo {
    fn key(&self) -> &str {
        &self.key
    }
}

impl ObjectName for str {
    fn key(&self) -> &str {
        self
    }
}

impl ObjectName for &str {
    fn key(&self) -> &str {
        self
    }
}

impl ObjectName for String {
    fn key(&self) -> &str {
        self
    }
}

/// An object on its way in; dropped before [`Upload::finish`], nothing of it is kept.
#[derive(Debug)]
pub struct Upload {
    inner: objects::Upload,
}

impl Upload {
    /// Begins to store an object under `key`; after `valid_seconds` it goes on its own.
    pub fn begin(key: &str, content_type: &str, valid_seconds: Option<u64>) -> Result<Upload, ObjectFailure> {
        objects::begin_upload(key, content_type, valid_seconds).map(|inner| Upload { inner })
    }

    /// Adds bytes, in as many pieces as it takes. Larger pieces cost less.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), ObjectFailure> {
        bytes.chunks(PIECE_BYTES).try_for_each(|piece| self.inner.write(piece))
    }

    /// Makes the object appear, in the place of an earlier one.
    pub fn finish(self) -> Result<ObjectInfo, ObjectFailure> {
        objects::Upload::finish(self.inner)
    }
}

/// Stores an object that is at hand.
pub fn put(
    key: &str,
    content_type: &str,
    bytes: &[u8],
    valid_seconds: Option<u64>,
) -> Result<ObjectInfo, ObjectFailure> {
    let mut upload = Upload::begin(key, content_type, valid_seconds)?;
    upload.write(bytes)?;
    upload.finish()
}

/// The properties of an object. `None`: there is no such object.
pub fn head(key: &str) -> Result<Option<ObjectInfo>, ObjectFailure> {
    objects::head(key)
}

/// Up to `length` bytes (at most a mebibyte) from `offset` on; `None` where there is no such object.
pub fn read(key: &str, offset: u64, length: u32) -> Result<Option<Vec<u8>>, ObjectFailure> {
    objects::read(key, offset, length)
}

/// Removes an object. False: there was no such object.
pub fn remove(key: &str) -> Result<bool, ObjectFailure> {
    objects::remove(key)
}

/// Up to `limit` (at most 500) objects whose key begins with `prefix`, after the key `after`.
pub fn list(prefix: &str, after: Option<&str>, limit: u32) -> Result<Vec<ObjectInfo>, ObjectFailure> {
    objects::list_objects(prefix, after, limit)
}

/// A path that anybody can load the object under for `valid_seconds` (at most 3,600), without a key.
pub fn sign_link(key: &str, file_name: &str, valid_seconds: u32) -> Result<String, ObjectFailure> {
    objects::sign_link(key, file_name, valid_seconds)
}

/// A path to which anybody can `PUT` the object for up to an hour: at most `max_bytes` of this media type. [`head`] tells
/// what came. It takes nothing any more once the caller has left the organization, or the guard of the route would refuse them.
///
/// ```no_run
/// use quarry_sdk::objects;
///
/// # fn example() -> Result<bool, quarry_sdk::Problem> {
/// let path = objects::sign_upload("uploads/17", "application/pdf", 10 << 20, 600)?; // for the client
/// let has_come = objects::head("uploads/17")?.is_some(); // later
/// # let _ = path;
/// # Ok(has_come)
/// # }
/// ```
pub fn sign_upload(key: &str, content_type: &str, max_bytes: u32, valid_seconds: u32) -> Result<String, ObjectFailure> {
    objects::sign_upload(key, content_type, max_bytes, valid_seconds)
}

/// The body of a route that answers with an object.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::objects::ObjectBytes;
///
/// /// The file
/// #[endpoint(get = "/field-notes/file", key = "read", object = "text/csv", body = ObjectBytes)]
/// fn get_file() -> Result<Answer, Problem> {
///     let stored = objects::head("notes.csv")?.ok_or_else(|| Problem::not_found("There is no file yet."))?;
///     Ok(Answer::object_body(&stored, Some("notes.csv")))
/// }
/// ```
#[derive(Debug)]
pub struct ObjectBytes;

impl Schema for ObjectBytes {
    fn schema() -> Json {
        json!({ "type": "string", "format": "binary" })
    }

    fn example() -> Json {
        json!("")
    }
}

/// A call that failed becomes the published error; a handler that knows better matches on the failure instead.
impl From<ObjectFailure> for Problem {
    fn from(failure: ObjectFailure) -> Problem {
        match failure {
            ObjectFailure::Unavailable(detail) | ObjectFailure::DeadlineExceeded(detail) => {
                Problem::store_unavailable("objects", detail)
            }
            ObjectFailure::LimitExceeded(detail) => Problem::new(503, "data_source_unavailable", detail),
            ObjectFailure::Rejected(detail) => {
                log::emit(log::Level::Error, &detail);
                Problem::new(
                    503,
                    "plugin_failed",
                    "The component made a call that the host refused; its author has to mend it.",
                )
            }
        }
    }
}

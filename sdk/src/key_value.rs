//! Small values that a component keeps between requests, each under a key. Needs the grant `KeyValue`.
//!
//! Every component has a namespace of its own. Keys are 1 to 256 bytes without control characters, values at most 64 KiB
//! of any bytes; a request makes at most 100 calls. A write is made by itself and stays when the request fails later.
//!
//! ```no_run
//! use quarry_sdk::key_value::{self, Lifetime};
//!
//! # fn visits() -> Result<i64, quarry_sdk::Problem> {
//! let visits = key_value::increment("visits/today", 1, Lifetime::Seconds(86_400))?;
//! key_value::set("greeting", b"hello", Lifetime::UntilDeleted)?;
//! # Ok(visits)
//! # }
//! ```

use crate::Problem;
use crate::bindings::quarry::plugin::key_value as wit;

pub use wit::{Entry, KeyPage, KeyValueFailure};

/// The time for which a value stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifetime {
    /// The value stays until [`delete`].
    UntilDeleted,
    /// So many seconds; at least 1.
    Seconds(u32),
}

impl Lifetime {
    fn seconds(self) -> Option<u32> {
        match self {
            Lifetime::UntilDeleted => None,
            Lifetime::Seconds(seconds) => Some(seconds),
        }
    }
}

/// The state that a conditional write needs to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Nothing under the key.
    Absent,
    /// [`Entry::version`] as it was read.
    Version(u64),
}

/// The value that is kept under `key`. `None`: the key has no value, or it has expired.
pub fn get(key: &str) -> Result<Option<Entry>, KeyValueFailure> {
    wit::get(key)
}

/// Keeps `value`, over whatever was there, and gives its version.
pub fn set(key: &str, value: &[u8], lifetime: Lifetime) -> Result<u64, KeyValueFailure> {
    wit::set(key, value, lifetime.seconds())
}

/// Keeps `value` if `expected` still holds, and gives its version. Otherwise nothing is written and the result is none: read
/// the value again, and decide again.
pub fn compare_and_set(
    key: &str,
    expected: Expected,
    value: &[u8],
    lifetime: Lifetime,
) -> Result<Option<u64>, KeyValueFailure> {
    let version = match expected {
        Expected::Absent => None,
        Expected::Version(version) => Some(version),
    };
    wit::compare_and_set(key, version, value, lifetime.seconds())
}

/// Adds to the whole number under `key` and gives the sum; it begins at 0. The lifetime counts from the first addition.
pub fn increment(key: &str, by: i64, lifetime: Lifetime) -> Result<i64, KeyValueFailure> {
    wit::increment(key, by, lifetime.seconds())
}

/// Forgets `key`; tells whether there was something to forget.
///
/// ```no_run
/// # fn example() -> Result<bool, quarry_sdk::Problem> {
/// let was_there = quarry_sdk::key_value::delete("greeting")?;
/// # Ok(was_there)
/// # }
/// ```
pub fn delete(key: &str) -> Result<bool, KeyValueFailure> {
    wit::delete(key)
}

/// Up to `limit` (1 to 500) keys that begin with `prefix` and come after `after`, in order of their bytes.
///
/// ```no_run
/// # fn example() -> Result<(), quarry_sdk::Problem> {
/// for key in quarry_sdk::key_value::list_keys("visits/", None, 100)?.keys {
///     quarry_sdk::key_value::delete(&key)?;
/// }
/// # Ok(())
/// # }
/// ```
pub fn list_keys(prefix: &str, after: Option<&str>, limit: u32) -> Result<KeyPage, KeyValueFailure> {
    wit::list_keys(prefix, after, limit)
}

/// A call that failed becomes the published error; a handler that knows better matches on the failure instead.
impl From<KeyValueFailure> for Problem {
    fn from(failure: KeyValueFailure) -> Problem {
        match failure {
            KeyValueFailure::Unavailable(detail) => Problem::store_unavailable("app_store", detail),
            KeyValueFailure::NotGranted(detail)
            | KeyValueFailure::Rejected(detail)
            | KeyValueFailure::TooLarge(detail)
            | KeyValueFailure::QuotaExceeded(detail) => Problem::refused_by_host(&detail),
        }
    }
}

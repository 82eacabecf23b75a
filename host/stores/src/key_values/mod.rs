//! Values that components keep between requests, by key, in the app store.
//!
//! Always true here: a component's name is part of every statement, so that none meets another's keys; a write and its
//! part of the quota are one transaction that begins with the component's row of usage, so that writers of one component
//! follow each other and none gets past the quota; a version is never used twice. What has expired is never shown; it
//! counts against the quota until it is removed, by the sweep or by a write that needs the room.
//!
//! Nothing here knows grants or requests: `capabilities::key_value` does.

mod read;
mod sweep;
mod usage;
mod write;

use crate::app::{AppStore, AppStoreError};
use crate::clock::Clock;
use std::time::Duration;
use thiserror::Error;

/// The longest key, in bytes.
pub const MAX_KEY_BYTES: usize = 256;
/// The longest value, in bytes.
pub const MAX_VALUE_BYTES: usize = 64 * 1024;
/// The most keys of one listing.
pub const MAX_LISTED_KEYS: u32 = 500;

/// The quota of one component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyValueQuota {
    pub keys: u64,
    /// Keys and values together.
    pub bytes: u64,
}

impl Default for KeyValueQuota {
    fn default() -> Self {
        KeyValueQuota { keys: 10_000, bytes: 16 << 20 }
    }
}

/// The values of a deployment's components.
#[derive(Debug, Clone)]
pub struct KeyValues {
    store: AppStore,
    quota: KeyValueQuota,
    clock: Clock,
}

/// A value as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyValueEntry {
    pub value: Vec<u8>,
    pub version: u64,
    /// Microseconds since 1970-01-01T00:00:00Z.
    pub expires_at: Option<i64>,
}

/// Keys in order of their bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyPage {
    pub keys: Vec<String>,
    pub has_more: bool,
}

/// The condition for writing a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// Whatever is there.
    Always,
    /// While this version is there.
    Version(u64),
    /// While nothing is there.
    Absent,
}

/// The reason why nothing was read or written.
#[derive(Debug, Error)]
pub enum KeyValueError {
    #[error("a key is 1 to {MAX_KEY_BYTES} bytes of UTF-8 without control characters")]
    MalformedKey,
    #[error("the key has {bytes} bytes; it may have {MAX_KEY_BYTES}")]
    KeyTooLong { bytes: usize },
    #[error("the value of the key {key} has {bytes} bytes; it may have {MAX_VALUE_BYTES}: keep large things elsewhere")]
    ValueTooLong { key: String, bytes: usize },
    #[error("a value lives at least 1 second; give no time to keep it until it is deleted")]
    NoTimeToLive,
    #[error("a listing has 1 to {MAX_LISTED_KEYS} keys, and {limit} were asked for")]
    ListLimit { limit: u32 },
    #[error("the value of the key {key} is not a whole number in decimal text that could be added to")]
    NotANumber { key: String },
    #[error("adding {by} to the key {key} gives more than 64 bits hold")]
    Overflow { key: String, by: i64 },
    #[error("the component keeps {quota} keys, which is all it may (key_value_keys): delete some, or let them expire")]
    KeysUsedUp { quota: u64 },
    #[error(
        "the component would keep more than the {quota} bytes of keys and values that it may (key_value_bytes): delete \
         some, or let them expire"
    )]
    BytesUsedUp { quota: u64 },
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

impl KeyValues {
    pub fn new(store: AppStore, quota: KeyValueQuota, clock: Clock) -> KeyValues {
        KeyValues { store, quota, clock }
    }

    fn now(&self) -> i64 {
        self.clock.now().as_microsecond()
    }

    /// The time at which a value that is written now expires.
    fn expiry(&self, time_to_live: Option<Duration>) -> Result<Option<i64>, KeyValueError> {
        match time_to_live {
            None => Ok(None),
            Some(time) if time < Duration::from_secs(1) => Err(KeyValueError::NoTimeToLive),
            Some(time) => {
                let microseconds = i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
                Ok(Some(self.now().saturating_add(microseconds)))
            }
        }
    }
}

/// Checks the rules of every key.
fn check_key(key: &str) -> Result<(), KeyValueError> {
    match key {
        key if key.len() > MAX_KEY_BYTES => Err(KeyValueError::KeyTooLong { bytes: key.len() }),
        key if key.is_empty() || key.contains(char::is_control) => Err(KeyValueError::MalformedKey),
        _ => Ok(()),
    }
}

//! The feed as an object that the host streams: with its length, a strong ETag made of its bytes, and 304.

use quarry_sdk::objects::ObjectInfo;
use quarry_sdk::prelude::*;
use std::time::{SystemTime, UNIX_EPOCH};

/// For how long it is given out before it is made anew.
const FRESH_SECONDS: u64 = 60;

/// The time after which it goes where nobody asks for it any more.
const KEPT_SECONDS: u64 = 3_600;

/// The object of that key; made by `make` where it does not exist or is old.
pub fn or_make(
    key: &str,
    media_type: &str,
    make: impl FnOnce() -> Result<Vec<u8>, Problem>,
) -> Result<ObjectInfo, Problem> {
    match objects::head(key)? {
        Some(object) if age_seconds(&object) < FRESH_SECONDS => Ok(object),
        _ => Ok(objects::put(key, media_type, &make()?, Some(KEPT_SECONDS))?),
    }
}

fn age_seconds(object: &ObjectInfo) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    now.saturating_sub(u64::try_from(object.created_at / 1_000_000).unwrap_or_default())
}

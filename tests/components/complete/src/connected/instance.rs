//! The machine as an instance sees it: two clocks and randomness, nothing else.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The values that the instance found.
pub struct Instanced;

impl Schema for Instanced {
    fn schema() -> Json {
        json!({ "type": "object" })
    }

    fn example() -> Json {
        json!({})
    }
}

/// Reads the clocks, draws random bytes, and looks for an environment
#[endpoint(get = "/connected/instance", keyless, cache = no_store, body = Instanced)]
pub fn show_instance() -> Result<Answer, Problem> {
    let began = Instant::now();
    #[expect(clippy::disallowed_methods, reason = "a component reads the clock that it was given")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    std::thread::sleep(Duration::from_millis(20));
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| Problem::new(503, "plugin_failed", error.to_string()))?;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Answer::object()
        .member("unix_seconds", &now.as_secs())
        .member("slept_milliseconds", &(began.elapsed().as_millis() as u64))
        .member("hash_seed", &RandomState::new().build_hasher().finish().to_string())
        .member("random_bytes", &hex)
        .member("environment", &std::env::vars().count())
        .member("arguments", &std::env::args().count())
        .into())
}

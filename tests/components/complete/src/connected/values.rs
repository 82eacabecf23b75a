//! Steps with values, one after the other in one request.

use quarry_sdk::key_value::{self, Expected, KeyValueFailure, Lifetime};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};
use serde::Deserialize;

/// One step.
#[derive(Debug, Deserialize)]
struct Step {
    what: String,
    #[serde(default)]
    key: String,
    #[serde(default)]
    value: String,
    /// So many bytes in place of `value`.
    bytes: Option<usize>,
    #[serde(default)]
    by: i64,
    expected: Option<u64>,
    seconds_to_live: Option<u32>,
    after: Option<String>,
    #[serde(default)]
    limit: u32,
}

/// The steps to take.
#[derive(Debug, Deserialize)]
pub struct Steps {
    steps: Vec<Step>,
}

impl Schema for Steps {
    fn schema() -> Json {
        json!({
            "title": "Steps",
            "type": "object",
            "properties": { "steps": { "type": "array", "items": { "type": "object" } } },
            "required": ["steps"],
        })
    }

    fn example() -> Json {
        json!({ "steps": [{ "what": "get", "key": "greeting" }] })
    }
}

/// The outcome of each step.
pub struct Outcomes;

impl Schema for Outcomes {
    fn schema() -> Json {
        json!({ "type": "object", "properties": { "outcomes": { "type": "array" } }, "required": ["outcomes"] })
    }

    fn example() -> Json {
        json!({ "outcomes": [{ "value": "hello" }] })
    }
}

/// Does each step
#[endpoint(
    post = "/connected/values", keyless, cache = no_store, max_body_bytes = 1_048_576, body = Outcomes
)]
pub fn use_values(JsonBody(steps): JsonBody<Steps>) -> Result<Answer, Problem> {
    let outcomes: Vec<Json> = steps.steps.iter().map(|step| take(step).unwrap_or_else(failure)).collect();
    Ok(Answer::object().member("outcomes", &outcomes).into())
}

fn take(step: &Step) -> Result<Json, KeyValueFailure> {
    let value = step.bytes.map_or_else(|| step.value.clone().into_bytes(), |bytes| vec![0xff; bytes]);
    let lifetime = step.seconds_to_live.map_or(Lifetime::UntilDeleted, Lifetime::Seconds);
    Ok(match step.what.as_str() {
        "get" => match key_value::get(&step.key)? {
            Some(entry) => json!({
                "value": String::from_utf8_lossy(&entry.value),
                "bytes": entry.value.len(),
                "version": entry.version,
                "expires_at": entry.expires_at,
            }),
            None => Json::Null,
        },
        "set" => json!({ "version": key_value::set(&step.key, &value, lifetime)? }),
        "compare_and_set" => {
            let expected = step.expected.map_or(Expected::Absent, Expected::Version);
            json!({ "version": key_value::compare_and_set(&step.key, expected, &value, lifetime)? })
        }
        "increment" => json!({ "sum": key_value::increment(&step.key, step.by, lifetime)? }),
        "delete" => json!({ "was_there": key_value::delete(&step.key)? }),
        "list" => {
            let page = key_value::list_keys(&step.key, step.after.as_deref(), step.limit)?;
            json!({ "keys": page.keys, "has_more": page.has_more })
        }
        other => json!({ "unknown": other }),
    })
}

fn failure(failure: KeyValueFailure) -> Json {
    let (kind, sentence) = match failure {
        KeyValueFailure::NotGranted(sentence) => ("not-granted", sentence),
        KeyValueFailure::Rejected(sentence) => ("rejected", sentence),
        KeyValueFailure::TooLarge(sentence) => ("too-large", sentence),
        KeyValueFailure::QuotaExceeded(sentence) => ("quota-exceeded", sentence),
        KeyValueFailure::Unavailable(sentence) => ("unavailable", sentence),
    };
    json!({ "failure": kind, "sentence": sentence })
}

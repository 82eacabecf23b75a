//! The refusals of components, within the bounds of an answer.
//!
//! Always true: what a refusal takes of the host's memory is bounded like an answer, by the bytes of its text and by the number of
//! values that its members are read as; each of those takes many times its text.

use crate::bindings::quarry::plugin::exchange;
use quarry_contract::Problem;

/// Values that the members of a refusal may have.
const MOST_VALUES: usize = 250_000;
/// Characters of a component's sentence that stand in the log and in the record of a job.
const MOST_TOLD: usize = 2_000;

/// A guest's refusal; what it says of the error's shape is checked, since a client relies on it. Of a 429, a 503 or a 409 the
/// member `retry_after` becomes the header.
pub(super) fn problem_from_guest(problem: exchange::Problem, component: &str, most_bytes: usize) -> Problem {
    let bytes = problem.code.len() + problem.detail.len() + problem.members.len();
    if bytes > most_bytes {
        return Problem::plugin_failed(format!(
            "The component {component} wrote a refusal of {bytes} bytes; {most_bytes} are allowed (response_bytes)."
        ));
    }
    if !(400..=599).contains(&problem.status) || problem.code.is_empty() || values_in(&problem.members) > MOST_VALUES {
        return Problem::plugin_failed("The component refused the request in a form that the host cannot use.");
    }
    let mut converted = Problem::new(problem.status, &problem.code, problem.detail);
    if let Ok(serde_json::Value::Object(members)) = serde_json::from_str(&problem.members) {
        *converted.members = members;
    }
    match problem.status {
        429 | 503 => {
            let said = converted.members.remove("retry_after").and_then(|seconds| seconds.as_u64()?.try_into().ok());
            converted.retry_after(said.unwrap_or(2).max(1))
        }
        // Something that is not there yet: a refusal may say when it is worth asking again.
        409 => {
            let said = converted.members.remove("retry_after").and_then(|seconds| seconds.as_u64()?.try_into().ok());
            Problem { retry_after: said, ..converted }
        }
        _ => converted,
    }
}

/// A component's sentence as the log and the record of a job keep it.
pub(super) fn told(sentence: &str) -> String {
    sentence.chars().take(MOST_TOLD).collect()
}

/// The most values that a JSON text can have: one more than it has commas outside of its strings. An object or a list within another
/// one counts as the one value that it is there.
fn values_in(json: &str) -> usize {
    let (mut commas, mut is_in_string, mut is_escaped) = (0, false, false);
    for byte in json.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_in_string => is_escaped = true,
            b'"' => is_in_string = !is_in_string,
            b',' if !is_in_string => commas += 1,
            _ => {}
        }
    }
    commas + 1
}

//! The refusals that an operation declares for itself, beside those that every route of its kind can meet.

use crate::openapi::components::Components;
use crate::openapi::errors::ErrorStatus;
use quarry_contract::Route;
use serde_json::{Map, Value as Json, json};

/// Adds them to `responses`: a status that is there already gets a description of its own beside the shared codes.
pub(super) fn add(route: &Route, responses: &mut Map<String, Json>, components: &mut Components) {
    for status in [403, 404, 409, 422] {
        let declared: Vec<_> = route.refusals.iter().filter(|refusal| refusal.status == status).collect();
        if declared.is_empty() {
            continue;
        }
        let shared = match status {
            403 => ErrorStatus::Forbidden,
            404 => ErrorStatus::NotFound,
            409 => ErrorStatus::Conflict,
            _ => ErrorStatus::InvalidRequest,
        };
        // Named once among the components; here it is written out, with what this operation adds.
        let mut response = components.own_error_response(shared);
        let sentences: Vec<String> =
            declared.iter().map(|refusal| format!("- `{}`: {}", refusal.code, refusal.description)).collect();
        let general = response["description"].as_str().unwrap_or_default().to_owned();
        response["description"] = json!(format!("{general}\n\nAmong its codes:\n\n{}", sentences.join("\n")));
        responses.insert(status.to_string(), response);
    }
}

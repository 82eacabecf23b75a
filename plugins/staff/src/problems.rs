//! Refusals that several operations share.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;

/// 422: a field of the body whose form is right but whose value is not.
pub fn invalid(field: &str, sentence: impl Into<String>) -> Problem {
    let sentence = sentence.into();
    Problem::new(422, "validation_failed", sentence.clone()).with("fields", json!({ field: sentence }))
}

pub fn no_person(id: i64) -> Problem {
    Problem::not_found(format!("There is no person {id}."))
}

pub fn no_organization(id: i64) -> Problem {
    Problem::not_found(format!("There is no organization {id}."))
}

/// A row that the store has given in another form than the statement says.
pub fn unreadable(what: &str) -> Problem {
    Problem::new(503, "data_source_unavailable", format!("{what} could not be read; try again."))
}

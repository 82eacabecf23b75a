//! Protocols and deployments by word: what a row can carry can be asked for, and nothing else.

use quarry_lending_words::LendingWordKind;
use quarry_sdk::prelude::*;

/// 422 with the words that there are, unless the given one is among them.
pub fn check(parameter: &str, kind: LendingWordKind, given: Option<&str>) -> Result<(), Problem> {
    let Some(given) = given else { return Ok(()) };
    let words = quarry_lending_words::of_kind(kind)?;
    if words.iter().any(|word| word == given) {
        return Ok(());
    }
    let there = if words.is_empty() {
        format!("no {parameter} is loaded yet")
    } else {
        format!("give one of {}", words.join(", "))
    };
    Err(Problem::invalid_parameter(parameter, format!("{parameter} is {given}, which no row has: {there}.")))
}

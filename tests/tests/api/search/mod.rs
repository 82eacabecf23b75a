//! The search: what people find, and what they never do.

mod everything;
mod pages;
mod rights;
mod saves;
mod words;

use crate::research::support::Seat;
use serde_json::Value as Json;

/// What somebody finds by these words: the id of each page with its block and its snippet.
#[track_caller]
fn found(seat: &Seat, question: &str) -> Vec<(i64, Option<i64>, String)> {
    let answer = seat.read(&path(question));
    let page = |page: &Json| {
        let snippet = page["snippet"].as_str().expect("a snippet").to_owned();
        (page["id"].as_i64().expect("an id"), page["block_id"].as_i64(), snippet)
    };
    answer["pages"].as_array().expect("pages").iter().map(page).collect()
}

#[track_caller]
fn found_ids(seat: &Seat, question: &str) -> Vec<i64> {
    found(seat, question).into_iter().map(|(id, ..)| id).collect()
}

fn path(question: &str) -> String {
    let query: String = url::form_urlencoded::byte_serialize(question.as_bytes()).collect();
    format!("/session/research/search?q={query}")
}

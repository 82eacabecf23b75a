//! The sample: after `up` there is something to see in every operation of the table, and in no operation outside of it.

use super::table::{Shows, reads};
use quarry_tests::server::shared;
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// The families whose operations for any reader the table must have. Others are people's, or the host's own; exports by key are
/// their member's alone (`api/data/keyed_exports`), and so is what a key reaches of the research workspace (`api/research/by_key`).
const FAMILIES: [&str; 10] =
    ["charts", "citations", "datasets", "explorer", "lending", "markets", "research", "site", "status", "timeline"];

fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.is_empty(),
        Json::Bool(_) | Json::Number(_) => false,
    }
}

#[test]
fn every_read_has_something_to_show_on_the_sample() {
    for read in reads() {
        let answer = shared().get(&read.path);
        match read.shows {
            Shows::Member(member) => {
                assert_eq!(answer.status, 200, "{}: {}", read.path, answer.text);
                assert!(!is_empty(&answer.json()[member]), "{} shows no {member}: {}", read.path, answer.text);
            }
            Shows::NothingYet => {
                assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{}", read.path);
            }
        }
    }
    // Each series of a chart has points.
    for chart in reads().into_iter().filter(|read| read.operation == "get_chart") {
        let body = shared().get(&chart.path).json();
        let series = body["series"].as_array().expect("series");
        assert!(series.iter().any(|one| !is_empty(&one["points"])), "{}: {body}", chart.path);
    }
}

/// Lists that are no query of a store: what a release has, and plans by their rank. `api::every_list` reads them on.
const NO_QUERY: [&str; 4] = ["list_datasets", "list_public_plans", "list_public_docs", "list_public_legal"];

#[test]
fn every_read_operation_of_these_families_is_in_the_table() {
    let known: BTreeSet<String> = reads().iter().map(|read| read.operation.to_owned()).collect();
    let walked: BTreeSet<String> =
        reads().iter().filter(|read| read.list.is_some()).map(|read| read.operation.to_owned()).collect();
    let document = shared().get("/openapi.json").json();
    let (mut missing, mut unwalked) = (Vec::new(), Vec::new());
    for (path, operations) in document["paths"].as_object().expect("paths") {
        let Some(operation) = operations.get("get") else { continue };
        let (id, family) = (operation["operationId"].as_str().expect("an id"), operation["tags"][0].as_str());
        let is_of_a_member = operation["x-required-scope"] == "exports" || path.starts_with("/research/");
        if is_of_a_member || !family.is_some_and(|family| FAMILIES.contains(&family)) {
            continue;
        }
        if !known.contains(id) {
            missing.push(id.to_owned());
        }
        let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
        let is_paged = parameters.iter().any(|parameter| parameter["name"] == "limit");
        if is_paged && !walked.contains(id) && !NO_QUERY.contains(&id) {
            unwalked.push(id.to_owned());
        }
    }
    assert_eq!((missing, unwalked), (Vec::<String>::new(), Vec::<String>::new()));
    assert!(known.len() > 35 && walked.len() > 15, "{known:?}");
}

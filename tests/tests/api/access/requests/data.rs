//! The data catalogue and the exports that people build.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::organizations::house;
use quarry::stores::result_set::Value;
use serde_json::json;
use std::time::{Duration, Instant};

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/data", Stage::by_person),
    request("GET /session/data/categories/{category}", |stage| stage.by_person().at("dex")),
    request("GET /session/data/datasets/{key}", |stage| stage.by_person().at("swaps")),
    request("POST /session/data/datasets/{key}/requests", |stage| {
        stage.by_person().at("swaps").with(json!({ "name": "Swaps of March", "columns": ["pool", "amount0"] }))
    }),
    request("GET /session/data/requests", Stage::by_person),
    request("GET /session/data/requests/{id}", with_request),
    request("POST /session/data/requests/{id}/submit", with_request),
    request("POST /session/data/requests/{id}/cancel", with_waiting_request),
    request("GET /session/data/requests/{id}/download", with_completed_request),
];

/// Somebody who reads what they built.
fn with_request(stage: &'static Stage) -> Ask {
    let person = stage.person();
    let plan = "UPDATE organizations SET plan_key = 'team' WHERE id = $1";
    house::execute(&stage.server, plan, &[Value::Int64(person.own_organization_id)]);
    let path = "/session/data/datasets/swaps/requests";
    let built = stage.done(&person, "POST", path, &json!({ "name": "Swaps of March" }));
    let id = built["request"]["id"].as_i64().unwrap_or_else(|| panic!("a number: {built}"));
    Ask::by(stage.asker(&person)).at(id)
}

/// The same, whose export waits and has no job that would begin it.
fn with_waiting_request(stage: &'static Stage) -> Ask {
    let ask = with_request(stage);
    let id = ask.parameters[0].parse().expect("a number");
    let waiting = "UPDATE data_requests SET status = 'queued' WHERE id = $1";
    house::execute(&stage.server, waiting, &[Value::Int64(id)]);
    ask
}

/// The same, whose export is completed: without the sample chain it has no rows.
fn with_completed_request(stage: &'static Stage) -> Ask {
    let mut ask = with_request(stage);
    let path = format!("/session/data/requests/{}", ask.parameters[0]);
    let submitted = ask.by.browser.write("POST", &format!("{path}/submit"), &json!({}));
    assert_eq!(submitted.status, 200, "{}", submitted.text);
    let began = Instant::now();
    loop {
        let status = ask.by.browser.get(&path).json()["status"].clone();
        match status.as_str() {
            Some("completed") => return ask,
            Some("queued" | "running") if began.elapsed() < Duration::from_secs(60) => {}
            _ => panic!("the export is {status}"),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_data_requests() {
    matrix::keep(stage(), REQUESTS);
}

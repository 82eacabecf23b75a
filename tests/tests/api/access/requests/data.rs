//! The data catalogue and the exports that people build.

use crate::access::matrix;
use crate::access::people::{Stage, stage};
use crate::access::request::{Ask, Request, request};
use crate::data::exports::number;
use crate::organizations::house;
use quarry::stores::result_set::Value;
use serde_json::json;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

pub(super) const REQUESTS: &[Request] = &[
    request("GET /session/data", Stage::by_person),
    request("GET /session/data/categories/{category}", |stage| stage.by_person().at("dex")),
    request("GET /session/data/datasets/{key}", |stage| stage.by_person().at("swaps")),
    request("POST /session/data/datasets/{key}/requests", |stage| {
        stage.by_person().at("swaps").with(json!({ "name": "Swaps of March", "columns": ["pool", "amount0"] }))
    }),
    request("GET /session/data/datasets/{key}/releases/{release}", |stage| {
        stage.by_person().at("swaps").at(released(stage))
    }),
    request("GET /session/data/datasets/{key}/releases/{release}/files/{name}", |stage| {
        let person = stage.person();
        let plan = "UPDATE organizations SET plan_key = 'team' WHERE id = $1";
        house::execute(&stage.server, plan, &[Value::Int64(person.own_organization_id)]);
        Ask::by(stage.asker(&person)).at("swaps").at(released(stage)).at("datapackage.json")
    }),
    request("POST /session/admin/data/datasets/{key}/releases/{release}/corrections", |stage| {
        let month = released(stage);
        house::execute(&stage.server, "DELETE FROM dataset_releases WHERE correction > 0", &[]);
        let ask = Ask::by(stage.staff(&["editorial"])).at("swaps").at(month);
        ask.with(json!({ "reason": "Swaps of one pool were missing." }))
    }),
    request("GET /session/data/requests", Stage::by_person),
    request("GET /session/data/requests/{id}", with_request),
    request("POST /session/data/requests/{id}/submit", with_request),
    request("PATCH /session/data/requests/{id}", |stage| with_request(stage).with(json!({ "name": "Swaps of April" }))),
    request("DELETE /session/data/requests/{id}", with_request),
    request("POST /session/data/requests/{id}/cancel", with_waiting_request),
    request("GET /session/data/requests/{id}/download", with_completed_request),
];

/// A release of the swaps, of a month of long ago: the stage has no data, so its files have no rows.
fn released(stage: &'static Stage) -> &'static str {
    static RELEASED: OnceLock<()> = OnceLock::new();
    RELEASED.get_or_init(|| {
        let release = "INSERT INTO dataset_releases (dataset, month, correction, status, run, created_at)
                       VALUES ('swaps', '2024-02', 0, 'queued', 0, 0)";
        house::execute(&stage.server, release, &[]);
        let job = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done,
                                     created_at)
                   VALUES ('datasets', 'queue_releases', '{}', 'queued', 0, 0, 3, FALSE, 0, 0)";
        house::execute(&stage.server, job, &[]);
        let ready = "SELECT count(*) AS number FROM dataset_releases WHERE month = '2024-02' AND status = 'ready'";
        let began = Instant::now();
        while number(&stage.server, ready, &[]) == 0 {
            assert!(began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(60)), "the release is ready");
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    "2024-02"
}

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
            Some("queued" | "running")
                if began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(60)) => {}
            _ => panic!("the export is {status}"),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn nobody_but_whom_the_table_names_gets_at_data_requests() {
    matrix::keep(stage(), REQUESTS);
}

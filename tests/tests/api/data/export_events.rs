//! Exports of the timeline, which lives in the application store.

use super::exports::{built, completed, csv_rows, file, ndjson_rows, on_plan, submit};
use crate::spaces::refused;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

#[test]
fn events_come_out_as_the_timeline_has_them() {
    let (_, mut browser) = on_plan(shared(), "team");
    let timeline = shared().get("/events?limit=500").json();
    let events = timeline["events"].as_array().expect("events");
    let record = completed(&mut browser, "chain_events", &json!({ "formats": ["csv", "ndjson"] }));
    let [csv, ndjson] = ["csv", "ndjson"].map(|format| file(shared(), &browser, &record, format));
    let rows = csv_rows(&csv);
    assert_eq!(rows, ndjson_rows(&ndjson));
    assert_eq!((rows.len(), &record["row_count"]), (events.len(), &json!(events.len())));
    assert_eq!((&record["as_of_block"], &record["as_of_blocks"]), (&Json::Null, &json!({})));
    for event in events {
        let id = event["id"].to_string();
        let row = rows.iter().find(|row| row["id"] == id).unwrap_or_else(|| panic!("event {id}"));
        assert_eq!((&row["title"], &row["category"]), (&event["title"], &event["category"]));
        assert_eq!(row["verified"], event["verified"].to_string());
        let sources: Json = serde_json::from_str(row["sources"].as_str().expect("JSON")).expect("JSON");
        assert_eq!(sources.as_array().map(Vec::len), event["sources"].as_array().map(Vec::len), "{sources}");
    }
    let verified = completed(&mut browser, "chain_events", &json!({ "filters": { "verified": true } }));
    let count = events.iter().filter(|event| event["verified"] == true).count();
    assert_eq!(verified["row_count"], json!(count));
    let again = completed(&mut browser, "chain_events", &json!({ "formats": ["csv", "ndjson"] }));
    assert_eq!(
        (&again["checksum_sha256"], &again["data_version"]),
        (&record["checksum_sha256"], &record["data_version"])
    );
}

#[test]
fn the_timeline_is_not_written_as_parquet() {
    let (_, mut browser) = on_plan(shared(), "team");
    let id = built(&mut browser, "chain_events", &json!({ "formats": ["parquet"] }));
    refused(&submit(&mut browser, id), 422, "validation_failed", Some("formats"));
}

//! Exports of the timeline, which lives in the application store.

use super::exports::{built, completed, csv_rows, file, ndjson_rows, on_plan, path_of, submit};
use super::{draft, got};
use crate::organizations::house::execute;
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment, shared};
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
    let day = |time: &Json| time.as_str().map(|time| time[..10].to_owned());
    let newest = events.iter().filter_map(|event| day(&event["occurred_at"])).max();
    assert_eq!(day(&record["as_of"]), newest, "when the newest event happened");
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
fn a_format_in_which_the_timeline_is_not_written_is_neither_offered_nor_taken() {
    let (_, mut browser) = on_plan(shared(), "team");
    let offered =
        |browser: &Browser<'_>, key: &str| got(browser, &format!("/session/data/datasets/{key}"))["formats"].clone();
    assert_eq!(offered(&browser, "chain_events"), json!(["csv", "ndjson"]));
    assert_eq!(offered(&browser, "tokens"), json!(["csv", "ndjson", "parquet"]));
    let asked = json!({ "formats": ["csv", "parquet"] });
    refused(&draft(&mut browser, "chain_events", &asked), 422, "validation_failed", Some("formats"));
    assert_eq!(got(&browser, "/session/data/requests")["count"], json!(0), "nothing is left of it");
    let id = built(&mut browser, "chain_events", &json!({}));
    refused(&browser.write("PATCH", &path_of(id), &asked), 422, "validation_failed", Some("formats"));
    // One of before, which could be built.
    execute(shared(), r#"UPDATE data_requests SET formats = '["parquet"]' WHERE id = $1"#, &[Value::Int64(id)]);
    refused(&submit(&mut browser, id), 422, "validation_failed", Some("formats"));
    assert_eq!(browser.write("PATCH", &path_of(id), &json!({ "formats": ["csv"] })).status, 200);
    assert_eq!(submit(&mut browser, id).status, 200);
}

/// The file of an event whose every column is known, written out: on whichever engine these tests run, it is these bytes.
#[test]
fn both_engines_of_the_app_store_write_the_same_bytes() {
    let environment = app_store_environment("exports_of_events").expect("a store");
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let (_, mut browser) = on_plan(&server, "researcher");
    let event = r#"INSERT INTO chain_events (key, category, title, occurred_at, time_precision, ordered_at, chain_id, chain, block_number,
                                            severity, is_verified, created_at, updated_at, version)
                 VALUES ('a/b', 'exploit', 'Quote " and ü', 1700000000123456, 'second', 0, 1, 'ethereum', 12, 5, TRUE, 0, 1700000000000000, 3)"#;
    let sources = "INSERT INTO chain_event_sources (event_id, position, name, url)
                   VALUES (1, 2, 'B', NULL), (1, 1, 'A', 'https://a.example/?x=1&y=2')";
    let anchor = "INSERT INTO chain_event_transactions (event_id, position, transaction_hash, anchor_state) VALUES (1, 1, $1, 'confirmed')";
    for (sql, values) in [(event, &[][..]), (sources, &[]), (anchor, &[Value::Bytes(vec![0xab; 32])])] {
        execute(&server, sql, values);
    }
    let record = completed(&mut browser, "chain_events", &json!({ "formats": ["csv", "ndjson"] }));
    let [csv, ndjson] =
        ["csv", "ndjson"].map(|format| String::from_utf8(file(&server, &browser, &record, format)).expect("text"));
    let hash = format!("0x{}", "ab".repeat(32));
    let sources = r#"[{"name":"A","url":"https://a.example/?x=1&y=2"},{"name":"B","url":null}]"#;
    let transactions = format!(r#"[{{"hash":"{hash}","anchor_state":"confirmed"}}]"#);
    let quoted = |text: &str| text.replace('"', "\"\"");
    let head = "id,key,category,title,summary,occurred_at,time_precision,chain,chain_id,block_number,reported_loss,severity,verified,\
                sources,transactions,updated_at";
    let head: Vec<String> = head.split(',').map(|name| format!("\"{name}\"")).collect();
    let line = format!(
        r#"1,"a/b","exploit","Quote "" and ü",,"2023-11-14T22:13:20.123456Z","second","ethereum",1,12,,5,true,"{}","{}","2023-11-14T22:13:20Z""#,
        quoted(sources),
        quoted(&transactions)
    );
    assert_eq!(csv, format!("{}\r\n{line}\r\n", head.join(",")));
    let line = json!({ "sources": sources, "transactions": transactions });
    assert!(
        ndjson.contains(&format!("\"sources\":{},\"transactions\":{},", line["sources"], line["transactions"])),
        "{ndjson}"
    );
}

//! Files of exports: what the record says, the same rows in each format, and the same bytes for the same question.

use super::exports::{
    completed, csv_rows, download, ended, file, id_of, ndjson_rows, number, on_plan, parquet_rows, path_of, queue_job,
};
use super::{drafted, got};
use crate::datasets::ask;
use crate::organizations::house::{execute, texts};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

const V3_POOL: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";

#[test]
fn a_submitted_export_completes_and_its_bytes_are_those_of_its_record() {
    let (ada, mut browser) = on_plan(shared(), "team");
    let body =
        json!({ "filters": { "addresses": [V3_POOL], "chain": "ethereum" }, "formats": ["ndjson", "csv", "parquet"] });
    let record = completed(&mut browser, "swaps", &body);
    let [ndjson, csv, parquet] = ["ndjson", "csv", "parquet"].map(|format| file(shared(), &browser, &record, format));
    let rows = csv_rows(&csv);
    assert_eq!(rows.len() as u64, record["row_count"].as_u64().expect("a count"));
    assert!(rows.len() > 100, "{}", rows.len());
    assert_eq!(rows, ndjson_rows(&ndjson));
    assert_eq!(rows, parquet_rows(&parquet));
    let size = [&ndjson, &csv, &parquet].iter().map(|bytes| bytes.len()).sum::<usize>();
    assert_eq!((&record["size_bytes"], &record["progress"]["bytes"]), (&json!(size), &json!(size)));
    assert_eq!(record["checksum_sha256"], record["files"][0]["sha256"], "that of the first format");
    assert_eq!(record["parts"], record["files"][0]["parts"]);
    let newest =
        ask("SELECT toString(max(block_number)) FROM (SELECT block_number FROM v2_swaps WHERE chain_id = 1 UNION ALL \
                      SELECT block_number FROM v3_swaps WHERE chain_id = 1)");
    assert_eq!(record["as_of_block"].to_string(), newest[0]);
    assert_eq!(record["as_of_blocks"], json!({ "ethereum": record["as_of_block"] }));
    let newest_row = rows.iter().filter_map(|row| row["block_timestamp"].as_str()).max();
    assert_eq!(record["as_of"].as_str(), newest_row, "the time of the newest row, not of whoever asks");
    assert!(record["data_version"].as_i64().is_some_and(|version| version > 0), "{record}");
    let sha256 = record["checksum_sha256"].as_str().expect("a checksum");
    assert!(record["citation"].as_str().is_some_and(|citation| citation.contains(sha256)), "{record}");
    let [queued, completed, expires]: [jiff::Timestamp; 3] = ["queued_at", "completed_at", "expires_at"]
        .map(|name| record[name].as_str().expect("a time").parse().expect("a time"));
    assert!(queued <= completed && expires.duration_since(completed) == jiff::SignedDuration::from_hours(7 * 24));

    let event = texts(
        shared(),
        "SELECT data AS text FROM events WHERE name = 'data_export.ready' AND organization_id = $1",
        &[Value::Int64(ada.own_organization_id)],
    );
    let event: Json = serde_json::from_str(&event.concat()).expect("one event");
    let told = json!({ "export_id": record["id"], "dataset": "swaps", "row_count": record["row_count"], "checksum_sha256": sha256 });
    assert_eq!(event, told);
    let downloads = number(
        shared(),
        "SELECT count(*) AS number FROM audit_entries WHERE action = 'data.downloaded' AND actor_user_id = $1 AND target_id = $2",
        &[Value::Int64(ada.id), Value::Text(record["id"].to_string())],
    );
    assert_eq!(downloads, 3);
}

#[test]
fn the_same_question_gives_the_same_bytes() {
    quarry_tests::on_one_engine!();
    let (_, mut browser) = on_plan(shared(), "team");
    for dataset in
        ["reserves", "liquidations", "absorptions", "health_factors", "price_bars", "pools", "tokens", "blocks"]
    {
        let body = json!({ "formats": ["csv", "ndjson"], "filters": { "chain": "ethereum" } });
        let sums = [0, 1].map(|_| {
            let record = completed(&mut browser, dataset, &body);
            let files = record["files"].as_array().expect("files").clone();
            assert!(record["row_count"].as_u64() > Some(0), "{dataset}: {record}");
            let (as_of, citation) = (record["as_of"].as_str(), record["citation"].as_str().expect("a citation"));
            let newest = match dataset {
                "pools" | "tokens" => None,
                "price_bars" => {
                    ask("SELECT formatDateTime(max(last_event_at), '%Y-%m-%dT%H:%i:%SZ') FROM price_bars FINAL
                                     WHERE chain_id = 1 AND period = 'daily'")
                    .pop()
                }
                _ => csv_rows(&file(shared(), &browser, &record, "csv"))
                    .iter()
                    .filter_map(|row| row["block_timestamp"].as_str().map(str::to_owned))
                    .max(),
            };
            assert_eq!(as_of, newest.as_deref(), "{dataset}: {record}");
            assert_eq!(as_of.is_some_and(|as_of| citation.contains(as_of)), as_of.is_some(), "{dataset}: {citation}");
            let sums = files.iter().map(|file| file["sha256"].clone()).collect::<Vec<_>>();
            (sums, record["data_version"].clone(), record["as_of_blocks"].clone())
        });
        assert_eq!(sums[0], sums[1], "{dataset}");
    }
}

/// An export of all swaps of Ethereum with this pin, written by its job.
fn pinned(browser: &mut Browser<'_>, block: u64) -> Json {
    let id = id_of(&drafted(browser, "swaps", &json!({ "filters": { "chain": "ethereum" } }))["request"]);
    let pins = json!([{ "chain_id": 1, "chain": "ethereum", "block_number": block }]).to_string();
    let values = [Value::Text(pins), Value::Int64(id)];
    execute(shared(), "UPDATE data_requests SET pins = $1, as_of = 0 WHERE id = $2", &values);
    queue_job(shared(), id);
    ended(browser, id)
}

#[test]
fn rows_of_blocks_behind_the_pin_are_left_out() {
    let (_, mut browser) = on_plan(shared(), "team");
    let half = "SELECT toString(toUInt64(quantileExact(0.5)(block_number))) FROM (SELECT block_number FROM v2_swaps FINAL WHERE \
                chain_id = 1 UNION ALL SELECT block_number FROM v3_swaps FINAL WHERE chain_id = 1)";
    let block: u64 = ask(half)[0].parse().expect("a block");
    let record = pinned(&mut browser, block);
    assert_eq!(record["status"], "completed", "{record}");
    let up_to = format!(
        "SELECT toString(count()) FROM (SELECT block_number FROM v2_swaps FINAL WHERE chain_id = 1 UNION ALL \
         SELECT block_number FROM v3_swaps FINAL WHERE chain_id = 1) WHERE block_number <= {block}"
    );
    assert_eq!(record["row_count"].to_string(), ask(&up_to)[0]);
    let rows = csv_rows(&file(shared(), &browser, &record, "csv"));
    let blocks: Vec<u64> =
        rows.iter().map(|row| row["block_number"].as_str().expect("a number").parse().expect("a number")).collect();
    assert!(blocks.is_sorted() && blocks.last() == Some(&block), "{:?}", blocks.last());
    let all = completed(&mut browser, "swaps", &json!({ "filters": { "chain": "ethereum" } }));
    assert!(all["row_count"].as_u64() > record["row_count"].as_u64());
    assert_eq!(got(&browser, &path_of(id_of(&record))), record);
}

#[test]
fn a_download_says_which_formats_and_parts_there_are() {
    let (_, mut browser) = on_plan(shared(), "team");
    let record = completed(&mut browser, "pools", &json!({ "formats": ["ndjson"] }));
    let id = id_of(&record);
    let plain = download(&browser, id, "");
    assert_eq!((plain.status, &plain.json()["format"]), (200, &json!("ndjson")), "{}", plain.text);
    assert_eq!(plain.json()["file_name"], json!(format!("pools-{id}.ndjson")));
    let missing = download(&browser, id, "?format=parquet");
    assert_eq!((missing.status, missing.code().as_str()), (409, "download_unavailable"), "{}", missing.text);
    assert!(missing.detail().contains("it was written as ndjson"), "{}", missing.text);
    let beyond = download(&browser, id, "?part=2");
    assert_eq!(beyond.status, 422, "{}", beyond.text);
    assert!(beyond.detail().contains("the file has 1"), "{}", beyond.text);
    assert_eq!(download(&browser, id, "?format=xlsx").status, 422);

    // The same file as though it had been cut in two: the part has to be told.
    let part = |number: u64| json!({ "part": number, "rows": 1, "bytes": 1, "sha256": "ab" });
    let files = json!([{ "format": "ndjson", "rows": 2, "bytes": 2, "sha256": "cd", "parts": [part(1), part(2)] }]);
    let values = [Value::Text(files.to_string()), Value::Int64(id)];
    execute(shared(), "UPDATE data_requests SET files = $1 WHERE id = $2", &values);
    let unnamed = download(&browser, id, "");
    assert_eq!(unnamed.status, 422, "{}", unnamed.text);
    assert!(unnamed.detail().contains("The file has 2 parts"), "{}", unnamed.text);
    let first = download(&browser, id, "?part=1").json();
    assert_eq!(first["file_name"], json!(format!("pools-{id}-1-of-2.ndjson")));
    let gone = download(&browser, id, "?part=2");
    assert_eq!((gone.status, gone.code().as_str()), (409, "download_unavailable"), "its object is not there");
}

#[test]
fn the_sandbox_has_a_completed_export_to_look_at() {
    let member = Browser::of(shared(), "member");
    let listed = got(&member, "/session/data/requests?limit=500");
    let requests = listed["requests"].as_array().expect("requests");
    let sample = requests.iter().find(|request| request["name"] == "Tokens of the sample").expect("the sample's");
    let record = ended(&member, id_of(sample));
    assert_eq!(record["status"], "completed", "{record}");
    assert_eq!(
        csv_rows(&file(shared(), &member, &record, "csv")),
        parquet_rows(&file(shared(), &member, &record, "parquet"))
    );
}

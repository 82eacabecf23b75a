//! Data that change while an export is being written: its bytes are of one state, and its record says of which.

use super::exports::{built, bytes_at, completed, download, ended, file, id_of, number, on_plan, sha256, submit};
use super::held_store::HeldStore;
use crate::small_chain::{load, text_of, write};
use quarry::stores::result_set::Value;
use quarry_tests::s3_server;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};

/// Rows that do not fit between the warehouse and the object store: the statement goes on while the store waits.
const ROWS: u64 = 240_000;

/// A server with many blocks, two hundred logs each, and three newer ones that can be replaced; its object store can be held.
fn server(name: &str) -> (Server, HeldStore) {
    let store = HeldStore::before(s3_server::url().expect("a server that speaks S3"));
    let mut environment = app_store_environment(name).expect("a store");
    let set = |name: &str, value: &str| (format!("QUARRY__OBJECTS__{name}"), value.to_owned());
    environment.extend([
        set("URL", &format!("s3://quarry-test/{name}")),
        set("ENDPOINT", &store.url),
        set("ACCESS_KEY_ID", "test"),
        set("SECRET_ACCESS_KEY", "test"),
        set("ALLOW_HTTP", "true"),
    ]);
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    write(
        &server,
        &format!(
            "INSERT INTO logs (chain_id, block_number, log_index, block_hash, block_timestamp, transaction_hash, transaction_index, address,
                               topic_count, topic0, topic1, topic2, topic3, data, version)
             SELECT 1, 1000 + intDiv(number, 200), number % 200, toFixedString(toString(intDiv(number, 200)), 32),
                    toDateTime(1700000000 + intDiv(number, 200), 'UTC'), toFixedString(toString(number), 32), 0, toFixedString('a', 20),
                    0, '', '', '', '', '', 1
             FROM numbers({ROWS})"
        ),
    );
    load(&server, &[(5000, 11), (5001, 12), (5002, 13)]);
    (server, store)
}

fn request() -> Json {
    json!({
        "formats": ["csv", "ndjson"], "columns": ["block_number", "log_index", "block_hash", "transaction_hash"],
        "filters": { "chain": "ethereum" }
    })
}

/// SHA-256 of the CSV that the data up to a block are now, made by the engine past the service.
fn sum_of_rows(server: &Server, up_to: u64) -> String {
    text_of(
        server,
        &format!(
            r#"SELECT lower(hex(SHA256(concat('"block_number","log_index","block_hash","transaction_hash"\r\n',
                   arrayStringConcat(arrayMap(row -> row.3, arraySort(row -> (row.1, row.2), groupArray((block_number, log_index, line))))))))) AS sum
               FROM (SELECT block_number, log_index,
                            concat(toString(block_number), ',', toString(log_index), ',"0x', lower(hex(block_hash)), '","0x',
                                   lower(hex(transaction_hash)), '"\r\n') AS line
                     FROM logs FINAL WHERE chain_id = 1 AND block_number <= {up_to})"#
        ),
    )
}

fn sums(record: &Json) -> Vec<Json> {
    record["files"].as_array().expect("files").iter().map(|file| file["sha256"].clone()).collect()
}

fn version(record: &Json) -> i64 {
    record["data_version"].as_i64().expect("a version")
}

#[test]
fn an_export_during_which_data_change_is_of_one_state() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let (server, store) = server("export_states");
    let (_, mut browser) = on_plan(&server, "institution");
    let before = completed(&mut browser, "logs", &request());
    assert_eq!(before["row_count"], json!(ROWS + 3));
    assert_eq!(before["as_of_blocks"], json!({ "ethereum": 5002 }));
    let csv = file(&server, &browser, &before, "csv");
    assert_eq!(sha256(&csv), sum_of_rows(&server, 5002), "{}", String::from_utf8_lossy(&csv[..300]));

    // A newer block is behind the pin, and changes nothing.
    let id = built(&mut browser, "logs", &request());
    let held = store.hold();
    assert_eq!(submit(&mut browser, id).status, 200);
    let first = held.next();
    load(&server, &[(5003, 14)]);
    drop(held);
    first.go();
    let unmoved = ended(&browser, id);
    assert_eq!((&unmoved["status"], version(&unmoved)), (&json!("completed"), version(&before)), "{unmoved}");
    assert_eq!(sums(&unmoved), sums(&before));

    // Older blocks come while the first file waits in the middle, and a reorganisation while the second does.
    let id = built(&mut browser, "logs", &request());
    let held = store.hold();
    assert_eq!(submit(&mut browser, id).status, 200);
    let first = held.next();
    load(&server, &[(500, 21), (501, 22)]);
    first.go();
    let second = held.next();
    load(&server, &[(5002, 23), (5003, 24)]);
    drop(held);
    second.go();
    let record = ended(&browser, id);
    assert_eq!(record["status"], "completed", "{record}");
    assert_eq!((&record["row_count"], &record["as_of_blocks"]), (&json!(ROWS + 6), &json!({ "ethereum": 5003 })));
    assert!(version(&record) > version(&before), "{record}");
    let state = sum_of_rows(&server, 5003);
    assert_eq!(record["checksum_sha256"], json!(state));
    assert_eq!(sha256(&file(&server, &browser, &record, "csv")), state);
    let lines = file(&server, &browser, &record, "ndjson");
    let hash = |hash: u64| format!("0x{hash:064x}");
    let text = String::from_utf8_lossy(&lines);
    for (is_there, of) in [(true, hash(21)), (true, hash(23)), (true, hash(24)), (false, hash(13)), (false, hash(14))] {
        assert_eq!(text.contains(&of), is_there, "{of}");
    }
    assert_eq!(text.lines().count() as u64, ROWS + 6, "both files are of the same state");

    // The same request by then is the same bytes under the same version, and what was written before stays as it was.
    let again = completed(&mut browser, "logs", &request());
    assert_eq!((version(&again), sums(&again)), (version(&record), sums(&record)));
    assert_ne!(sums(&record)[0], sums(&before)[0]);
    assert_eq!(file(&server, &browser, &before, "csv"), csv);
}

#[test]
fn an_export_whose_data_never_rest_fails_and_leaves_nothing() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let (server, store) = server("export_unrest");
    let (ada, mut browser) = on_plan(&server, "institution");
    let mut body = request();
    body["formats"] = json!(["csv"]);
    let id = built(&mut browser, "logs", &body);
    let held = store.hold();
    assert_eq!(submit(&mut browser, id).status, 200);
    for round in 0..3 {
        let file = held.next();
        load(&server, &[(600 + round, 31 + round)]);
        file.go();
    }
    let record = ended(&browser, id);
    assert_eq!((&record["status"], &record["error"]["code"]), (&json!("failed"), &json!("data_changing")), "{record}");
    let used = "SELECT count(*) AS number FROM data_requests WHERE user_id = $1 AND quota_month IS NOT NULL AND status <> 'failed'";
    assert_eq!(number(&server, used, &[Value::Int64(ada.id)]), 0, "it no longer counts");
    let objects = "SELECT count(*) AS number FROM objects WHERE component = 'datasets' AND key LIKE $1";
    assert_eq!(number(&server, objects, &[Value::Text(format!("exports/{id}/%"))]), 0);
    let inbox = browser.get("/session/notifications").json();
    assert_eq!(inbox["notifications"][0]["subject_id"], json!(id), "{inbox}");
    let excerpt = inbox["notifications"][0]["excerpt"].as_str().expect("a text");
    assert!(excerpt.starts_with("Failed: Rows of its range were loaded"), "{excerpt}");
    let link = download(&browser, id, "");
    assert_eq!((link.status, link.code().as_str()), (409, "download_unavailable"), "{}", link.text);
    drop(held);
    let record = completed(&mut browser, "logs", &body);
    let link = download(&browser, id_of(&record), "").json();
    let (status, bytes) = bytes_at(&server, link["download_url"].as_str().expect("a link"), &[]);
    assert_eq!((status, sha256(&bytes)), (200, sum_of_rows(&server, 5002)));
}

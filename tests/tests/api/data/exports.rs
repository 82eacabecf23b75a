//! The parts that the tests of exports share: somebody whose plan has them, exports that are built, run and waited for, and
//! their bytes.

use super::{drafted, got};
use crate::organizations::house::{Person, execute, in_store};
use crate::small_chain::write;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use quarry::stores::app::Row;
use quarry::stores::result_set::Value;
use quarry_tests::bounded;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::time::{Duration, Instant};

/// A job on a busy machine may be tried three times, 25 seconds apart.
const WITHIN: Duration = Duration::from_secs(150);

/// Somebody on a plan.
pub(crate) fn on_plan<'a>(server: &'a Server, plan: &str) -> (Person, Browser<'a>) {
    let person = Person::new(server, "Ada");
    let values = [Value::Text(plan.to_owned()), Value::Int64(person.own_organization_id)];
    execute(server, "UPDATE organizations SET plan_key = $1 WHERE id = $2", &values);
    let browser = person.browser(server);
    (person, browser)
}

pub(crate) fn path_of(id: i64) -> String {
    format!("/session/data/requests/{id}")
}

/// A draft that was built; its number.
pub(crate) fn built(browser: &mut Browser<'_>, dataset: &str, body: &Json) -> i64 {
    drafted(browser, dataset, body)["request"]["id"].as_i64().expect("a number")
}

pub(crate) fn submit(browser: &mut Browser<'_>, id: i64) -> Answer {
    browser.write("POST", &format!("{}/submit", path_of(id)), &json!({}))
}

/// The record once it neither waits nor runs.
pub(crate) fn ended(browser: &Browser<'_>, id: i64) -> Json {
    let began = Instant::now();
    loop {
        let record = got(browser, &path_of(id));
        if !matches!(record["status"].as_str(), Some("queued" | "running")) {
            return record;
        }
        assert!(began.elapsed() < WITHIN, "{record}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The record of an export that was built, submitted and completed.
pub(crate) fn completed(browser: &mut Browser<'_>, dataset: &str, body: &Json) -> Json {
    let id = built(browser, dataset, body);
    let answer = submit(browser, id);
    assert_eq!((answer.status, &answer.json()["status"]), (200, &json!("queued")), "{}", answer.text);
    let record = ended(browser, id);
    assert_eq!(record["status"], "completed", "{record}");
    record
}

pub(crate) fn id_of(record: &Json) -> i64 {
    record["id"].as_i64().expect("a number")
}

pub(crate) fn download(browser: &Browser<'_>, id: i64, query: &str) -> Answer {
    browser.get(&format!("{}/download{query}", path_of(id)))
}

/// The bytes that a path or an address of the server leads to.
pub(crate) fn bytes_at(server: &Server, link: &str, headers: &[(&str, &str)]) -> (u16, Vec<u8>) {
    let url = if link.starts_with("http") { link.to_owned() } else { format!("{}{link}", server.base_url) };
    let mut request = bounded::agent().get(url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut answer = request.call().expect("an answer");
    let bytes = answer.body_mut().with_config().limit(1 << 30).read_to_vec().expect("a whole body");
    (answer.status().as_u16(), bytes)
}

/// The only part of a file, and that it is what the record says.
pub(crate) fn file(server: &Server, browser: &Browser<'_>, record: &Json, format: &str) -> Vec<u8> {
    let answer = download(browser, id_of(record), &format!("?format={format}"));
    assert_eq!(answer.status, 200, "{}", answer.text);
    let link = answer.json();
    let (status, bytes) = bytes_at(server, link["download_url"].as_str().expect("a link"), &[]);
    assert_eq!(status, 200, "{link}");
    let sha256 = sha256(&bytes);
    assert_eq!((&link["checksum_sha256"], answer.header("x-checksum-sha256")), (&json!(sha256), sha256.as_str()));
    let written = record["files"].as_array().expect("files").iter().find(|file| file["format"] == format);
    let written = written.unwrap_or_else(|| panic!("{format} in {record}"));
    assert_eq!((&written["sha256"], &written["bytes"]), (&json!(sha256), &json!(bytes.len())), "{written}");
    bytes
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Rows of CSV, each as its cells by name; an empty cell is null.
pub(crate) fn csv_rows(bytes: &[u8]) -> Vec<Json> {
    let mut reader = csv::Reader::from_reader(bytes);
    let names = reader.headers().expect("names").clone();
    let cell = |text: &str| if text.is_empty() { Json::Null } else { json!(text) };
    let row = |row: csv::StringRecord| {
        Json::Object(names.iter().zip(row.iter()).map(|(name, text)| (name.to_owned(), cell(text))).collect())
    };
    reader.records().map(|record| row(record.expect("a row"))).collect()
}

/// Rows of JSON lines, with every value as a text.
pub(crate) fn ndjson_rows(bytes: &[u8]) -> Vec<Json> {
    let lines = std::str::from_utf8(bytes).expect("text").lines();
    lines.map(|line| as_texts(serde_json::from_str(line).expect("JSON"))).collect()
}

fn as_texts(row: Json) -> Json {
    let Json::Object(members) = row else { panic!("an object: {row}") };
    let text = |value: Json| match value {
        Json::Null => Json::Null,
        Json::String(text) => json!(text),
        other => json!(other.to_string()),
    };
    Json::Object(members.into_iter().map(|(name, value)| (name, text(value))).collect())
}

/// Rows of Parquet, with every value as a text; times as RFC 3339 in seconds.
pub(crate) fn parquet_rows(bytes: &[u8]) -> Vec<Json> {
    let reader = SerializedFileReader::new(bytes::Bytes::copy_from_slice(bytes)).expect("a file of Parquet");
    let text = |field: &Field| match field {
        Field::Null => Json::Null,
        Field::Bool(value) => json!(value.to_string()),
        Field::Int(value) => json!(value.to_string()),
        Field::Long(value) => json!(value.to_string()),
        Field::ULong(value) => json!(value.to_string()),
        Field::Str(value) => json!(value),
        Field::TimestampMicros(value) => {
            json!(jiff::Timestamp::from_microsecond(*value).expect("a time").to_string())
        }
        other => panic!("{other:?}"),
    };
    let rows = reader.get_row_iter(None).expect("rows");
    rows.map(|row| {
        let row = row.expect("a row");
        Json::Object(row.get_column_iter().map(|(name, field)| (name.clone(), text(field))).collect())
    })
    .collect()
}

/// One number of the application store.
pub(crate) fn number(server: &Server, sql: &str, values: &[Value]) -> i64 {
    in_store(server, async |store| {
        let rows = store.query(sql, values).await?;
        Ok(Row::first(&rows).expect("a row").integer("number")?)
    })
}

/// Begins the job of an export, as submitting it does: for exports whose record a test has changed.
pub(crate) fn queue_job(server: &Server, id: i64) {
    let sql = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done,
                                 created_at)
               VALUES ('datasets', 'run_export', $1, 'queued', $2, 0, 3, FALSE, 0, $2)";
    // In two hours, so that no host begins it before the export names it.
    let later = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(2);
    let arguments = format!(r#"{{"request_id":{id}}}"#);
    execute(server, sql, &[Value::Text(arguments.clone()), Value::Timestamp(later.as_microsecond())]);
    let job = number(
        server,
        "SELECT max(id) AS number FROM jobs WHERE component = 'datasets' AND arguments = $1",
        &[Value::Text(arguments)],
    );
    execute(
        server,
        "UPDATE data_requests SET status = 'queued', job_id = $1 WHERE id = $2",
        &[Value::Int64(job), Value::Int64(id)],
    );
    execute(server, "UPDATE jobs SET run_at = 0 WHERE id = $1", &[Value::Int64(job)]);
}

/// Counts the logs of the chain 8453 that were written past any ingest, as it would: exports are pinned to the newest block that was
/// counted.
pub(crate) fn count_logs(server: &Server) {
    let counted = "INSERT INTO chain_days (chain_id, day, blocks, transactions, logs, first_block, last_block, newest_at, newest_log_at, version)
                   SELECT chain_id, toDate(max(block_timestamp)), 0, 0, count(), min(block_number), max(block_number), max(block_timestamp),
                          max(block_timestamp), 1
                   FROM logs WHERE chain_id = 8453 GROUP BY chain_id";
    write(server, counted);
}

/// Peak of a process's resident memory, in MiB, since the kernel was last told to forget it.
pub(crate) fn peak(pid: i32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a figure");
    line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok()).expect("a number") / 1024
}

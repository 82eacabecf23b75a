//! Rows of the warehouse as objects: whole, in each form, or not at all; in a request and in a job.

use crate::objects::start;
use crate::row_file_jobs::{file, load, post, start_job, unpacked, wait_for, with};
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::sync::OnceLock;

const ROWS: u64 = 30_000;

fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    let public = [("QUARRY__SERVER__PUBLIC_URL", "https://api.example.org/")];
    SERVER.get_or_init(|| start("row_files", "[limits]\nrow_file_rows = 6000000\n", &public))
}

#[track_caller]
fn write(file: &Json) -> Json {
    let answer = post(server(), "/archive/row_files", file);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// Row `number` as the statement makes it.
fn text(number: u64) -> String {
    format!("row {number}\n\"quoted\", still the same")
}

fn assert_csv(plain: &[u8]) {
    let mut reader = csv::Reader::from_reader(plain);
    assert_eq!(reader.headers().expect("names"), vec!["number", "text", "odd", "at"]);
    let mut rows = 0;
    for (number, row) in (0..).zip(reader.records()) {
        let row = row.expect("a row");
        let odd = if number % 2 == 0 { String::new() } else { number.to_string() };
        assert_eq!((&row[0], &row[1], &row[2]), (number.to_string().as_str(), text(number).as_str(), odd.as_str()));
        rows += 1;
    }
    assert_eq!(rows, ROWS);
}

fn assert_json_lines(plain: &[u8]) {
    let lines = std::str::from_utf8(plain).expect("text").lines();
    let mut rows = 0;
    for (number, line) in (0..).zip(lines) {
        let row: Json = serde_json::from_str(line).expect("JSON");
        let odd = if number % 2 == 0 { Json::Null } else { number.into() };
        assert_eq!((&row["number"], &row["text"], &row["odd"]), (&json!(number), &json!(text(number)), &odd));
        rows += 1;
    }
    assert_eq!(rows, ROWS);
}

#[test]
fn rows_come_out_as_they_are_in_each_form_and_compression() {
    quarry_tests::on_one_engine!();
    let kinds = [("csv", "text/csv"), ("json-lines", "application/x-ndjson")];
    let packed = [("none", None), ("gzip", Some("application/gzip")), ("zstd", Some("application/zstd"))];
    for ((format, plain_type), (compression, packed_type)) in
        kinds.iter().flat_map(|kind| packed.iter().map(move |packed| (*kind, *packed)))
    {
        let key = format!("forms/{format}.{compression}");
        let written = write(&file(&key, format, compression, ROWS));
        assert_eq!((&written["row_count"], &written["key"]), (&json!(ROWS), &json!(key)), "{written}");
        assert_eq!(written["content_type"], packed_type.unwrap_or(plain_type));
        let (status, bytes) = load(server(), &key);
        assert_eq!((status, &written["size_bytes"]), (200, &json!(bytes.len())));
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(written["sha256"], digest);
        let plain = unpacked(compression, &bytes);
        match format {
            "csv" => assert_csv(&plain),
            _ => assert_json_lines(&plain),
        }
    }
    let written = write(&file("forms/parquet", "parquet", "none", ROWS));
    assert_eq!(written["row_count"], ROWS, "{written}");
    assert_eq!(written["content_type"], "application/vnd.apache.parquet");
    let bytes = load(server(), "forms/parquet").1;
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}

#[test]
fn an_export_in_parts_is_the_same_rows_by_one_statement() {
    quarry_tests::on_one_engine!();
    for (format, compression, rows, bytes) in
        [("csv", "none", 7_000, 1 << 30), ("json-lines", "gzip", 1 << 40, 300_000), ("csv", "zstd", 10_000, 200_000)]
    {
        let key = format!("parts/{format}-{compression}/*");
        let body = json!({ "file": file(&key, format, compression, ROWS), "rows": rows, "bytes": bytes });
        let written = post(server(), "/archive/row_file_parts", &body).json();
        let parts = written["parts"].as_array().unwrap_or_else(|| panic!("{written}"));
        assert!(parts.len() > 2 && written["row_count"] == ROWS, "{written}");
        let mut whole = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let (status, packed) = load(server(), part["key"].as_str().expect("a key"));
            assert_eq!((status, &part["size_bytes"]), (200, &json!(packed.len())), "{part}");
            let plain = unpacked(compression, &packed);
            // It ends behind the row with which it is full.
            assert!(plain.len() as u64 <= bytes + 100 && part["row_count"].as_u64() <= Some(rows), "{part}");
            assert_eq!(part["key"], json!(key.replace('*', &(number + 1).to_string())));
            whole.extend(plain);
        }
        match format {
            "csv" => assert_csv(&whole),
            _ => assert_json_lines(&whole),
        }
    }
}

#[test]
fn parts_of_parquet_are_files_of_their_own() {
    quarry_tests::on_one_engine!();
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let file = file("parquet-parts/*", "parquet", "none", ROWS);
    let body = json!({ "file": file, "rows": 12_000, "bytes": 1_u64 << 30 });
    let written = post(server(), "/archive/row_file_parts", &body).json();
    let parts = written["parts"].as_array().unwrap_or_else(|| panic!("{written}"));
    let counts: Vec<_> = parts.iter().map(|part| part["row_count"].as_u64().expect("a count")).collect();
    assert_eq!((counts, &written["row_count"]), (vec![12_000, 12_000, 6_000], &json!(ROWS)));
    let mut number = 0;
    for part in parts {
        let (status, bytes) = load(server(), part["key"].as_str().expect("a key"));
        assert_eq!((status, &part["size_bytes"]), (200, &json!(bytes.len())), "{part}");
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("a file of Parquet");
        for row in reader.get_row_iter(None).expect("rows") {
            let row = row.expect("a row");
            let fields: Vec<_> = row.get_column_iter().map(|(name, field)| (name.as_str(), field.clone())).collect();
            assert_eq!(fields[0], ("number", Field::ULong(number)));
            assert_eq!(fields[1], ("text", Field::Str(text(number))));
            assert_eq!(fields[2].1 == Field::Null, number % 2 == 0, "{:?}", fields[2]);
            assert!(matches!(fields[3], ("at", Field::TimestampMicros(_))), "{:?}", fields[3]);
            number += 1;
        }
    }
    assert_eq!(number, ROWS);
}

#[test]
fn nothing_is_left_of_an_export_in_parts_that_failed() {
    quarry_tests::on_one_engine!();
    let failing = with(file("failing/*", "csv", "none", ROWS), "fails_at", 20_000);
    let too_long = with(file("long/*", "csv", "none", ROWS), "max_rows", 20_000);
    let no_star = file("no-star", "csv", "none", 10);
    let parquet = file("parquet/*", "parquet", "gzip", 10);
    for (file, sentence) in [(failing, "Failure"), (too_long, "20000 rows"), (no_star, "`*`"), (parquet, "Parquet")] {
        let key = file["key"].as_str().expect("a key").replace('*', "");
        let body = json!({ "file": file, "rows": 5_000, "bytes": 1 << 20 });
        let written = post(server(), "/archive/row_file_parts", &body).json();
        let failure = written["failure"].as_str().unwrap_or_else(|| panic!("{written}"));
        assert!(failure.contains(sentence), "{sentence}: {failure}");
        let listed = server().get(&format!("/archive/list?count=10&prefix={}", key.replace('/', "%2F"))).json();
        assert_eq!(listed["keys"].as_array().map(Vec::len), Some(0), "{listed}");
    }
}

#[test]
fn a_file_of_no_rows_is_a_file() {
    quarry_tests::on_one_engine!();
    for (format, content) in [("csv", "\"number\",\"text\",\"odd\",\"at\"\r\n"), ("json-lines", "")] {
        let written = write(&file("empty", format, "none", 0));
        assert_eq!(written["row_count"], 0, "{written}");
        assert_eq!(load(server(), "empty"), (200, content.as_bytes().to_vec()));
    }
    assert_eq!(write(&file("empty", "parquet", "none", 0))["row_count"], 0);
}

#[test]
fn a_file_has_the_columns_that_were_picked_in_their_order_and_no_others() {
    quarry_tests::on_one_engine!();
    let columns = |names: Json| write(&with(file("columns", "csv", "none", 2), "columns", names));
    assert_eq!(columns(json!(["odd", "number"]))["row_count"], 2);
    assert_eq!(load(server(), "columns").1, b"\"odd\",\"number\"\r\n,0\r\n1,1\r\n");
    for (names, sentence) in [
        (json!([]), "the columns of a file are one or more, each once"),
        (json!(["number", "number"]), "the columns of a file are one or more, each once"),
        (json!(["nothing"]), "the statement rows has no column nothing: it has number, text, odd, at, failed, worked"),
        (
            json!(["number` FROM system.tables --"]),
            "the statement rows has no column number` FROM system.tables --: it has number, text, odd, at, failed, worked",
        ),
        (json!(["count()"]), "the statement rows has no column count(): it has number, text, odd, at, failed, worked"),
        // A line that was left out has no column.
        (json!(["worked"]), "the warehouse refused the statement rows"),
    ] {
        let refused = columns(names.clone());
        assert_eq!((&refused["kind"], &refused["sentence"]), (&json!("rejected"), &json!(sentence)), "{names}");
    }
}

#[test]
fn a_component_knows_where_the_deployment_is_found() {
    quarry_tests::on_one_engine!();
    let addresses = server().get_keyless("/archive/addresses").json();
    assert_eq!(addresses, json!({ "service": "https://api.example.org", "web_app": "https://api.example.org" }));
}

#[test]
fn what_fails_on_the_way_leaves_nothing_and_an_earlier_file_as_it_was() {
    quarry_tests::on_one_engine!();
    for format in ["csv", "json-lines", "parquet"] {
        let key = format!("failing/{format}");
        let failing = with(file(&key, format, "none", 1_000_000), "fails_at", 900_000);
        let refused = write(&failing);
        assert_eq!(refused["sentence"], "the warehouse refused the statement rows", "{format}");
        assert_eq!(load(server(), &key).0, 404, "{format}");
        let before = write(&file(&key, format, "none", 10));
        assert_eq!(write(&failing)["kind"], "rejected", "{format}");
        assert_eq!(json!(load(server(), &key).1.len()), before["size_bytes"], "{format}");
    }
}

#[test]
fn a_file_has_what_it_may_have_and_never_a_part() {
    quarry_tests::on_one_engine!();
    for format in ["csv", "json-lines", "parquet"] {
        let key = format!("caps/{format}");
        let exact = write(&with(file(&key, format, "none", 1_000), "max_rows", 1_000));
        assert_eq!(exact["row_count"], 1_000, "{exact}");
        let over = write(&with(file("caps/over", format, "none", 1_001), "max_rows", 1_000));
        let sentence = "The file would have more than 1000 rows, which is all it may have; narrow it.";
        assert_eq!((&over["kind"], &over["sentence"]), (&json!("limit-exceeded"), &json!(sentence)), "{format}");
        let large = write(&with(file("caps/over", format, "none", 100_000), "max_bytes", 10_000));
        let sentence = "The file would have more than 10000 bytes, which is all it may have; narrow it.";
        assert_eq!((&large["kind"], &large["sentence"]), (&json!("limit-exceeded"), &json!(sentence)), "{format}");
    }
    let beyond = write(&with(file("caps/over", "csv", "zstd", 6_000_001), "max_rows", 9_000_000));
    let sentence = "The file would have more than 6000000 rows, which is all it may have; narrow it.";
    assert_eq!(beyond["sentence"], sentence, "the deployment's limit holds whatever is asked for");
    assert_eq!(load(server(), "caps/over").0, 404);
}

#[test]
fn misuse_is_refused_with_a_sentence_for_the_author() {
    quarry_tests::on_one_engine!();
    let refused = |file: &Json| write(file)["sentence"].as_str().unwrap_or_default().to_owned();
    let twice = "Parquet compresses its columns itself: ask for it without a compression";
    assert_eq!(refused(&file("misuse", "parquet", "zstd", 1)), twice);
    assert_eq!(refused(&with(file("misuse", "csv", "none", 1), "max_rows", 0)), "max-rows is at least 1, or none");
    let progress = with(file("misuse", "csv", "none", 1), "reports_progress", true);
    assert_eq!(refused(&progress), "reports-progress is for run-job: this call is no job");
    assert!(refused(&file("../outside", "csv", "none", 1)).starts_with("\"../outside\" is not a key"));
    let misuses = post(server(), "/archive/row_file_misuses", &file("misuse", "csv", "none", 1)).json();
    let within = "a transaction is open: commit or drop it before you write rows into a file";
    assert_eq!(misuses["within_transaction"], within, "{misuses}");
    assert_eq!(
        misuses["undeclared"], "the route does not say that it runs the statement no_such_statement",
        "{misuses}"
    );
    assert_eq!(load(server(), "misuse").0, 404);
}

/// Peak of the host's resident memory, in bytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server().pid)).expect("the host runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a figure");
    let kibibytes: u64 = line.split_whitespace().nth(1).expect("a number").parse().expect("a number");
    kibibytes << 10
}

#[test]
fn a_job_writes_a_large_file_in_little_memory_and_says_how_far_it_is() {
    quarry_tests::on_one_engine!();
    write(&file("warm", "csv", "none", 100_000));
    let before = peak_memory();
    let large = with(file("large", "csv", "none", 5_000_000), "reports_progress", true);
    let path = start_job(server(), &large);
    let seen = wait_for(server(), "it says how far it is", &path, |seen| seen["progress_done"].as_u64() > Some(0));
    assert!(seen["state"] == "JobState::Running" || seen["state"] == "JobState::Completed", "{seen}");
    let ended = wait_for(server(), "it ends", &path, |seen| seen["state"] != "JobState::Running");
    assert_eq!(ended["state"], "JobState::Completed", "{ended}");
    let head = server().get_keyless("/archive/head?key=large").json();
    let size = head["size_bytes"].as_u64().expect("a size");
    assert!(size > 300 << 20, "{head}");
    let grown = peak_memory().saturating_sub(before);
    // Other cases export from this host at the same time.
    assert!(grown < 200 << 20, "{size} bytes took {grown} bytes of memory");
}

#[test]
fn a_job_that_is_cancelled_leaves_no_file() {
    quarry_tests::on_one_engine!();
    let slow = with(with(file("cancelled", "csv", "gzip", 5_000_000), "work", 300), "reports_progress", true);
    let path = start_job(server(), &slow);
    wait_for(server(), "it runs", &path, |seen| {
        seen["state"] == "JobState::Running" && seen["progress_done"].as_u64() > Some(0)
    });
    let cancelled = server().send("DELETE", &path, &[]);
    assert_eq!(cancelled.json()["cancelled"], true, "{}", cancelled.text);
    let ended = wait_for(server(), "it ends", &path, |seen| seen["state"] != "JobState::Running");
    assert_eq!(ended["state"], "JobState::Cancelled", "{ended}");
    assert_eq!(load(server(), "cancelled").0, 404);
}

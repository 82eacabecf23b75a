//! Rows of the warehouse as objects of a store that speaks S3: whole in several parts, or not at all, and one after the other where
//! a host writes one at a time.

use crate::objects::start;
use crate::row_file_jobs::{file, load, post, start_job, unpacked, wait_for, with};
use quarry_tests::s3_server;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// More than one part of an upload.
const ROWS: u64 = 300_000;

/// A host that writes one file at a time, and gives a request of the component three seconds.
fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let endpoint = s3_server::url().expect("a server that speaks S3");
        let configuration = format!(
            "[objects]\nurl = \"s3://quarry-test/row-files\"\nendpoint = \"{endpoint}\"\naccess_key_id = \"test\"\n\
             secret_access_key = \"test\"\nallow_http = true\n\
             [limits]\nrow_files_at_once = 1\n\
             [components.limits]\ncomplete = {{ request_seconds = 3 }}\n"
        );
        start("row_files_on_s3", &configuration, &[])
    })
}

/// The host writes one file at a time, so one test at a time does.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn has_ended(seen: &Json) -> bool {
    seen["state"] != "JobState::Running" && seen["state"] != "JobState::Queued"
}

#[test]
fn rows_become_an_object_of_several_parts_or_none() {
    quarry_tests::on_one_engine!();
    let _turn = turn();
    for (format, compression) in [("json-lines", "none"), ("csv", "gzip"), ("parquet", "none")] {
        let key = format!("s3/{format}");
        let ended =
            wait_for(server(), "it ends", &start_job(server(), &file(&key, format, compression, ROWS)), has_ended);
        assert_eq!(ended["state"], "JobState::Completed", "{format}: {ended}");
        let head = server().get_keyless(&format!("/archive/head?key={key}")).json();
        let (status, bytes) = load(server(), &key);
        assert_eq!((status, &head["size_bytes"]), (200, &json!(bytes.len())), "{format}");
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(head["sha256"], digest, "{format}");
        if format == "json-lines" {
            assert!(bytes.len() > 10 << 20, "several parts, not {} bytes", bytes.len());
            let lines = std::str::from_utf8(&bytes).expect("text").lines().count();
            assert_eq!(lines as u64, ROWS);
        }
        if format == "csv" {
            let plain = unpacked(compression, &bytes);
            assert_eq!(csv::Reader::from_reader(plain.as_slice()).records().count() as u64, ROWS);
        }
        let failing = with(file(&key, format, compression, ROWS), "fails_at", ROWS - 1);
        let failed = wait_for(server(), "it fails", &start_job(server(), &failing), has_ended);
        assert_eq!(failed["state"], "JobState::Dead", "{format}: {failed}");
        assert_eq!(load(server(), &key).1.len(), bytes.len(), "{format}: the one before is as it was");
        let over = with(file("s3/over", format, compression, ROWS), "max_rows", ROWS - 1);
        let refused = wait_for(server(), "it is refused", &start_job(server(), &over), has_ended);
        assert!(refused["last_failure"].as_str().is_some_and(|why| why.contains("more than 299999 rows")), "{refused}");
        assert_eq!(load(server(), "s3/over").0, 404, "{format}: never a file that lacks some");
    }
}

#[test]
fn a_file_waits_for_its_turn_and_no_longer_than_its_request() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let _turn = turn();
    let slow = with(with(file("turns/slow", "csv", "none", 5_000_000), "work", 300), "reports_progress", true);
    let path = start_job(server(), &slow);
    wait_for(server(), "it has the turn", &path, |seen| seen["progress_done"].as_u64() > Some(0));
    let began = Instant::now();
    let late = post(server(), "/archive/row_files", &file("turns/late", "csv", "none", 1));
    assert!(late.text.contains("DeadlineExceeded") || late.status == 503, "{}", late.text);
    assert!(began.elapsed() >= Duration::from_secs(2), "it waited for its turn");
    assert_eq!(load(server(), "turns/late").0, 404);
    assert_eq!(server().send("DELETE", &path, &[]).json()["cancelled"], true);
    let ended = wait_for(server(), "it ends", &path, has_ended);
    assert_eq!(ended["state"], "JobState::Cancelled", "{ended}");
    let written = post(server(), "/archive/row_files", &file("turns/next", "csv", "none", 1));
    assert_eq!(written.json()["row_count"], 1, "the turn is free again: {}", written.text);
    assert_eq!(load(server(), "turns/slow").0, 404, "nothing of a cancelled file is kept");
}

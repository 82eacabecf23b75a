//! Many rows take no more memory than few.
//!
//! `QUARRY_TEST_EXPORT_ROWS` says how many (`just many-rows` takes 10,000,000 and shows what they took); the suite takes 100,000.

use super::exports::{bytes_at, completed, count_logs, download, id_of, on_plan, peak, sha256};
use crate::small_chain::write;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};
use std::time::Instant;

const PART_BYTES: u64 = 64 << 20;
/// A part ends behind a row, of Parquet behind a group of rows.
const BEYOND_A_PART: u64 = 24 << 20;
/// The most that ten times as many rows may add to the peak of either process, in MiB: caches and allocators differ from run to run.
const MOST_GROWTH: u64 = 256;
/// Rows of an insert.
const PIECE: usize = 500_000;
const COLUMNS: [&str; 6] = ["chain_id", "block_number", "log_index", "block_timestamp", "transaction_hash", "address"];

fn filled(count: u64) -> Server {
    let mut environment = app_store_environment("exports_of_many_rows").expect("a store");
    environment.push(("QUARRY__LIMITS__ROW_FILE_BYTES".to_owned(), PART_BYTES.to_string()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    // In pieces: a statement has ten seconds.
    for first in (0..count).step_by(PIECE) {
        write(
            &server,
            &format!(
                "INSERT INTO logs (chain_id, block_number, log_index, block_timestamp, transaction_hash, address, topic_count, data, version)
                 SELECT 8453, intDiv(number, 100), number % 100, toDateTime(1700000000 + intDiv(number, 100), 'UTC'),
                        toFixedString(unhex(hex(cityHash64(number))), 32), toFixedString('a', 20), 0, '', 1
                 FROM numbers({first}, {})",
                count.saturating_sub(first).min(PIECE as u64)
            ),
        );
    }
    count_logs(&server);
    server
}

/// The peak of each process, host and warehouse, in MiB.
struct Peaks([i32; 2]);

impl Peaks {
    fn forget(&self) {
        for pid in self.0 {
            std::fs::write(format!("/proc/{pid}/clear_refs"), "5").expect("the kernel forgets a peak");
        }
    }

    fn read(&self) -> [u64; 2] {
        self.0.map(peak)
    }
}

/// The record of an export of the blocks before `block`, and the peaks while it ran.
fn exported(browser: &mut Browser<'_>, peaks: &Peaks, block: u64, format: &str) -> (Json, [u64; 2]) {
    peaks.forget();
    let began = Instant::now();
    let filters = json!({ "chain": "8453", "block_to": block - 1 });
    let record = completed(browser, "logs", &json!({ "filters": filters, "formats": [format], "columns": COLUMNS }));
    let [host, warehouse] = peaks.read();
    println!(
        "{} rows as {format}: {} MiB in {:.1} s, the host at most {host} MiB, the warehouse {warehouse} MiB",
        record["row_count"],
        record["size_bytes"].as_u64().unwrap_or_default() >> 20,
        began.elapsed().as_secs_f64()
    );
    (record, [host, warehouse])
}

#[test]
fn ten_times_as_many_rows_are_exported_in_the_same_memory() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let in_full = std::env::var("QUARRY_TEST_EXPORT_ROWS").ok().and_then(|count| count.parse().ok());
    let count: u64 = in_full.unwrap_or(100_000);
    let server = filled(count);
    let (_, mut browser) = on_plan(&server, "institution");
    let peaks = Peaks([server.pid, server.warehouse_pid().expect("a warehouse")]);
    for format in ["csv", "parquet"] {
        let (tenth, few) = exported(&mut browser, &peaks, count / 1_000, format);
        assert_eq!(tenth["row_count"], count / 10, "{tenth}");
        let (whole, many) = exported(&mut browser, &peaks, count / 100, format);
        assert_eq!(whole["row_count"], count, "{whole}");
        for (few, many) in few.iter().zip(many) {
            assert!(many < few + MOST_GROWTH, "{format}: {few} MiB, then {many} MiB");
        }
        for part in whole["files"][0]["parts"].as_array().expect("parts") {
            assert!(part["bytes"].as_u64().expect("a size") <= PART_BYTES + BEYOND_A_PART, "{part}");
            let link = download(&browser, id_of(&whole), &format!("?part={}", part["part"])).json();
            let (status, bytes) = bytes_at(&server, link["download_url"].as_str().expect("a link"), &[]);
            assert_eq!((status, &part["sha256"]), (200, &json!(sha256(&bytes))), "{link}");
        }
    }
}

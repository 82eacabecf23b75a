//! Logs with 64 KiB of data each: blocks of the usual number of rows do not fit into the memory of a statement.
//!
//! `QUARRY_TEST_LARGE_LOGS` says how many (`just large-logs` takes 20,000 and shows what they took); the suite takes 2,600, of which the
//! usual blocks fail behind the first bytes.

use super::exports::{bytes_at, completed, count_logs, download, id_of, on_plan, peak, sha256};
use crate::small_chain::write;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use quarry::stores::warehouse::{BlockSize, QuerySettings, Warehouse};
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::time::{Duration, Instant};

const DATA_BYTES: u64 = 64 << 10;
const PART_BYTES: u64 = 64 << 20;
/// A part ends behind a row, of Parquet behind a group of rows: both are smaller.
const BEYOND_A_PART: u64 = 24 << 20;
/// Growth of the host, in MiB, whatever the number of logs.
const MOST_GROWTH: u64 = 320;

fn filled(count: u64) -> Server {
    let mut environment = app_store_environment("exports_of_large_logs").expect("a store");
    environment.push(("QUARRY__LIMITS__ROW_FILE_BYTES".to_owned(), PART_BYTES.to_string()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    write(
        &server,
        &format!(
            "INSERT INTO logs (chain_id, block_number, log_index, block_timestamp, transaction_hash, address, topic_count, data, version)
             SELECT 8453, number, 0, toDateTime(1700000000 + number, 'UTC'), toFixedString(toString(number), 32), toFixedString('a', 20), 0,
                    randomString({DATA_BYTES}), 1
             FROM numbers({count}) SETTINGS max_block_size = 64, min_insert_block_size_bytes = 67108864"
        ),
    );
    count_logs(&server);
    server
}

/// SHA-256 of the lines as the engine writes them past the service, eight at a time.
fn sum_of_engine(server: &Server) -> String {
    let sql = "SELECT block_number, concat('0x', lower(hex(data))) AS data FROM logs WHERE chain_id = 8453 ORDER BY block_number";
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let bounds = QuerySettings {
        deadline: Duration::from_secs(120),
        max_rows: 1_000_000,
        max_memory_bytes: 1 << 30,
        readonly: true,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let rows = warehouse.formatted(sql, &[], &bounds, "CSVWithNames", BlockSize::Smallest);
        let (mut rows, mut digest) = (rows.expect("rows"), Sha256::new());
        while let Some(piece) = rows.next().await.expect("a piece") {
            digest.update(&piece);
        }
        digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    })
}

/// Each part of a file, which is what the record says and no larger than it may be.
fn parts(server: &Server, browser: &Browser<'_>, record: &Json, mut each: impl FnMut(Vec<u8>)) {
    let written = &record["files"][0];
    let parts = written["parts"].as_array().expect("parts");
    assert!(parts.len() > 1, "{written}");
    for part in parts {
        let size = part["bytes"].as_u64().expect("a size");
        assert!(size <= PART_BYTES + BEYOND_A_PART, "{part}");
        let link = download(browser, id_of(record), &format!("?part={}", part["part"])).json();
        let (status, bytes) = bytes_at(server, link["download_url"].as_str().expect("a link"), &[]);
        assert_eq!((status, &part["sha256"]), (200, &json!(sha256(&bytes))), "{link}");
        each(bytes);
    }
}

#[test]
fn logs_of_sixty_four_kibibytes_each_are_exported_whole_in_little_memory() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let in_full = std::env::var("QUARRY_TEST_LARGE_LOGS").ok().and_then(|count| count.parse().ok());
    let count: u64 = in_full.unwrap_or(2_600);
    let server = filled(count);
    let (_, mut browser) = on_plan(&server, "institution");
    let warehouse = server.warehouse_pid().expect("a warehouse");
    let before = peak(server.pid);
    let mut export = |format: &str| {
        let began = Instant::now();
        let body = json!({ "filters": { "chain": "8453" }, "formats": [format], "columns": ["block_number", "data"] });
        let record = completed(&mut browser, "logs", &body);
        assert_eq!((record["status"].as_str(), record["row_count"].as_u64()), (Some("completed"), Some(count)));
        println!(
            "{count} logs as {format}: {} MiB in {:.1} s, the host at most {} MiB, the warehouse {} MiB",
            record["size_bytes"].as_u64().unwrap_or_default() >> 20,
            began.elapsed().as_secs_f64(),
            peak(server.pid),
            peak(warehouse)
        );
        record
    };
    let [csv, parquet] = ["csv", "parquet"].map(&mut export);
    let growth = peak(server.pid) - before;
    assert!(growth < MOST_GROWTH, "the host grew by {growth} MiB");

    let sum = sum_of_engine(&server);
    assert_eq!(csv["checksum_sha256"], json!(sum));
    let mut whole = Sha256::new();
    parts(&server, &browser, &csv, |bytes| whole.update(&bytes));
    assert_eq!(whole.finalize().iter().map(|byte| format!("{byte:02x}")).collect::<String>(), sum);

    let mut lines = Sha256::new();
    lines.update("\"block_number\",\"data\"\r\n");
    parts(&server, &browser, &parquet, |bytes| {
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("a file of Parquet");
        for row in reader.get_row_iter(None).expect("rows") {
            let row = row.expect("a row");
            let (number, data) = (row.get_ulong(0).expect("a number"), row.get_string(1).expect("a text"));
            lines.update(format!("{number},\"{data}\"\r\n"));
        }
    });
    assert_eq!(lines.finalize().iter().map(|byte| format!("{byte:02x}")).collect::<String>(), sum, "the same rows");
}

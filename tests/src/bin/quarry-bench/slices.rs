//! `export_rows`, `catalogue` and `rederive_10000`: an installation with a million logs, as the people of its sample use it.
//!
//! An export of all logs as CSV takes turns with the engine's own `SELECT … FORMAT CSVWithNames` of the same rows into a file, past the
//! host. `export_large_logs` is the same of logs with 64 KiB of data each. `rederive_10000` is the daily run over 10,000 figures of a thousand
//! rows each, made in the application store of two that were cited.

use crate::reads::chain;
use crate::report::{Report, median};
use anyhow::{Context, Result, ensure};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

pub(crate) const FIGURES: &[&str] = &[
    "engine_rows",
    "export_rows",
    "engine_large_logs",
    "export_large_logs",
    "export_memory_host",
    "export_memory_warehouse",
    "catalogue",
    "rederive_10000",
];
const LOGS: u64 = 1_000_000;
/// More than a block of the usual size can hold in memory.
const LARGE_LOGS: u64 = 4_000;
const LARGE_BYTES: u64 = 64 << 10;
const ROUNDS: usize = 3;
/// `QUARRY_BENCH_CITATIONS` takes fewer of them, on a machine that does other things.
const CITATIONS: u64 = 10_000;
const WITHIN: Duration = Duration::from_secs(1_800);

pub(crate) async fn measure(report: &mut Report) -> Result<()> {
    let server = block_in_place(|| Server::start(&Options { no_sample: true, ..Options::default() }))?;
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    chain::fill(&warehouse, LOGS / chain::LOGS_A_BLOCK).await?;
    let store = AppStore::open(&format!("sqlite://{}/app.sqlite3", server.data_dir.display())).await?;
    store.execute("UPDATE organizations SET plan_key = 'institution'", &[]).await?;
    block_in_place(|| catalogue(&server, report))?;
    block_in_place(|| exports(&server, "rows", 1, LOGS, report))?;
    let large = "INSERT INTO logs (chain_id, block_number, log_index, block_timestamp, transaction_hash, address, topic_count, data, version)
                 SELECT 8453, number, 0, toDateTime(1700000000 + number, 'UTC'), toFixedString(toString(number), 32), toFixedString('a', 20), 0,
                        randomString({bytes:UInt64}), 1
                 FROM numbers({logs:UInt64}) SETTINGS max_block_size = 64";
    let parameters = [("bytes", Value::UInt64(LARGE_BYTES)), ("logs", Value::UInt64(LARGE_LOGS))];
    warehouse.execute_with(large, &parameters, &[("min_insert_block_size_bytes", "67108864")]).await?;
    // As an ingest counts them: exports are pinned to the newest block that was counted.
    let counted = "INSERT INTO chain_days (chain_id, day, blocks, transactions, logs, first_block, last_block, newest_at, newest_log_at, version)
                   SELECT chain_id, toDate(max(block_timestamp)), 0, 0, count(), min(block_number), max(block_number), max(block_timestamp),
                          max(block_timestamp), 1
                   FROM logs WHERE chain_id = 8453 GROUP BY chain_id";
    warehouse.execute_with(counted, &[], &[]).await?;
    block_in_place(|| exports(&server, "large_logs", 8453, LARGE_LOGS, report))?;
    for (name, pid) in [("export_memory_host", server.pid), ("export_memory_warehouse", server.warehouse_pid()?)] {
        report.add(name, peak_mebibytes(pid)?, "MiB at most");
    }
    rederive(&server, &store, report).await?;
    store.close().await;
    Ok(())
}

fn catalogue(server: &Server, report: &mut Report) -> Result<()> {
    let browser = Browser::of(server, "member");
    let mut times = Vec::new();
    for round in 0..60 {
        let began = Instant::now();
        let answer = browser.get("/session/data");
        ensure!(answer.status == 200, "{}", answer.text);
        if round >= 10 {
            times.push(began.elapsed().as_secs_f64() * 1e3);
        }
    }
    report.add("catalogue", median(times), "milliseconds, GET /session/data");
    Ok(())
}

/// Rows a second of the service and of the engine, in turns.
fn exports(server: &Server, name: &str, chain_id: u64, rows: u64, report: &mut Report) -> Result<()> {
    let (mut engine, mut service) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let written = by_engine(server, chain_id)?;
        let exported = by_service(server, chain_id, rows)?;
        // The first round warms up.
        if round > 0 {
            engine.push(rows as f64 / written);
            service.push(rows as f64 / exported);
        }
    }
    let engine_name = format!("engine_{name}");
    report.rounds(&engine_name, engine, "rows a second, the engine's own SELECT … FORMAT", None);
    report.rounds(&format!("export_{name}"), service, "rows a second, an export as CSV", Some(&engine_name));
    Ok(())
}

/// Seconds of an export, by its record: from its beginning to its end.
fn by_service(server: &Server, chain_id: u64, rows: u64) -> Result<f64> {
    let mut browser = Browser::of(server, "member");
    let body = json!({ "filters": { "chain": chain_id.to_string() }, "formats": ["csv"] });
    let drafted = browser.write("POST", "/session/data/datasets/logs/requests", &body);
    ensure!(drafted.status == 201, "{}", drafted.text);
    let path = format!("/session/data/requests/{}", drafted.json()["request"]["id"]);
    let submitted = browser.write("POST", &format!("{path}/submit"), &json!({}));
    ensure!(submitted.status == 200, "{}", submitted.text);
    let began = Instant::now();
    let record = loop {
        let record = browser.get(&path).json();
        if !["queued", "running"].map(Json::from).contains(&record["status"]) {
            break record;
        }
        ensure!(began.elapsed() < WITHIN, "{record}");
        std::thread::sleep(Duration::from_millis(20));
    };
    ensure!(record["status"] == "completed" && record["row_count"] == json!(rows), "{record}");
    let time = |member: &str| -> Result<jiff::Timestamp> {
        Ok(record[member].as_str().with_context(|| format!("{member} of {record}"))?.parse()?)
    };
    Ok(time("completed_at")?.duration_since(time("started_at")?).as_secs_f64())
}

/// Seconds in which the engine gives the same columns of the same rows, in the same order, into a file.
fn by_engine(server: &Server, chain_id: u64) -> Result<f64> {
    let topics: String =
        (0..4).map(|topic| format!("concat('0x', lower(hex(topic{topic}))) AS topic{topic}_text, ")).collect();
    let sql = format!(
        "SELECT chain_id, block_number, log_index, block_timestamp, concat('0x', lower(hex(transaction_hash))) AS transaction_text,
                concat('0x', lower(hex(address))) AS address_text, topic_count, {topics} concat('0x', lower(hex(data))) AS data_text
         FROM logs FINAL WHERE chain_id = {chain_id} ORDER BY chain_id, block_number, log_index FORMAT CSVWithNames"
    );
    let mut stream = UnixStream::connect(server.data_dir.join("warehouse.sock"))?;
    let head = format!(
        "POST /?database=quarry HTTP/1.1\r\nhost: warehouse\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        sql.len()
    );
    let path = server.data_dir.join("engine.csv");
    let mut file = std::fs::File::create(&path)?;
    let began = Instant::now();
    stream.write_all(head.as_bytes())?;
    stream.write_all(sql.as_bytes())?;
    let (mut bytes, mut total) = (vec![0; 1 << 20], 0);
    loop {
        let count = stream.read(&mut bytes)?;
        if count == 0 {
            break;
        }
        if total == 0 {
            ensure!(bytes.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&bytes[..count.min(2_000)]));
        }
        total += count;
        file.write_all(&bytes[..count])?;
    }
    let taken = began.elapsed().as_secs_f64();
    std::fs::remove_file(&path)?;
    Ok(taken)
}

/// The most memory that a process has had.
fn peak_mebibytes(pid: i32) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("VmHWM")?;
    let kibibytes: f64 = line.split_whitespace().next().context("a number")?.parse()?;
    Ok(kibibytes / 1024.0)
}

/// Each block has a hundred logs, of the indexes 0 to 99: every range of ten blocks has the same figures.
async fn rederive(server: &Server, store: &AppStore, report: &mut Report) -> Result<()> {
    let fewer = std::env::var("QUARRY_BENCH_CITATIONS").ok().and_then(|count| count.parse().ok());
    let citations: u64 = fewer.unwrap_or(CITATIONS);
    let range = json!({ "chain": "1", "block_from": 0, "block_to": 9 });
    for figure in [
        json!({ "dataset": "logs", "aggregate": "count", "filters": range }),
        json!({ "dataset": "logs", "aggregate": "sum", "column": "log_index", "filters": range }),
    ] {
        block_in_place(|| cite(server, &figure))?;
        let canonical = store.query("SELECT canonical FROM cited_figures ORDER BY cited_at DESC LIMIT 1", &[]).await?;
        let canonical = Row::first(&canonical).context("the citation")?.text("canonical")?.to_owned();
        for number in 1..citations / 2 {
            copy(store, &canonical, number).await?;
        }
    }
    let began = Instant::now();
    let enqueue = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done, created_at)
                   VALUES ('citations', 'rederive_citations', '{}', 'queued', 0, 0, 10, FALSE, 0, 0)";
    store.execute(enqueue, &[]).await?;
    let waiting =
        "SELECT count(*) AS number FROM jobs WHERE name = 'rederive_citations' AND state IN ('queued', 'running')
                   AND run_at <= CAST($1 AS BIGINT)";
    loop {
        let now = Value::Int64(jiff::Timestamp::now().as_microsecond() + 60_000_000);
        if Row::first(&store.query(waiting, &[now]).await?).context("a count")?.integer("number")? == 0 {
            break;
        }
        ensure!(began.elapsed() < WITHIN, "the run does not end");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let what = format!("seconds to derive {citations} figures again");
    report.add("rederive_10000", began.elapsed().as_secs_f64(), &what);
    let held = "SELECT count(*) AS number FROM cited_figures WHERE verification_state = 'verified' AND verified_at IS NOT NULL";
    let held = Row::first(&store.query(held, &[]).await?).context("a count")?.integer("number")?;
    ensure!(held >= citations as i64, "only {held} of {citations} figures hold");
    Ok(())
}

fn cite(server: &Server, figure: &Json) -> Result<()> {
    let mut staff = Browser::of(server, "staff");
    let began = Instant::now();
    loop {
        let answer = staff.write("POST", "/session/citations", figure);
        // The personal space comes within seconds of the account.
        if answer.status != 404 || began.elapsed() > Duration::from_secs(60) {
            ensure!(answer.status == 201, "{}", answer.text);
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(250));
    }
}

/// Puts the figure of another ten blocks beside the one of the first ten.
async fn copy(store: &AppStore, canonical: &str, number: u64) -> Result<()> {
    let moved = canonical
        .replace("\"as_of_block\":9", &format!("\"as_of_block\":{}", number + 9))
        .replace("\"block_from\":0", &format!("\"block_from\":{number}"))
        .replace("\"block_to\":9", &format!("\"block_to\":{}", number + 9));
    let hash = Value::Bytes(Sha256::digest(moved.as_bytes()).to_vec());
    let values = [hash, Value::Text(moved), Value::Text(canonical.to_owned())];
    let sql = "INSERT INTO cited_figures (hash, canonical, kind, dataset, chain_id, value, as_of, as_of_block, verification_state, cited_at,
                                          row_count, last_block, derivation_version)
               SELECT $1, $2, kind, dataset, chain_id, value, as_of, as_of_block, verification_state, cited_at, row_count, last_block,
                      derivation_version
               FROM cited_figures WHERE canonical = $3";
    store.execute(sql, &values).await?;
    Ok(())
}

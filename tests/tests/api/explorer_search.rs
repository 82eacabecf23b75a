//! The cost of a lens: a page examines at most 200,000 rows by the warehouse's own counter, however rare the rows that it looks
//! for, and says how far it looked. Rows that a reorganisation takes away are gone from every page and count.

use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;
use quarry_tests::server::{Options, Server, quarry};
use serde_json::Value as Json;

const ALLOWANCE: u64 = 200_000;
const RARE: &str = "0x1111111111111111111111111111111111111111111111111111111111111111";
const BUSY: &str = "0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
/// One in so many logs of the busy address is of the rare event.
const RARE_EVERY: u64 = 90_000;
const LOGS: u64 = 600_000;
const PARTS: u64 = 6;

fn start() -> Server {
    let environment = vec![
        ("QUARRY__TELEMETRY__LOG".to_owned(), "info,quarry_runtime::capabilities=debug".to_owned()),
        ("QUARRY__TELEMETRY__LOG_FORMAT".to_owned(), "json".to_owned()),
        ("QUARRY__RATE_LIMITS__EXPLORER_LENS_PER_MINUTE".to_owned(), "0".to_owned()),
    ];
    Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
}

/// Puts `LOGS` logs of one address there, ten in a block, in several parts.
fn fill(server: &Server) {
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let sql = "INSERT INTO logs (chain_id, block_number, log_index, block_timestamp, transaction_hash, address, topic_count, \
               topic0, data, version) SELECT 1, intDiv(number, 10), number % 10, toDateTime(1700000000 + intDiv(number, 10), 'UTC'), \
               toFixedString(toString(number), 32), toFixedString(unhex(repeat('bb', 20)), 20), 1, \
               toFixedString(if(number % {every:UInt64} = 0, unhex(repeat('11', 32)), unhex(repeat('22', 32))), 32), '', 1 \
               FROM numbers({first:UInt64}, {count:UInt64})";
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        for part in 0..PARTS {
            let parameters = [
                ("every", Value::UInt64(RARE_EVERY)),
                ("first", Value::UInt64(part * LOGS / PARTS)),
                ("count", Value::UInt64(LOGS / PARTS)),
            ];
            warehouse.execute_with(sql, &parameters, &[]).await.expect("logs");
        }
    });
}

/// A page, and the rows that the warehouse read for it: its lens's statements, the daily counts among them.
fn examined(server: &Server, path: &str) -> (Json, u64) {
    let answer = server.get_keyless(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    let request_id = answer.header("x-request-id").to_owned();
    let log = server.log();
    let lines = log.lines().filter(|line| line.contains(&request_id) && line.contains("read_rows"));
    let read = |line: &str| {
        let line: Json = serde_json::from_str(line).expect("a line of JSON");
        line["fields"]["read_rows"]
            .as_u64()
            .or_else(|| line["read_rows"].as_u64())
            .unwrap_or_else(|| panic!("a counter in {line}"))
    };
    let counters: Vec<u64> = lines.map(read).collect();
    assert!(counters.len() >= 2, "the statements of {path} are logged:\n{log}");
    (answer.json(), counters.iter().sum())
}

/// Walks to the end of what is rare and gives the second page's cursor. Pages of any length search equally far.
fn walk_to_the_rare(server: &Server, filtered: &str) -> String {
    let (mut path, mut found, mut pages) = (filtered.to_owned(), Vec::new(), 0);
    let (mut last_searched, mut second) = (u64::MAX, None);
    loop {
        let (page, read) = examined(server, &path);
        assert!(read <= ALLOWANCE, "{read} rows were read for {path}");
        pages += 1;
        let searched = page["searched_to_block"].as_u64().expect("how far it looked");
        assert!(searched < last_searched, "{searched} after {last_searched}");
        last_searched = searched;
        found.extend(
            page["logs"].as_array().expect("logs").iter().map(|log| log["block_number"].as_u64().expect("a block")),
        );
        match page["next_cursor"].as_str() {
            Some(cursor) => {
                second.get_or_insert_with(|| cursor.to_owned());
                path = format!("{filtered}&before={cursor}");
            }
            None => break,
        }
    }
    let mut expected: Vec<u64> = (0..LOGS).step_by(RARE_EVERY as usize).map(|number| number / 10).collect();
    expected.reverse();
    assert_eq!(found, expected, "a walk of {pages} pages");
    assert!(pages > 2 && pages < 40, "{pages} pages of {filtered}");
    assert_eq!(last_searched, 0);
    second.expect("a second page")
}

#[test]
fn a_lens_page_examines_at_most_200_000_rows_and_says_how_far_it_looked() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let server = start();
    fill(&server);
    let filtered = format!("/public/explorer/address/{BUSY}?chain=ethereum&topic0={RARE}");
    let second = walk_to_the_rare(&server, &filtered);
    walk_to_the_rare(&server, &format!("{filtered}&limit=500"));

    for path in [
        format!("/public/explorer/address/{BUSY}?chain=1"),
        format!("/public/explorer/address/{BUSY}?chain=1&limit=500"),
        format!("/public/explorer/events/0x{}?chain=1", "22".repeat(32)),
        format!("/public/explorer/events/{RARE}?chain=1"),
    ] {
        let (page, read) = examined(&server, &path);
        assert!(read <= ALLOWANCE / 4, "an unfiltered page is cheap: {read} rows for {path}");
        assert!(page["count"] == page["limit"] || page["next_cursor"] == Json::Null, "{path}");
    }
    let back = format!("{filtered}&after={second}");
    let (page, read) = examined(&server, &back);
    assert!(read <= ALLOWANCE, "{read}");
    assert_eq!(page["previous_cursor"], Json::Null, "nothing is newer than the first page");
}

fn ingest(server: &Server, dataset: &str, text: &str) {
    let file = server.data_dir.join(format!("{dataset}.csv"));
    std::fs::write(&file, text).expect("a file");
    let (data_dir, file) = (server.data_dir.to_str().expect("a path"), file.to_str().expect("a path"));
    let output =
        quarry(&["ingest", dataset, file, "--chain", "ethereum", "--data-dir", data_dir]).expect("ingest runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Block 7 in one of its versions: one transaction, and a transfer of `amount` from `a…` to `party`.
fn load_block(server: &Server, version: &str, party: &str, amount: u64) {
    let (hash, transaction) = (version.repeat(32), format!("{version}ff").repeat(16));
    let topic = |digit: &str| format!("0x{}{}", "0".repeat(24), digit.repeat(40));
    let transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    ingest(server, "blocks", &format!("number,hash,timestamp,transaction_count\n7,0x{hash},1700000000,1\n"));
    ingest(
        server,
        "transactions",
        &format!(
            "hash,block_number,transaction_index,from_address,value,block_hash,block_timestamp\n0x{transaction},7,0,0x{},5,0x{hash},1700000000\n",
            "a".repeat(40)
        ),
    );
    ingest(
        server,
        "logs",
        &format!(
            "log_index,transaction_hash,transaction_index,block_hash,block_number,address,data,topics,block_timestamp\n\
             0,0x{transaction},0,0x{hash},7,0x{},0x{amount:064x},\"{transfer},{},{}\",1700000000\n",
            "c".repeat(40),
            topic("a"),
            topic(party)
        ),
    );
}

#[test]
fn a_walk_goes_on_past_places_whose_logs_are_gone() {
    quarry_tests::on_one_engine!();
    let server = start();
    load_block(&server, "1d", "d", 100);
    // As between a page's two statements, when a reorganisation takes the newest logs away.
    let gone = "INSERT INTO lens_logs (lens, chain_id, subject, block_number, log_index, version, is_deleted) \
                SELECT 'address', 1, toFixedString(concat(repeat('\\0', 12), unhex(repeat('dd', 20))), 32), 9, 4, 1, 0";
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(warehouse.execute(gone)).expect("a place");
    let lens = format!("/public/explorer/address/0x{}?limit=1", "d".repeat(40));
    let page = server.get_keyless(&lens).json();
    assert_eq!((&page["logs"], &page["searched_to_block"]), (&Json::Array(vec![]), &9.into()), "{page}");
    let cursor = page["next_cursor"].as_str().expect("more lies below");
    let page = server.get_keyless(&format!("{lens}&before={cursor}")).json();
    assert_eq!(page["logs"][0]["block_number"], 7, "{page}");
}

#[test]
fn a_reorganised_block_is_gone_from_every_page_and_count() {
    quarry_tests::on_one_engine!();
    let server = start();
    load_block(&server, "1d", "d", 100);
    let body = |path: &str| {
        let answer = server.get_keyless(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.json()
    };
    let lens = |digit: &str| format!("/public/explorer/address/0x{}", digit.repeat(40));
    let old = (format!("0x{}", "1d".repeat(32)), format!("0x{}", "1dff".repeat(16)));
    let new = (format!("0x{}", "2e".repeat(32)), format!("0x{}", "2eff".repeat(16)));
    assert_eq!(body(&format!("{}?limit=1", lens("d")))["matching"], 1);
    assert_eq!(body(&format!("/public/transactions/{}", old.1))["movements"][0]["amount_raw"], "100");
    assert_eq!(body(&format!("/public/blocks/7?expect_hash={}", old.0))["block"]["hash"], *old.0);

    load_block(&server, "2e", "e", 200);
    // Other paths than before: public answers may be kept for a minute.
    let gone = body(&format!("{}?limit=2&chain=1", lens("d")));
    assert_eq!((&gone["matching"], &gone["logs"]), (&0.into(), &Json::Array(vec![])));
    let come = body(&format!("{}?limit=2", lens("e")));
    assert_eq!((&come["matching"], &come["logs"][0]["transaction_hash"]), (&1.into(), &new.1.as_str().into()));
    for digit in ["a", "c"] {
        let both = body(&format!("{}?limit=2", lens(digit)));
        assert_eq!((&both["matching"], &both["count"]), (&1.into(), &1.into()), "{digit}: once, in the new version");
    }
    assert_eq!(server.get_keyless(&format!("/public/transactions/{}?chain=1", old.1)).status, 404);
    assert_eq!(body(&format!("/public/transactions/{}", new.1))["movements"][0]["amount_raw"], "200");
    let refusal = server.get_keyless(&format!("/public/blocks/7?chain=1&expect_hash={}", old.0));
    assert_eq!((refusal.status, refusal.code().as_str()), (409, "block_reorganised"));
    assert_eq!(refusal.json()["current_hash"], *new.0);
    let chain = body("/public/explorer")["chains"][0].clone();
    assert_eq!((&chain["blocks"], &chain["transactions"], &chain["logs"]), (&1.into(), &1.into(), &1.into()));
}

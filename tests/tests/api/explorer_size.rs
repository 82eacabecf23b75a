//! Blocks, transactions and lenses whose rows do not fit into one answer: pages become shorter, the walk still gives each
//! row once and whole, and what cannot be shown at all is refused by its size.

use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;
use quarry_tests::server::{Options, Server};
use serde_json::Value as Json;

/// `limits.response_bytes`.
const MAX_BYTES: usize = 8 << 20;
/// Each with an input of 128 KiB, as large as nodes pass on.
const TRANSACTIONS: u64 = 120;
/// Each with as much data, all of one transaction.
const LOGS: u64 = 90;
const BYTES: u64 = 128 << 10;
const ADDRESS: &str = "0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

/// Block 7 with its transactions, and block 8 with one that no answer has room for.
fn start() -> Server {
    let environment = vec![("QUARRY__RATE_LIMITS__EXPLORER_LENS_PER_MINUTE".to_owned(), "0".to_owned())];
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let statements = [
        "INSERT INTO blocks (chain_id, block_number, block_hash, block_timestamp, transaction_count, version) \
         SELECT 1, 7 + number, toFixedString(toString(number), 32), toDateTime(1700000000, 'UTC'), 1, 1 FROM numbers(2)",
        "INSERT INTO transactions (chain_id, block_number, transaction_index, transaction_hash, block_timestamp, from_address, \
         value, input, version) SELECT 1, 7, number, toFixedString(concat('t', toString(number)), 32), \
         toDateTime(1700000000, 'UTC'), toFixedString('', 20), 0, repeat(char(number), {bytes:UInt64}), 1 \
         FROM numbers({transactions:UInt64}) SETTINGS max_block_size = 16",
        "INSERT INTO transactions (chain_id, block_number, transaction_index, transaction_hash, block_timestamp, from_address, \
         value, input, version) SELECT 1, 8, 0, toFixedString('huge', 32), toDateTime(1700000000, 'UTC'), \
         toFixedString('', 20), 0, repeat(repeat('x', 1000), 5000), 1",
        "INSERT INTO logs (chain_id, block_number, log_index, block_timestamp, transaction_hash, address, topic_count, data, \
         version) SELECT 1, 7, number, toDateTime(1700000000, 'UTC'), toFixedString('t0', 32), \
         toFixedString(unhex(repeat('bb', 20)), 20), 0, repeat(char(number), {bytes:UInt64}), 1 \
         FROM numbers({logs:UInt64}) SETTINGS max_block_size = 16",
    ];
    let parameters =
        [("bytes", Value::UInt64(BYTES)), ("transactions", Value::UInt64(TRANSACTIONS)), ("logs", Value::UInt64(LOGS))];
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        for statement in statements {
            let named = parameters.iter().filter(|(name, _)| statement.contains(&format!("{{{name}:")));
            let named: Vec<_> = named.cloned().collect();
            warehouse.execute_with(statement, &named, &[]).await.expect("rows");
        }
    });
    server
}

/// Gives the hex content of the row of this index.
fn content(index: usize) -> String {
    format!("0x{}", format!("{index:02x}").repeat(BYTES as usize))
}

fn page(server: &Server, path: &str) -> Json {
    let answer = server.get_keyless(path);
    assert_eq!(answer.status, 200, "{path}: {:.300}", answer.text);
    assert!(answer.text.len() <= MAX_BYTES, "{path} has {} bytes", answer.text.len());
    answer.json()
}

/// Rows and pages of a walk with pages of 500.
fn walk(server: &Server, path: &str, list: &str, cursor: &str) -> (Vec<Json>, usize) {
    let (mut rows, mut pages, mut next) = (Vec::new(), 0, path.to_owned());
    loop {
        let page = page(server, &next);
        let shown = page[list].as_array().expect("the list").clone();
        assert!(!shown.is_empty(), "{next}");
        assert_eq!((&page["count"], &page["limit"]), (&shown.len().into(), &500.into()), "{next}");
        rows.extend(shown);
        pages += 1;
        match page["next_cursor"].as_str() {
            Some(text) => next = format!("{path}&{cursor}={text}"),
            None => return (rows, pages),
        }
    }
}

#[test]
fn rows_that_do_not_fit_into_an_answer_make_shorter_pages_and_nothing_is_left_out() {
    quarry_tests::on_one_engine!();
    let server = start();
    let (transactions, pages) = walk(&server, "/public/blocks/7?limit=500", "transactions", "cursor");
    assert_eq!(transactions.len() as u64, TRANSACTIONS);
    for (index, transaction) in transactions.iter().enumerate() {
        assert_eq!(transaction["transaction_index"], index);
        assert!(transaction["input"] == content(index), "the input of {index} is whole");
    }
    assert!((4..20).contains(&pages), "{pages} pages of 30 MiB");

    let lens = format!("/public/explorer/address/{ADDRESS}?chain=ethereum&limit=500");
    let (logs, pages) = walk(&server, &lens, "logs", "before");
    let indexes: Vec<u64> = logs.iter().map(|log| log["log_index"].as_u64().expect("an index")).collect();
    assert_eq!(indexes, (0..LOGS).rev().collect::<Vec<_>>(), "newest first, each once");
    assert!(logs.iter().zip(&indexes).all(|(log, index)| log["data"] == content(*index as usize)), "data is whole");
    assert!((3..20).contains(&pages), "{pages} pages of 22 MiB");
    // And back again.
    let first = page(&server, &lens);
    let second = page(&server, &format!("{lens}&before={}", first["next_cursor"].as_str().expect("more")));
    let back = page(&server, &format!("{lens}&after={}", second["previous_cursor"].as_str().expect("newer ones")));
    assert_eq!((&back["logs"], &back["previous_cursor"]), (&first["logs"], &Json::Null));

    let hash = format!("0x{}{}", "7430", "0".repeat(60));
    let path = format!("/public/transactions/{hash}?limit=500");
    assert_eq!(page(&server, &path)["log_count"], LOGS, "all are counted");
    let (logs, pages) = walk(&server, &path, "logs", "cursor");
    let indexes: Vec<u64> = logs.iter().map(|log| log["log_index"].as_u64().expect("an index")).collect();
    assert_eq!(indexes, (0..LOGS).collect::<Vec<_>>(), "each once");
    assert!((3..20).contains(&pages), "{pages} pages of 22 MiB");
    what_no_answer_has_room_for_is_refused(&server);
}

fn what_no_answer_has_room_for_is_refused(server: &Server) {
    let hash = format!("0x{}{}", "68756765", "0".repeat(56));
    for path in ["/public/blocks/8".to_owned(), format!("/public/transactions/{hash}")] {
        let refusal = server.get_keyless(&path);
        assert_eq!(
            (refusal.status, refusal.code().as_str()),
            (422, "answer_too_large"),
            "{path}: {:.300}",
            refusal.text
        );
        assert_eq!(refusal.json()["max_bytes"], MAX_BYTES);
        assert!(refusal.detail().contains(&MAX_BYTES.to_string()), "{}", refusal.detail());
    }
}

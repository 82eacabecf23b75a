//! The explorer's pages: references, the overview, blocks, transactions.

use quarry_tests::http::Answer;
use quarry_tests::server::shared;
use serde_json::Value as Json;

pub(crate) const V2_POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";

pub(crate) fn get(path: &str) -> Answer {
    shared().get_keyless(path)
}

pub(crate) fn body(path: &str) -> Json {
    let answer = get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

fn newest_block(chain: &str) -> Json {
    body(&format!("/public/explorer?chain={chain}"))["chains"][0]["newest_blocks"][0].clone()
}

/// A block of the sample with several transactions, as the pool's lens names it.
fn busy_block() -> Json {
    let lens = body(&format!("/public/explorer/address/{V2_POOL}?limit=200"));
    let logs = lens["logs"].as_array().expect("logs");
    let number =
        logs.iter().find(|log| log["transaction_index"] == 1).expect("a second transaction")["block_number"].clone();
    body(&format!("/public/blocks/{number}"))
}

#[test]
fn a_reference_is_told_by_its_shape_alone() {
    quarry_tests::on_one_engine!();
    let (address, hash) = ("aB".repeat(20), "Cd".repeat(32));
    let cases = [
        ("0".to_owned(), "block", "0".to_owned()),
        ("0007".to_owned(), "block", "7".to_owned()),
        (u64::MAX.to_string(), "block", u64::MAX.to_string()),
        ("0".repeat(40), "block", "0".to_owned()),
        (format!("{}5", "0".repeat(63)), "block", "5".to_owned()),
        (address.clone(), "address", format!("0x{}", address.to_lowercase())),
        (format!("0x{address}"), "address", format!("0x{}", address.to_lowercase())),
        (format!("0X{address}"), "address", format!("0x{}", address.to_lowercase())),
        (hash.clone(), "transaction", format!("0x{}", hash.to_lowercase())),
        (format!("0x{hash}&as=event"), "event", format!("0x{}", hash.to_lowercase())),
        (format!("{}&as=event", "12".repeat(32)), "event", format!("0x{}", "12".repeat(32))),
        (format!("0x{address}&as=event"), "address", format!("0x{}", address.to_lowercase())),
    ];
    for (q, kind, value) in cases {
        let answer = body(&format!("/public/resolve?q={q}"));
        assert_eq!((&answer["kind"], &answer["value"]), (&Json::from(kind), &Json::from(value)), "{q}");
    }
}

#[test]
fn what_has_no_known_shape_is_refused_with_the_value() {
    quarry_tests::on_one_engine!();
    for (query, parameter) in [
        ("q=hello", "q"),
        ("q=0x", "q"),
        ("q=18446744073709551616", "q"),
        (&*format!("q={}", "9".repeat(64)), "q"),
        (&*format!("q={}", "a".repeat(41)), "q"),
        ("q=", "q"),
        ("", "q"),
        ("q=1&as=block", "as"),
    ] {
        let refusal = get(&format!("/public/resolve?{query}"));
        assert_eq!((refusal.status, refusal.code().as_str()), (422, "invalid_parameter"), "{query}: {}", refusal.text);
        assert_eq!(refusal.json()["parameter"], parameter, "{query}");
    }
    assert!(get("/public/resolve?q=hello").detail().contains("hello"));
}

#[test]
fn the_overview_counts_each_chain_and_shows_its_newest_blocks() {
    quarry_tests::on_one_engine!();
    let overview = body("/public/explorer");
    let chains = overview["chains"].as_array().expect("chains");
    assert_eq!(chains.iter().map(|chain| &chain["chain"]).collect::<Vec<_>>(), ["ethereum", "base"]);
    let newest = chains.iter().filter_map(|chain| chain["as_of"].as_str()).max();
    assert_eq!(overview["as_of"].as_str(), newest);
    for chain in chains {
        let blocks = chain["newest_blocks"].as_array().expect("blocks");
        let numbers: Vec<u64> = blocks.iter().map(|block| block["number"].as_u64().expect("a number")).collect();
        assert_eq!(numbers.len(), 10);
        assert!(numbers.is_sorted_by(|a, b| a > b), "{numbers:?}");
        assert_eq!((&chain["as_of_block"], &chain["as_of"]), (&blocks[0]["number"], &blocks[0]["block_timestamp"]));
        let count = |name: &str| chain[name].as_u64().expect("a count");
        assert!(count("logs") > count("transactions") && count("transactions") > count("blocks"), "{chain}");
        assert!(chain["newest_day"]["logs"].as_u64().expect("a count") < count("logs"));
        assert_eq!(chain["newest_day"]["day"].as_str(), chain["as_of"].as_str().map(|time| &time[..10]));
    }
    let base = body("/public/explorer?chain=8453");
    assert_eq!(base["chains"], Json::from(vec![chains[1].clone()]));
    let nothing = body("/public/explorer?chain=optimism");
    assert_eq!((&nothing["chains"], &nothing["as_of"]), (&Json::Array(Vec::new()), &Json::Null));
    assert_eq!(get("/public/explorer?chain=atlantis").status, 422);
}

#[test]
fn a_block_is_shown_with_its_transactions_page_by_page() {
    quarry_tests::on_one_engine!();
    let whole = busy_block();
    let number = &whole["block"]["number"];
    assert_eq!((&whole["as_of_block"], &whole["source"]), (number, &Json::from("blocks")));
    assert_eq!(whole["block"]["transaction_count"], whole["count"]);
    let transactions = whole["transactions"].as_array().expect("transactions");
    for (index, transaction) in transactions.iter().enumerate() {
        assert_eq!((&transaction["block_number"], &transaction["transaction_index"]), (number, &Json::from(index)));
        assert_eq!(transaction["block_timestamp"], whole["block"]["block_timestamp"]);
    }
    let mut walked = Vec::new();
    let mut path = format!("/public/blocks/{number}?limit=1&chain=ethereum");
    loop {
        let page = body(&path);
        walked.extend(page["transactions"].as_array().expect("transactions").clone());
        match page["next_cursor"].as_str() {
            Some(cursor) => path = format!("/public/blocks/{number}?limit=1&chain=1&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(&walked, transactions);
}

#[test]
fn a_block_that_is_not_the_expected_one_is_a_409_with_the_one_that_is_there() {
    quarry_tests::on_one_engine!();
    let block = newest_block("ethereum");
    let (number, hash) = (&block["number"], block["hash"].as_str().expect("a hash"));
    let path = |expected: &str| format!("/public/blocks/{number}?expect_hash={expected}");
    assert_eq!(body(&path(hash))["block"]["hash"], hash);
    assert_eq!(get(&path(&hash[2..].to_uppercase())).status, 200, "in any case, with or without 0x");
    let refusal = get(&path(&format!("0x{}", "12".repeat(32))));
    assert_eq!((refusal.status, refusal.code().as_str()), (409, "block_reorganised"), "{}", refusal.text);
    assert_eq!(refusal.json()["current_hash"], hash);
}

#[test]
fn a_block_or_transaction_that_is_not_there_is_a_404_and_a_malformed_one_a_422() {
    quarry_tests::on_one_engine!();
    for path in
        ["/public/blocks/1", "/public/blocks/1?chain=base", &*format!("/public/transactions/0x{}", "12".repeat(32))]
    {
        let refusal = get(path);
        assert_eq!((refusal.status, refusal.code().as_str()), (404, "not_found"), "{path}: {}", refusal.text);
    }
    let elsewhere = format!("/public/blocks/{}?chain=base", newest_block("ethereum")["number"]);
    assert_eq!(get(&elsewhere).status, 404);
    for (path, parameter) in [
        ("/public/blocks/-1", "number"),
        ("/public/blocks/latest", "number"),
        ("/public/blocks/99999999999999999999", "number"),
        ("/public/blocks/1?expect_hash=0x12", "expect_hash"),
        ("/public/blocks/1?chain=atlantis", "chain"),
        ("/public/blocks/1?limit=0", "limit"),
        ("/public/transactions/0x12", "hash"),
        (&*format!("/public/transactions/{}", "zz".repeat(32)), "hash"),
    ] {
        let refusal = get(path);
        assert_eq!((refusal.status, refusal.json()["parameter"].as_str()), (422, Some(parameter)), "{path}");
    }
}

#[test]
fn a_transaction_shows_its_logs_decoded_and_what_it_moved() {
    quarry_tests::on_one_engine!();
    let block = busy_block();
    let hash = block["transactions"][1]["hash"].as_str().expect("a hash");
    let page = body(&format!("/public/transactions/{hash}"));
    assert_eq!(page["transaction"], block["transactions"][1]);
    assert_eq!((&page["source"], &page["as_of_block"]), (&Json::from("transactions"), &block["as_of_block"]));
    let logs = page["logs"].as_array().expect("logs");
    assert_eq!(page["log_count"], logs.len());
    assert!(logs.iter().all(|log| log["event"].is_string()), "the sample's events are all known: {page}");
    let transfers: Vec<&Json> =
        logs.iter().filter(|log| log["signature"] == "Transfer(address,address,uint256)").collect();
    let movements = page["movements"].as_array().expect("movements");
    assert!(!movements.is_empty());
    assert_eq!(movements.len(), transfers.len());
    for (movement, log) in movements.iter().zip(transfers) {
        let told: Vec<&Json> =
            log["parameters"].as_array().expect("parameters").iter().map(|one| &one["value"]).collect();
        assert_eq!(told, [&movement["from_address"], &movement["to_address"], &movement["amount_raw"]]);
        assert_eq!((&movement["token"], &movement["log_index"]), (&log["address"], &log["log_index"]));
        if let (Some(decimals), Some(amount)) = (movement["decimals"].as_u64(), movement["amount"].as_str()) {
            let (whole, part) = amount.split_once('.').unwrap_or((amount, ""));
            let digits = format!("{whole}{part:0<width$}", width = decimals as usize);
            assert_eq!(
                digits.trim_start_matches('0'),
                movement["amount_raw"].as_str().expect("an amount"),
                "{movement}"
            );
            assert!(!part.ends_with('0'));
        }
    }
    let shouted = body(&format!("/public/transactions/{}?chain=1", hash[2..].to_uppercase()));
    assert_eq!(shouted, page);
}

#[test]
fn public_pages_may_be_kept_for_a_minute_and_have_a_tag() {
    quarry_tests::on_one_engine!();
    let path = format!("/public/blocks/{}", newest_block("base")["number"]);
    let first = get(&path);
    assert_eq!(first.header("cache-control"), "public, max-age=60");
    let again = shared().send("GET", &path, &[("if-none-match", first.header("etag"))]);
    assert_eq!((again.status, again.text.as_str()), (304, ""));
}

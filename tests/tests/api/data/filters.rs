//! Each filter of each dataset leaves the rows that it says: the estimate counts what a question of the warehouse's own counts.

use super::{estimated_rows, signed_in};
use crate::datasets::ask;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

const V2_POOL: &str = "b4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const V3_POOL: &str = "8ad599c3a0ff1de082011efddc58f1908eb6e6d8";
const WETH: &str = "c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const TRANSFER: &str = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

fn one(sql: &str) -> String {
    ask(sql).into_iter().next().unwrap_or_else(|| panic!("{sql} gives nothing"))
}

fn count(table: &str, condition: &str) -> u64 {
    one(&format!("SELECT count() FROM {table} FINAL WHERE {condition}")).parse().expect("a count")
}

/// Asserts that the estimate of each case counts its rows, and that the filter leaves some out and some in.
fn assert_counted(dataset: &str, all: u64, cases: &[(Json, u64)]) {
    let (_, mut browser) = signed_in();
    assert_eq!(estimated_rows(&mut browser, dataset, &json!({})), all, "{dataset}");
    assert!(all > 0, "{dataset} has rows");
    for (filters, expected) in cases {
        assert_eq!(estimated_rows(&mut browser, dataset, filters), *expected, "{dataset} {filters}");
        assert!(*expected > 0, "{dataset} {filters}: a filter that leaves nothing shows little");
    }
}

/// Blocks, days and chains, of a table with the columns of all.
fn ranges(table: &str, time: &str) -> Vec<(Json, u64)> {
    let block: u64 = one(&format!("SELECT quantileExact(0.5)(block_number) FROM {table} WHERE chain_id = 1"))
        .parse()
        .expect("a block");
    let day = one(&format!(
        "SELECT toString(toDate({time})) FROM {table} WHERE isNotNull({time}) ORDER BY block_number LIMIT 1"
    ));
    vec![
        (json!({ "chain": "ethereum" }), count(table, "chain_id = 1")),
        (
            json!({ "chain": "1", "block_from": block }),
            count(table, &format!("chain_id = 1 AND block_number >= {block}")),
        ),
        (json!({ "block_to": block }), count(table, &format!("block_number <= {block}"))),
        (json!({ "date_from": day, "date_to": day }), count(table, &format!("toDate({time}) = '{day}'"))),
    ]
}

#[test]
fn raw_data_is_filtered_as_its_fields_say() {
    quarry_tests::on_one_engine!();
    assert_counted("blocks", count("blocks", "1"), &ranges("blocks", "block_timestamp"));

    let mut cases = ranges("transactions", "block_timestamp");
    let sender =
        one("SELECT lower(hex(assumeNotNull(from_address))) FROM transactions WHERE isNotNull(from_address) LIMIT 1");
    let receiver =
        one("SELECT lower(hex(assumeNotNull(to_address))) FROM transactions WHERE isNotNull(to_address) LIMIT 1");
    let (from, to) = (format!("from_address = unhex('{sender}')"), format!("to_address = unhex('{receiver}')"));
    cases.push((json!({ "from_addresses": [sender] }), count("transactions", &from)));
    cases.push((json!({ "to_addresses": [receiver] }), count("transactions", &to)));
    let either = format!("ifNull({from}, 0) OR ifNull(to_address = unhex('{sender}'), 0)");
    cases.push((json!({ "addresses": format!("0x{sender}") }), count("transactions", &either)));
    assert_counted("transactions", count("transactions", "1"), &cases);

    let mut cases = ranges("logs", "block_timestamp");
    let transfer = format!("topic0 = unhex('{TRANSFER}')");
    let party =
        |topic: &str| one(&format!("SELECT lower(hex(substring({topic}, 13))) FROM logs WHERE {transfer} LIMIT 1"));
    let (from, to) = (party("topic1"), party("topic2"));
    let padded = |topic: &str, address: &str| format!("{topic} = unhex('{}{address}')", "00".repeat(12));
    cases.push((json!({ "topic0": format!("0x{TRANSFER}") }), count("logs", &transfer)));
    cases.push((json!({ "topic0": "custom", "topic0_custom": TRANSFER }), count("logs", &transfer)));
    cases.push((json!({ "emitter_addresses": [WETH] }), count("logs", &format!("address = unhex('{WETH}')"))));
    cases.push((json!({ "from_addresses": [from] }), count("logs", &padded("topic1", &from))));
    cases.push((json!({ "to_addresses": [to] }), count("logs", &padded("topic2", &to))));
    let anywhere = ["topic1", "topic2", "topic3"].map(|topic| padded(topic, V2_POOL)).join(" OR ");
    cases
        .push((json!({ "addresses": V2_POOL }), count("logs", &format!("address = unhex('{V2_POOL}') OR {anywhere}"))));
    assert_counted("logs", count("logs", "1"), &cases);
}

#[test]
fn data_of_exchanges_is_filtered_as_its_fields_say() {
    quarry_tests::on_one_engine!();
    let v2 = |protocol: &str, address: &str| {
        format!("(chain_id, {address}) IN (SELECT chain_id, address FROM pools FINAL WHERE protocol = '{protocol}')")
    };
    let mut cases = ranges("v2_syncs", "block_timestamp");
    cases.push((json!({ "addresses": [V2_POOL] }), count("v2_syncs", &format!("pool = unhex('{V2_POOL}')"))));
    cases.push((json!({ "protocols": ["uniswap_v2"] }), count("v2_syncs", &v2("uniswap_v2", "pool"))));
    assert_counted("reserves", count("v2_syncs", "1"), &cases);

    let both = |condition: &str| count("v2_swaps", condition) + count("v3_swaps", condition);
    let cases = [
        (json!({ "chain": "ethereum" }), both("chain_id = 1")),
        (
            json!({ "addresses": format!("0x{V2_POOL}\n0x{V3_POOL}") }),
            both(&format!("pool IN (unhex('{V2_POOL}'), unhex('{V3_POOL}'))")),
        ),
        (json!({ "protocols": ["uniswap_v3"] }), both(&v2("uniswap_v3", "pool"))),
    ];
    assert_counted("swaps", both("1"), &cases);

    let day = one("SELECT toString(toDate(min(start))) FROM price_bars");
    let bars = |condition: &str| count("price_bars", &format!("period = 'daily' AND {condition}"));
    let cases = [
        (json!({ "chain": "ethereum", "addresses": [V3_POOL] }), bars(&format!("pool = unhex('{V3_POOL}')"))),
        (json!({ "date_to": day }), bars(&format!("toDate(start) <= '{day}'"))),
        (json!({ "protocols": ["uniswap_v2"] }), bars(&v2("uniswap_v2", "pool"))),
        (json!({ "period": "hourly" }), count("price_bars", "period = 'hourly'")),
        (json!({ "period": "all" }), count("price_bars", "1")),
    ];
    assert_counted("price_bars", bars("1"), &cases);

    let of_exchange = (json!({ "protocols": ["uniswap_v3"] }), count("pools", "protocol = 'uniswap_v3'"));
    assert_counted("pools", count("pools", "1"), &[(json!({ "addresses": [V2_POOL] }), 1), of_exchange]);
    assert_counted(
        "tokens",
        count("tokens", "1"),
        &[(json!({ "addresses": [WETH] }), 1), (json!({ "chain": "ethereum" }), count("tokens", "chain_id = 1"))],
    );
}

#[test]
fn data_of_lenders_is_filtered_as_its_fields_say() {
    quarry_tests::on_one_engine!();
    let borrower = |table: &str| one(&format!("SELECT lower(hex(borrower)) FROM {table} ORDER BY borrower LIMIT 1"));
    let mut cases = ranges("liquidations", "block_timestamp");
    let of_protocol =
        "(chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE protocol = 'aave_v3')";
    cases.push((json!({ "protocols": ["aave_v3"] }), count("liquidations", of_protocol)));
    let account = borrower("liquidations");
    let involved = |columns: &[&str], account: &str| {
        columns.iter().map(|column| format!("{column} = unhex('{account}')")).collect::<Vec<_>>().join(" OR ")
    };
    let condition = involved(&["borrower", "liquidator", "address"], &account);
    cases.push((json!({ "addresses": [account] }), count("liquidations", &condition)));
    assert_counted("liquidations", count("liquidations", "1"), &cases);

    let account = borrower("absorptions");
    let condition = involved(&["borrower", "absorber", "address"], &account);
    let cases = [(json!({ "addresses": account }), count("absorptions", &condition))];
    assert_counted("absorptions", count("absorptions", "1"), &cases);

    let protocol = one("SELECT toString(protocol) FROM health_factors LIMIT 1");
    let block = one("SELECT max(block_number) FROM health_factors");
    let number: u64 = block.parse().expect("a block");
    let cases = [
        (json!({ "protocols": [protocol] }), count("health_factors", &format!("protocol = '{protocol}'"))),
        (
            json!({ "block_from": number, "block_to": number }),
            count("health_factors", &format!("block_number = {block}")),
        ),
    ];
    assert_counted("health_factors", count("health_factors", "1"), &cases);
}

#[test]
fn events_are_filtered_as_their_fields_say() {
    quarry_tests::on_one_engine!();
    let listed = |query: &str| shared().get(&format!("/events?limit=500{query}")).json();
    let number = |query: &str| listed(query)["count"].as_u64().expect("a count");
    let dated = listed("");
    let events = dated["events"].as_array().expect("events");
    let day = events.iter().find_map(|event| event["occurred_at"].as_str()).expect("a day")[..10].to_owned();
    let of_day = events.iter().filter(|event| event["occurred_at"].as_str().is_some_and(|at| at.starts_with(&day)));
    let verified = events.iter().filter(|event| event["verified"] == true).count() as u64;
    assert_counted(
        "chain_events",
        number(""),
        &[
            (json!({ "chain": "ethereum" }), number("&chain=ethereum")),
            (json!({ "date_from": day, "date_to": day }), of_day.count() as u64),
            (json!({ "verified": true }), verified),
        ],
    );
}

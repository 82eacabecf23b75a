//! A market of a server of the tests' own, which they load: its tokens, its chains, and what is too much of it.

use super::{downloaded, pin, pinned};
use crate::account_support::eventually;
use crate::data::exports::{built, csv_rows, number};
use crate::organizations::house::{House, execute, texts};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{QuerySettings, Warehouse};
use quarry_tests::chain_server::ChainServer;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::time::Duration;

pub(crate) const POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const TOKEN0: &str = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const TOKEN1: &str = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
pub(crate) const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
/// 2024-01-01T00:00:11Z.
const BEGINS_AT: u64 = 1_704_067_211;

pub(crate) fn server(name: &str) -> Server {
    let environment = app_store_environment(name).expect("the application store of the tests");
    Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
}

fn ingest(server: &Server, dataset: &str, chain: &str, text: &str) {
    let file = server.data_dir.join(format!("classroom-{dataset}.csv"));
    std::fs::write(&file, text).expect("a file");
    server.command(&["ingest", dataset, file.to_str().expect("a path"), "--chain", chain], "");
}

pub(crate) fn load_tokens(server: &Server, chain: &str, decimals1: &str) {
    let text =
        format!("address,symbol,name,decimals\n{TOKEN0},USDC,USD Coin,6\n{TOKEN1},WETH,Wrapped Ether,{decimals1}\n");
    ingest(server, "tokens", chain, &text);
}

pub(crate) fn load_pool(server: &Server, chain: &str) {
    ingest(server, "pools", chain, &format!("address,protocol,token0,token1\n{POOL},uniswap_v2,{TOKEN0},{TOKEN1}\n"));
}

/// One state of the reserves in each of these blocks, all of one day.
pub(crate) fn load_prices(server: &Server, chain: &str, blocks: &[u64]) {
    let head = "block_number,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,data\n";
    let line = |block: &u64| {
        let (time, data) = (BEGINS_AT + block * 12, format!("{:064x}{:064x}", (block + 1) * 46_000_000, 20_u64 << 40));
        format!("{block},{time},0x{block:064x},0,0,{POOL},{SYNC},0x{data}\n")
    };
    ingest(server, "logs", chain, &format!("{head}{}", blocks.iter().map(line).collect::<String>()));
}

/// The prices of the day that is loaded.
pub(crate) fn prices(house: &House) -> Json {
    json!({ "organization_id": house.id, "pool": POOL, "from": "2024-01-01", "to": "2024-01-01", "title": "One day" })
}

#[test]
fn a_market_without_decimals_waits_and_one_on_two_chains_is_told_apart() {
    quarry_tests::on_one_engine!();
    let server = server("classroom-market");
    let house = House::new(&server);
    let mut browser = house.admin.browser(&server);
    refused(&pin(&mut browser, &prices(&house)), 422, "unknown_market", Some("pool"));
    load_pool(&server, "ethereum");
    load_prices(&server, "ethereum", &[1, 2]);
    let waits = pin(&mut browser, &prices(&house));
    refused(&waits, 409, "decimals_unknown", Some("pool"));
    assert!(waits.detail().contains(&format!("{TOKEN0} and {TOKEN1} on ethereum")), "{}", waits.text);
    load_tokens(&server, "ethereum", "");
    let waits = pin(&mut browser, &prices(&house));
    refused(&waits, 409, "decimals_unknown", Some("pool"));
    assert!(waits.detail().contains(TOKEN1) && !waits.detail().contains(TOKEN0), "{}", waits.text);
    load_tokens(&server, "ethereum", "18");
    let assignment = pinned(&mut browser, &prices(&house));
    let rows = csv_rows(&downloaded(&server, &browser, &assignment));
    assert_eq!((rows.len(), &rows[0]["last_block"]), (1, &json!("2")), "{rows:?}");
    assert!(rows[0]["close"].is_string(), "it has a price: {rows:?}");
    assert_eq!((&assignment["as_of_block"], &assignment["chain"]), (&json!(2), &json!("ethereum")));

    load_pool(&server, "base");
    let several = pin(&mut browser, &prices(&house));
    refused(&several, 422, "validation_failed", Some("chain"));
    assert!(several.text.contains("ethereum, base"), "{}", several.text);
    let mut on = prices(&house);
    on["chain"] = json!("1");
    assert_eq!(pinned(&mut browser, &on)["checksum_sha256"], assignment["checksum_sha256"]);
    on["chain"] = json!("Base");
    refused(&pin(&mut browser, &on), 409, "decimals_unknown", Some("pool"));
    load_tokens(&server, "base", "18");
    refused(&pin(&mut browser, &on), 422, "empty_series", None);
}

#[test]
fn decimals_that_a_class_waits_for_are_asked_of_the_node_and_told_to_staff() {
    quarry_tests::on_one_engine!();
    let server = server("classroom-lookups");
    let house = House::new(&server);
    let mut browser = house.admin.browser(&server);
    let staff = "INSERT INTO user_permissions (user_id, permission) VALUES ($1, 'audit_view')";
    execute(&server, staff, &[Value::Int64(house.member.id)]);
    load_pool(&server, "ethereum");
    load_prices(&server, "ethereum", &[1, 2]);
    for _ in 0..2 {
        let waits = pin(&mut browser, &prices(&house));
        refused(&waits, 409, "decimals_unknown", Some("pool"));
        let seconds: u64 = waits.header("retry-after").parse().expect("seconds");
        assert!((60..=3_600).contains(&seconds) && waits.detail().contains("try again in"), "{}", waits.text);
    }
    // An alert on such a market waits for a price that nobody has, and says so.
    eventually("every account has a space of its own", || {
        browser.get("/session/spaces").json()["spaces"].as_array().is_some_and(|spaces| !spaces.is_empty())
    });
    let plan = "UPDATE organizations SET plan_key = 'institution'";
    execute(&server, plan, &[]);
    let threshold = json!({ "pool_address": POOL, "condition": "above", "threshold": "5" });
    let alert = browser.write("POST", "/session/alerts/prices", &threshold);
    assert_eq!(alert.status, 201, "{}", alert.text);
    let never = alert.json()["never_fires"].as_str().unwrap_or_else(|| panic!("{}", alert.text)).to_owned();
    assert!(never.contains("no price here"), "{never}");
    let listed = browser.get("/session/alerts").json();
    assert_eq!(listed["price_alerts"][0]["never_fires"], never, "the list goes on saying it");
    let sentence = alert.json()["sentence"].as_str().expect("a sentence").to_owned();
    assert!([POOL, TOKEN0, TOKEN1].iter().all(|address| sentence.contains(address)), "{sentence}");

    let told =
        "SELECT title AS text FROM inbox_notifications WHERE kind = 'token_lookup' AND user_id = $1 ORDER BY title";
    let titles = || texts(&server, told, &[Value::Int64(house.member.id)]);
    eventually("staff are told of both tokens", || titles().len() == 2);
    assert_eq!(titles(), [format!("Decimals of {TOKEN0} on ethereum"), format!("Decimals of {TOKEN1} on ethereum")]);
    let inbox = house.member.browser(&server).get("/session/notifications").json();
    assert_eq!(inbox["notifications"][0]["subject_type"], "token_lookup", "{inbox}");

    let node = ChainServer::start(Path::new(env!("CARGO_BIN_EXE_quarry-chain-server")), 1, 2).expect("a node");
    let says = |token: &str, selector: &str, answer: String| {
        node.ask("test_call", json!([{ "to": token, "data": selector }, answer]));
    };
    let word = |number: u64| format!("0x{number:064x}");
    let follow = || server.command(&["ingest", "--rpc", &format!("ethereum={}", node.url), "--once"], "");
    // The first token says all, its symbol as contracts have it today; the second one refuses.
    let symbol: String = "USDC".bytes().map(|byte| format!("{byte:02x}")).collect();
    says(TOKEN0, "0x313ce567", word(6));
    says(TOKEN0, "0x95d89b41", format!("{}{:064x}{symbol:0<64}", word(32), 4));
    follow();
    let waits = pin(&mut browser, &prices(&house));
    refused(&waits, 409, "decimals_unknown", Some("pool"));
    assert!(waits.detail().contains(TOKEN1) && !waits.detail().contains(TOKEN0), "{}", waits.text);
    let why = texts(&server, "SELECT detail AS text FROM token_lookups WHERE answered_at IS NULL", &[]);
    assert!(matches!(why.as_slice(), [only] if only.contains("eth_call")), "{why:?}");
    // Then it answers, without a symbol; it is not asked before its time has come.
    says(TOKEN1, "0x313ce567", word(18));
    follow();
    refused(&pin(&mut browser, &prices(&house)), 409, "decimals_unknown", Some("pool"));
    execute(&server, "UPDATE token_lookups SET next_try_at = 0", &[]);
    follow();
    let assignment = pinned(&mut browser, &prices(&house));
    assert_eq!(assignment["orientation"], "token0_per_token1", "{assignment}");
    assert_eq!(titles().len(), 2, "nobody is told twice");
    let pool = server.get(&format!("/pools/{POOL}/prices")).json()["pool"].take();
    assert_eq!((&pool["token0"]["symbol"], &pool["token1"]["symbol"]), (&json!("USDC"), &Json::Null), "{pool}");
}

#[test]
fn a_file_that_the_deployment_cuts_into_parts_is_refused_and_leaves_nothing() {
    quarry_tests::on_one_engine!();
    let mut environment = app_store_environment("classroom-parts").expect("the application store of the tests");
    environment.push(("QUARRY__LIMITS__ROW_FILE_ROWS".to_owned(), "1".to_owned()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let house = House::new(&server);
    let mut browser = house.admin.browser(&server);
    load_tokens(&server, "ethereum", "18");
    let id = built(&mut browser, "tokens", &json!({}));
    let body = json!({ "organization_id": house.id, "data_request_id": id });
    refused(&pin(&mut browser, &body), 422, "over_cap", None);
    let objects = "SELECT count(*) AS number FROM objects WHERE component = 'classroom'";
    assert_eq!(number(&server, objects, &[]), 0, "no part of it stays");
}

#[test]
fn a_class_is_told_that_the_service_has_no_room_and_not_to_remove_something() {
    let mut environment = app_store_environment("classroom-room").expect("the application store of the tests");
    environment.push(("QUARRY__COMPONENTS__LIMITS__CLASSROOM__OBJECT_BYTES".to_owned(), "10".to_owned()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let house = House::new(&server);
    let mut browser = house.admin.browser(&server);
    load_tokens(&server, "ethereum", "18");
    let id = built(&mut browser, "tokens", &json!({}));
    let answer = pin(&mut browser, &json!({ "organization_id": house.id, "data_request_id": id }));
    refused(&answer, 503, "data_source_unavailable", None);
    assert!(answer.detail().contains("no room") && !answer.text.contains("per_component"), "{}", answer.text);
}

/// Writes to the warehouse past everything that loads.
fn write(server: &Server, sql: &str) {
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let bounds = QuerySettings {
        deadline: Duration::from_secs(120),
        max_rows: 10_000,
        max_memory_bytes: 2 << 30,
        readonly: false,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(warehouse.query(sql, &[], bounds)).unwrap_or_else(|error| panic!("{sql}: {error}"));
}

fn load_many_tokens(server: &Server, chain_id: u64, rows: u64, name: &str) {
    write(
        server,
        &format!(
            "INSERT INTO tokens (chain_id, address, symbol, name, decimals, version)
             SELECT {chain_id}, unhex(leftPad(hex(number + 1), 40, '0')), 'T', {name}, 18, 1 FROM numbers({rows})"
        ),
    );
}

#[test]
fn a_million_rows_and_a_hundred_mebibytes_are_the_most() {
    quarry_tests::on_one_engine!();
    let server = server("classroom-caps");
    let house = House::new(&server);
    let mut browser = house.admin.browser(&server);
    load_many_tokens(&server, 1, 1_000_000, "'n'");
    load_many_tokens(&server, 8453, 500_000, "repeat('n', 250)");
    let mut of = |chain: &str| {
        let body = json!({ "filters": { "chain": chain }, "columns": ["symbol", "name"] });
        let id = built(&mut browser, "tokens", &body);
        pin(&mut browser, &json!({ "organization_id": house.id, "data_request_id": id }))
    };
    let most = of("ethereum");
    assert_eq!((most.status, &most.json()["row_count"]), (201, &json!(1_000_000)), "{}", most.text);
    let large = of("base");
    refused(&large, 422, "over_cap", None);
    assert_eq!(large.json()["limit_bytes"], json!(100 << 20), "{}", large.text);
    write(
        &server,
        "INSERT INTO tokens (chain_id, address, symbol, name, decimals, version) SELECT 1, unhex(repeat('ab', 20)), 'T', 'n', 18, 1",
    );
    let many = of("ethereum");
    refused(&many, 422, "over_cap", None);
    assert_eq!((&many.json()["rows"], &many.json()["limit"]), (&json!(1_000_001), &json!(1_000_000)), "{}", many.text);
    let objects = "SELECT count(*) AS number FROM objects WHERE component = 'classroom'";
    assert_eq!(number(&server, objects, &[]), 1, "nothing stays behind a refusal");
}

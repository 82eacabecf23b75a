//! Tokens, pools and deployments of such names in lists, searches and an export, and in letters about their prices.

use super::encoded;
use crate::account_support::eventually;
use crate::alerts::evaluation::stage::{evaluate, somebody};
use crate::data::exports::{completed, csv_rows, file};
use crate::organizations::house::{Person, letters};
use crate::small_chain::{SYNC, load_file, load_logs, write};
use quarry::entered_text::EnteredText;
use quarry_tests::browser::Browser;
use quarry_tests::hostile_names::{ELEMENTS_OF_LETTERS, assert_elements, count, escaped, few, name};
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};
use std::time::Instant;

/// The names that one server has in the recipe: a page of a list is read out of all of them.
const A_SERVER_HAS: u64 = 20_000;
/// Names beside those that are loaded, written past the door.
const PAST_THE_DOOR: u64 = 200;
/// A token that is the other side of every pool, above all of them.
const ANCHOR: &str = "0xff00000000000000000000000000000000000000";
/// What the door refuses, as the engine writes it.
const REFUSED: &str = "[unhex('4dff52'), 'A\\nB', 'MKR\\0\\0', repeat('L', 5000), unhex('c3'), unhex('eda080'), '\\t=1+1', unhex('00ff00')]";
const LOG_COLUMNS: &str =
    "block_number,block_hash,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,data\n";

fn address(number: u64) -> String {
    format!("0x{number:040x}")
}

fn pool(number: u64) -> String {
    format!("0x70{number:038x}")
}

fn cell(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A block in which a pool has that much of its token, and 1,000 of the anchor.
fn sync(block: u64, token: u64, reserve: u64) -> String {
    let pool = pool(token);
    format!("{block},0x{block:064x},1704067200,0x{block:064x},0,0,{pool},{SYNC},0x{reserve:064x}{:064x}\n", 1_000)
}

/// Walks a list to its end; gives its rows.
fn walked(server: &Server, path: &str, list: &str) -> u64 {
    let (mut rows, mut next) = (0, path.to_owned());
    loop {
        let answer = server.get(&next);
        assert_eq!(answer.status, 200, "{next}: {}", answer.text);
        let body: Json = answer.json();
        rows += body[list].as_array().unwrap_or_else(|| panic!("{list} in {body}")).len() as u64;
        match body["next_cursor"].as_str() {
            Some(cursor) => next = format!("{path}&cursor={cursor}"),
            None => return rows,
        }
    }
}

/// Tells how long each part took: in the recipe that is hours.
struct Watch(Instant);

impl Watch {
    fn tell(&mut self, part: &str) {
        println!("{part}: {:.1} s", self.0.elapsed().as_secs_f64());
        self.0 = Instant::now();
    }
}

#[test]
fn no_name_of_anything_takes_a_list_a_search_or_an_export_from_anybody() {
    quarry_tests::on_one_engine!();
    let mut first = 1;
    while first <= count() {
        let last = count().min(first + A_SERVER_HAS - 1);
        println!("the names {first} to {last}");
        take_through_a_server(first, last);
        first = last + 1;
    }
}

/// Takes the names of these numbers through a server of their own.
fn take_through_a_server(first: u64, last: u64) {
    let mut watch = Watch(Instant::now());
    let mut environment = app_store_environment("hostile_names").expect("a store");
    environment.push(("QUARRY__CACHE__MEMORY_BYTES".to_owned(), "0".to_owned()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a host");
    watch.tell("a server");
    let number = format!("toFixedString(unhex(leftPad(lower(hex(toUInt64({} + number))), 40, '0')), 20)", last + 1);
    let refused = format!("arrayElement({REFUSED}, number % 8 + 1)");
    write(
        &server,
        &format!(
            "INSERT INTO tokens (chain_id, address, symbol, name, decimals, version) SELECT 1, {number}, {refused}, {refused}, 18, 1 FROM numbers({PAST_THE_DOOR})"
        ),
    );
    write(
        &server,
        &format!(
            "INSERT INTO lending_deployments (chain_id, address, protocol, slug, name, version) SELECT 1, {number}, {refused}, concat('slug-', toString(number)), {refused}, 1 FROM numbers({PAST_THE_DOOR})"
        ),
    );

    let mut tokens = format!("address,symbol,name,decimals\n{ANCHOR},WETH,Wrapped Ether,18\n");
    let mut pools = "address,protocol,source,token0,token1\n".to_owned();
    for token in first..=last + PAST_THE_DOOR {
        let text = cell(&name(token));
        if token <= last {
            tokens += &format!("{},{text},{text},18\n", address(token));
        }
        pools += &format!("{},{text},v2,{},{ANCHOR}\n", pool(token), address(token));
    }
    load_file(&server, "tokens", &tokens);
    load_file(&server, "pools", &pools);
    let logs: String = (first..=last.min(first + 199)).map(|token| sync(token - first + 1, token, 2_000)).collect();
    load_logs(&server, &format!("{LOG_COLUMNS}{logs}"));
    watch.tell("three loads");

    let all = last - first + 1 + PAST_THE_DOOR;
    let lists = [
        ("/tokens?limit=500", "tokens", all + 1),
        ("/pairs?limit=500", "pools", all),
        ("/public/prices?limit=500", "pools", all),
    ];
    for (path, list, rows) in lists {
        assert_eq!(walked(&server, path, list), rows, "{path}");
    }
    assert_eq!(walked(&server, "/public/tracking?limit=500", "deployments"), PAST_THE_DOOR);
    watch.tell("the lists");
    // Rows that are served as they are kept, as an earlier release may have made them.
    let damaged = "REPLACE (unhex('4dff52') AS {}, version + 1 AS version)";
    for (table, column, key) in [("ranked_tokens", "symbol", "token"), ("ranked_pools", "symbol0", "pool")] {
        let columns = damaged.replace("{}", column);
        write(&server, &format!("INSERT INTO {table} SELECT * {columns} FROM {table} FINAL ORDER BY {key} LIMIT 5"));
    }
    for (path, list, _) in lists {
        assert!(walked(&server, path, list) > 0, "{path}");
    }
    watch.tell("the lists with rows of before");
    for token in few() {
        let text = encoded(&name(token).chars().take(60).collect::<String>());
        for path in [
            format!("/pairs?base={text}"),
            format!("/tokens?q={text}"),
            format!("/pairs?q={text}"),
            format!("/public/prices?q={text}"),
        ] {
            let answer = server.get(&path);
            assert!(answer.status < 500, "{path}: {}", answer.text);
        }
    }
    watch.tell("searches");

    let (person, mut browser) = somebody(&server, "team");
    let record = completed(&mut browser, "tokens", &json!({ "formats": ["csv", "ndjson", "parquet"] }));
    assert_eq!(record["row_count"], json!(all + 1), "{record}");
    let csv = file(&server, &browser, &record, "csv");
    assert!(std::str::from_utf8(&csv).is_ok(), "a file of text is text");
    assert_eq!(csv_rows(&csv).len() as u64, all + 1);
    let lines = file(&server, &browser, &record, "ndjson");
    let lines = std::str::from_utf8(&lines).expect("text");
    assert!(lines.lines().all(|line| serde_json::from_str::<Json>(line).is_ok()));
    assert!(!file(&server, &browser, &record, "parquet").is_empty());
    watch.tell("an export");
    if first == 1 {
        assert_prices_are_told_of(&server, &mut browser, &person);
        watch.tell("alerts and their letter");
    }
}

/// Alerts about pools of such tokens are made and fire, and the letter about them has each in one line.
fn assert_prices_are_told_of(server: &Server, browser: &mut Browser<'_>, person: &Person) {
    evaluate(server);
    let mut sentences = Vec::new();
    for token in few() {
        let alert = json!({ "pool_address": pool(token), "condition": "above", "threshold": "3" });
        let made = browser.write("POST", "/session/alerts/prices", &alert);
        assert_eq!(made.status, 201, "{}", made.text);
        sentences.push(made.json()["sentence"].as_str().expect("a sentence").to_owned());
    }
    // The price was 2.
    let logs: String = few().into_iter().map(|token| sync(400 + token, token, 5_000)).collect();
    load_logs(server, &format!("{LOG_COLUMNS}{logs}"));
    evaluate(server);
    let told = || letters(server, &person.email);
    eventually("a letter tells of them", || !told().is_empty());
    let letters = told();
    let said = |form: &str| letters.iter().filter_map(|letter| letter[form].as_str()).collect::<Vec<_>>().concat();
    let (text, html) = (said("text"), said("html"));
    for sentence in sentences {
        let shown = EnteredText::Line.shown(&sentence);
        assert!(text.contains(&format!("\n- {shown}\n")), "{shown} in {text}");
        assert!(html.contains(&format!("<strong>{}</strong>", escaped(&shown))), "{shown} in {html}");
    }
    assert_elements(&html, &ELEMENTS_OF_LETTERS);
}
